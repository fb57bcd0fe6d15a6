import { listContentPages } from "#app/pages/content-pages.ts";

/** Pages with a form: made for one visitor, and hydrated. */
export const formRoutes = ["/contact", "/learning/mastermind-application"];

/** Pages that search engines may list; docs/specification.md, 'Pages'. */
export const indexableRoutes = [
  "/",
  "/events",
  ...formRoutes,
  ...listContentPages().map((page) => page.path),
];

/** Every page that answers with 200. */
export const routes = [...indexableRoutes, "/learning/application", "/typography"];
