import { index, type RouteConfig, route } from "@react-router/dev/routes";

/**
 * The site map. Addresses that moved are in `content/navigation.yaml`.
 * A page that is words and pictures is a file of `content/pages/` at the same place as its address; one route has all of them.
 */
export default [
  index("home/home.route.tsx"),
  route("/learning/mastermind-application", "forms/form.route.tsx"),
  route("/learning/application", "forms/form.route.tsx", { id: "learning/application" }),
  route("/learning/mastermind-application/received", "forms/received/received.route.tsx"),
  route("/contact", "forms/form.route.tsx", { id: "contact" }),
  route("/contact/received", "forms/received/received.route.tsx", { id: "contact/received" }),
  route("/events", "events/events.route.tsx"),
  route("/events/page/:number", "events/events.route.tsx", { id: "events/page" }),
  route("/events.ics", "events/feeds/events-ics.route.ts"),
  route("/events/:slug.ics", "events/feeds/event-ics.route.ts"),
  route("/events/:slug", "events/event.route.tsx"),
  route("/functions/fetch-events", "events/feeds/fetch-events.route.ts"),
  route("/typography", "typography/typography.route.tsx"),

  route("/sitemap.xml", "pages/sitemap.route.ts"),
  route("/robots.txt", "seo/robots.route.ts"),
  route("/.well-known/security.txt", "seo/security-txt.route.ts"),
  route("/site.webmanifest", "seo/webmanifest.route.ts"),

  route("*", "pages/page.route.tsx"),
] satisfies RouteConfig;
