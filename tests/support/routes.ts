import { listContentPages } from "#app/pages/content-pages.ts";
import { forms } from "#submissions/forms/forms.ts";

/** Pages with a form: made for one visitor, and hydrated. */
export const formRoutes = Object.values(forms).map(({ path }) => path);

/** Pages that search engines may list; docs/specification.md, 'Pages'. */
export const indexableRoutes = [
  "/",
  "/events",
  ...formRoutes,
  ...listContentPages().map((page) => page.path),
];

/** Every page that answers with 200. */
export const routes = [...indexableRoutes, "/learning/application", "/typography"];
