import { listContentPages } from "../../app/features/pages/content-pages.ts";

/** Pages that search engines may list; SPEC.md's route table. */
export const indexableRoutes = ["/", "/events", "/contact", ...listContentPages().map((page) => page.path)];

/** Every page that answers with 200. */
export const routes = [...indexableRoutes, "/learning/application", "/typography"];
