import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { cachePolicy } from "#app/cache-policy.ts";
import { type FinishedPage, finishPage, htmlHeaders } from "./finished-page.ts";

/**
 * Reads the pages that the build has rendered, by address, and puts the server's SITE_URL in the place of `builtUrl`. A page
 * that changes by it is compressed anew (about 60 ms of one core).
 *
 * @param clientDir build/client
 * @param builtUrl `url` of content/site.yaml
 */
export async function loadPrerenderedPages(
  clientDir: string,
  builtUrl: string,
  siteUrl: string,
): Promise<Map<string, FinishedPage>> {
  const files = globSync("**/index.html", { cwd: clientDir });
  const pages = files.map(async (file) => {
    const path = `/${file.split(sep).slice(0, -1).join("/")}`;
    const name = join(clientDir, file);
    const built = await readFile(name, "utf8");
    const html = withOrigin(built, builtUrl, siteUrl);
    const [br, gzip] =
      html === built ? await Promise.all([readFile(`${name}.br`), readFile(`${name}.gz`)]) : [];
    const compressed = br && gzip && { br, gzip };
    return [path, await finishPage(html, htmlHeaders(html, cachePolicy.page), 11, compressed)] as const;
  });
  return new Map(await Promise.all(pages));
}

/** Replaces the origin, but not where it only begins another one, as `https://a.example` begins `https://a.example.org`. */
function withOrigin(html: string, from: string, to: string): string {
  return html.split(from).reduce((text, part) => text + (/^[\w.:-]/.test(part) ? from : to) + part);
}
