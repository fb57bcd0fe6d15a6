declare module "#content/site.yaml" {
  const site: import("./schemas/site.schema.ts").Site;
  export default site;
}
declare module "#content/navigation.yaml" {
  const navigation: import("./schemas/navigation.schema.ts").Navigation;
  export default navigation;
}
declare module "#content/people/faculty.yaml" {
  const faculty: import("./schemas/people.schema.ts").FacultyMember[];
  export default faculty;
}
declare module "#content/people/presenters.yaml" {
  const presenters: import("./schemas/people.schema.ts").PresenterGroup[];
  export default presenters;
}
declare module "#content/people/team.yaml" {
  const team: import("./schemas/people.schema.ts").TeamMember[];
  export default team;
}
declare module "#content/people/spotlight.yaml" {
  const spotlight: string[];
  export default spotlight;
}
declare module "#content/problems.yaml" {
  const problems: import("./schemas/problems.schema.ts").Problems;
  export default problems;
}
declare module "#content/people/texts.yaml" {
  const texts: import("./schemas/people.schema.ts").PeopleTexts;
  export default texts;
}
declare module "#content/forms/interest.yaml" {
  const form: import("./schemas/forms.schema.ts").InterestForm;
  export default form;
}
declare module "#content/events/texts.yaml" {
  const texts: import("./schemas/events.schema.ts").EventTexts;
  export default texts;
}
declare module "#content/events/images.yaml" {
  const images: import("./schemas/events.schema.ts").EventImages;
  export default images;
}
declare module "#content/home.yaml" {
  const home: import("./schemas/home.schema.ts").Home;
  export default home;
}
declare module "#content/typography.yaml" {
  const texts: import("./schemas/typography.schema.ts").TypographyTexts;
  export default texts;
}
declare module "#content/diagrams.yaml" {
  const texts: import("./schemas/diagrams.schema.ts").DiagramTexts;
  export default texts;
}
/** Addresses of the social cards by the addresses of their pages; tooling/social-cards draws them. */
declare module "virtual:social-cards" {
  const cards: Record<string, string>;
  export default cards;
}
declare module "#content/forms/mastermind.yaml" {
  const form: import("./schemas/forms.schema.ts").MastermindForm;
  export default form;
}
declare module "#content/mail.yaml" {
  const texts: import("./schemas/mail.schema.ts").MailTexts;
  export default texts;
}
declare module "#content/forms/errors.yaml" {
  const errors: import("./schemas/forms.schema.ts").FormErrorTexts;
  export default errors;
}
