import { readdirSync, readFileSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { cachePolicy } from "#app/cache-policy.ts";
import { type FinishedPage, finishPage, htmlHeaders } from "./finished-page.ts";

/** Effort of brotli at the start, and when there is time. */
const quality = { first: 5, best: 11 };

/**
 * Reads the pages that the build has rendered, by address, and puts the server's SITE_URL in the place of `builtUrl`. A page
 * that changes by it is compressed anew: at first quickly, and by `compressWell` as small as can be (about 60 ms of one core each).
 * Nobody is served yet, and of a thousand pages to wait for each read would be a sixth of the start.
 *
 * @param clientDir build/client
 * @param builtUrl `url` of content/site.yaml
 */
export async function loadPrerenderedPages(
  clientDir: string,
  builtUrl: string,
  siteUrl: string,
): Promise<{ pages: Map<string, FinishedPage>; compressWell: () => Promise<void> }> {
  const names = readdirSync(clientDir, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => basename(name) === "index.html");
  const changed: { html: string; page: FinishedPage }[] = [];
  const pages = files.map(async (file) => {
    const path = `/${file.split(sep).slice(0, -1).join("/")}`;
    const name = join(clientDir, file);
    const built = readFileSync(name, "utf8");
    const html = withOrigin(built, builtUrl, siteUrl);
    const headers = htmlHeaders(html, cachePolicy.page);
    const compressed =
      html === built ? { br: readFileSync(`${name}.br`), gzip: readFileSync(`${name}.gz`) } : undefined;
    const page = await finishPage(html, headers, quality.first, compressed);
    if (!compressed) changed.push({ html, page });
    return [path, page] as const;
  });
  return {
    pages: new Map(await Promise.all(pages)),
    // One after the other, so that what is asked for meanwhile has the other threads. Nobody keeps the texts.
    async compressWell() {
      for (const { html, page } of changed.splice(0))
        page.bodies = (await finishPage(html, page.headers, quality.best)).bodies;
    },
  };
}

/** Replaces the origin, but not where it only begins another one, as `https://a.example` begins `https://a.example.org`. */
function withOrigin(html: string, from: string, to: string): string {
  return html.split(from).reduce((text, part) => text + (/^[\w.:-]/.test(part) ? from : to) + part);
}
