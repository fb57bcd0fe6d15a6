import { index, type RouteConfig, route } from "@react-router/dev/routes";
import { listContentPages } from "./features/pages/content-pages.ts";

/**
 * The site map. Addresses that moved are in `http/canonical-path.ts`.
 * A page that is words and pictures is a file of `content/pages/` at the same place as its address.
 */
export default [
  index("features/home/home.route.tsx"),
  ...listContentPages().map((page) => route(page.path, "features/pages/page.route.tsx", { id: page.file })),
  route("/learning/mastermind-application", "features/mastermind/application.route.tsx"),
  route("/learning/application", "features/mastermind/application.route.tsx", { id: "learning/application" }),
  route("/learning/mastermind-application/received", "features/mastermind/received.route.tsx"),
  route("/contact", "features/interest/contact.route.tsx"),
  route("/contact/received", "features/interest/received.route.tsx"),
  route("/events", "features/events/events.route.tsx"),
  route("/events.ics", "features/events/events-ics.route.ts"),
  route("/events/:slug.ics", "features/events/event-ics.route.ts"),
  route("/events/:slug", "features/events/event.route.tsx"),
  route("/functions/fetch-events", "features/events/fetch-events.route.ts"),
  route("/typography", "features/typography/typography.route.tsx"),

  route("/sitemap.xml", "features/pages/sitemap.route.ts"),
  route("/robots.txt", "seo/robots.route.ts"),
  route("/.well-known/security.txt", "seo/security-txt.route.ts"),
  route("/site.webmanifest", "seo/webmanifest.route.ts"),

  route("*", "features/problem/not-found.route.tsx"),
] satisfies RouteConfig;
