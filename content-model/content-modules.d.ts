/** The modules that tooling/build/content-plugin.ts makes of content files; the types follow from the pairs in content-schemas.ts. */
declare module "#content/site.yaml" {
  const content: import("./content-schemas.ts").Content["site.yaml"];
  export default content;
}
declare module "#content/theme.yaml" {
  const content: import("./content-schemas.ts").Content["theme.yaml"];
  export default content;
}
declare module "#content/diagrams.yaml" {
  const content: import("./content-schemas.ts").Content["diagrams.yaml"];
  export default content;
}
declare module "#content/problems.yaml" {
  const content: import("./content-schemas.ts").Content["problems.yaml"];
  export default content;
}
declare module "#content/forms/interest.yaml" {
  const content: import("./content-schemas.ts").Content["forms/interest.yaml"];
  export default content;
}
declare module "#content/forms/errors.yaml" {
  const content: import("./content-schemas.ts").Content["forms/errors.yaml"];
  export default content;
}
declare module "#content/forms/mastermind.yaml" {
  const content: import("./content-schemas.ts").Content["forms/mastermind.yaml"];
  export default content;
}
declare module "#content/events/texts.yaml" {
  const content: import("./content-schemas.ts").Content["events/texts.yaml"];
  export default content;
}
declare module "#content/events/images.yaml" {
  const content: import("./content-schemas.ts").Content["events/images.yaml"];
  export default content;
}
declare module "#content/events/sources.yaml" {
  const content: import("./content-schemas.ts").Content["events/sources.yaml"];
  export default content;
}
declare module "#content/mail.yaml" {
  const content: import("./content-schemas.ts").Content["mail.yaml"];
  export default content;
}
declare module "#content/home.yaml" {
  const content: import("./content-schemas.ts").Content["home.yaml"];
  export default content;
}
declare module "#content/offers.yaml" {
  const content: import("./content-schemas.ts").Content["offers.yaml"];
  export default content;
}
declare module "#content/typography.yaml" {
  const content: import("./content-schemas.ts").Content["typography.yaml"];
  export default content;
}
declare module "#content/navigation.yaml" {
  const content: import("./content-schemas.ts").Content["navigation.yaml"];
  export default content;
}
declare module "#content/people/faculty.yaml" {
  const content: import("./content-schemas.ts").Content["people/faculty.yaml"];
  export default content;
}
declare module "#content/people/presenters.yaml" {
  const content: import("./content-schemas.ts").Content["people/presenters.yaml"];
  export default content;
}
declare module "#content/people/texts.yaml" {
  const content: import("./content-schemas.ts").Content["people/texts.yaml"];
  export default content;
}
declare module "#content/people/team.yaml" {
  const content: import("./content-schemas.ts").Content["people/team.yaml"];
  export default content;
}
declare module "#content/people/spotlight.yaml" {
  const content: import("./content-schemas.ts").Content["people/spotlight.yaml"];
  export default content;
}
/** Addresses of the social cards by the addresses of their pages; tooling/build/social-cards draws them. */
declare module "virtual:social-cards" {
  const cards: Record<string, string>;
  export default cards;
}
/** What tooling/build/theme makes of content/theme.yaml for the pages. */
declare module "virtual:theme" {
  /** The color tokens, the faces and the corners, as a style sheet. */
  export const css: string;
  /** Addresses of the font files that every page loads. */
  export const preloads: string[];
  /** What a browser colors its own parts with, as #rrggbb. */
  export const browserColor: string;
  /** Address of the organization's own logo; without one the mark is drawn. */
  export const logo: string | undefined;
}
