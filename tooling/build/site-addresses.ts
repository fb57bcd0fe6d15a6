import routes from "#app/routes.ts";
import type { SiteAddresses } from "#content-model/check/check-content.ts";

/** The addresses of the site map that are no files of content/pages/. */
export const siteAddresses: SiteAddresses = {
  routes: ["/", ...routes.flatMap(({ path }) => (path && path !== "*" ? [path] : []))],
};
