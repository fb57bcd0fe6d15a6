/** Addresses of the pages with a form, and of those with many people. */
export const formPaths = ["/contact", "/learning/mastermind-application"];
export const peoplePages = ["/team", "/learning/faculty", "/community/thought-leadership"];

/** One page of each kind. */
export const samplePages = {
  home: "/",
  events: "/events",
  contact: "/contact",
  article: "/framework/overview",
  team: "/team",
};
