import { budgets } from "./budgets.ts";

/** Addresses of the pages with a form. */
export const formPaths = ["/contact", "/learning/mastermind-application"];

/** Those with many people, and the one that shows each letter. */
const largePages = ["/team", "/learning/faculty", "/community/thought-leadership", "/typography"];

/** What a page with its headers may weigh, compressed, in bytes. */
export function pageBudget(path: string): { most: number } {
  return largePages.includes(path) ? budgets.peoplePage : budgets.contentPage;
}

/** One page of each kind. */
export const samplePages = {
  home: "/",
  events: "/events",
  contact: "/contact",
  article: "/framework/overview",
  team: "/team",
};
