import { loadContent } from "#content-model/load-content.ts";
import { everyAnswer, everyPage } from "#server/edge/fixed-headers.ts";
import type { Context } from "../context.ts";
import { type Finding, ok, unknown, wrong } from "../finding.ts";
import type { Answer } from "./ask.ts";

/** Whether it is this site that answers at SITE_URL, and the build that runs on this machine. */
export function identityFindings(
  { config: { siteUrl }, root }: Pick<Context, "config" | "root">,
  { status, headers, body }: Answer,
  local: Answer | undefined,
): Finding[] {
  if (status >= 300 && status < 400)
    return [
      wrong(
        "site.address",
        `${siteUrl} leads on to ${headers.location?.slice(0, 200)}.`,
        "Set SITE_URL to where visitors arrive, or let the proxy answer here.",
      ),
    ];
  if (status !== 200)
    return [
      wrong(
        "site.address",
        `The home page at ${siteUrl} answers ${status}.`,
        [502, 503, 504].includes(status)
          ? "Start the site, and let the proxy lead to its HOST and PORT."
          : "Look into the logs of the proxy and of the site.",
      ),
    ];
  const { name } = loadContent("site.yaml", root);
  if (!body.includes(`property="og:site_name" content="${escaped(name)}"`))
    return [
      wrong(
        "site.address",
        `At ${siteUrl} another site answers, not that of ${name}.`,
        "Correct SITE_URL, or let the proxy lead to this site's HOST and PORT.",
      ),
    ];
  const [, canonical] = /<link rel="canonical" href="([^"]*)"/.exec(body) ?? [];
  if (URL.parse(canonical ?? "")?.origin !== siteUrl)
    return [
      wrong(
        "site.address",
        `The site that answers at ${siteUrl} calls itself ${canonical}: search engines and shared links go there.`,
        `Start it with SITE_URL=${siteUrl}`,
      ),
    ];
  return [ok("site.address", `${siteUrl} shows the site.`), ofBuild(siteUrl, body, local)];
}

/** By the hashed names of its files. */
function ofBuild(siteUrl: string, body: string, local: Answer | undefined): Finding {
  const what = `Whether ${siteUrl} shows this version`;
  if (!local) return unknown("site.build", what, "the site does not run on this machine");
  const [here, there] = [filesIn(local.body), filesIn(body)];
  if (here.length === 0) return unknown("site.build", what, "its home page names no file");
  return here.join() === there.join()
    ? ok("site.build", "It is the version that runs on this machine.")
    : wrong(
        "site.build",
        `${siteUrl} shows another version than the one that runs on this machine.`,
        "Restart the other instances, or purge the cache in front.",
      );
}

function filesIn(body: string): string[] {
  return [...new Set(body.match(/\/assets\/[\w.-]+/g))].sort();
}

function escaped(name: string): string {
  return name.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("'", "&#x27;");
}

/** Whether the headers come as the site sends them, and the page compressed. */
export function headerFindings({ headers }: Answer): Finding[] {
  const broken = Object.entries({ ...everyAnswer, ...everyPage })
    .filter(([name, value]) => headers[name] !== value)
    .map(([name]) => name);
  // Two policies, of which the second is not the site's, would be joined by a comma.
  if (!/^default-src 'none'; (?:(?!, ).)*$/.test(headers["content-security-policy"] ?? ""))
    broken.unshift("content-security-policy");
  const encoding = headers["content-encoding"];
  return [
    broken.length === 0
      ? ok("site.headers", "The security headers arrive as the site sends them.")
      : wrong(
          "site.headers",
          `What stands in front removes or changes ${broken.join(", ")}.`,
          "Let it hand on the site's headers, and add none of its own of these names.",
        ),
    encoding
      ? ok("site.compression", `Pages are compressed (${encoding}).`)
      : wrong(
          "site.compression",
          "Pages arrive uncompressed, some five times as long.",
          "Let the proxy hand on Accept-Encoding, and not unpack answers.",
        ),
  ];
}
