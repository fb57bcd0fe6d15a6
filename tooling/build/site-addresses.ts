import { globSync } from "node:fs";
import { join } from "node:path";
import routes from "#app/routes.ts";
import type { SiteAddresses } from "#content-model/check/check-content.ts";
import { root } from "../root.ts";

/** The addresses of the site map that are no files of content/pages/, and the files of public/. */
export const siteAddresses: SiteAddresses = {
  routes: [
    "/",
    ...routes.flatMap(({ path, file }) =>
      path && path !== "*" && file !== "pages/page.route.tsx" ? [path] : [],
    ),
    ...globSync("**/*.*", { cwd: join(root, "public") }).map((file) => `/${file}`),
  ],
};
