import { isThisMachine } from "../addresses.ts";
import type { Context } from "../context.ts";
import { type Finding, ok, unknown, wrong } from "../finding.ts";
import { type Answer, ask } from "./ask.ts";

/**
 * Whether TRUST_PROXY fits what stands in front. The site promises TLS (HSTS) only when it believes a proxy that the request came
 * over TLS: that shows whether the headers arrive and are believed. How many addresses of X-Forwarded-For are, no answer shows.
 */
export async function ofProxy(
  { config }: Pick<Context, "config">,
  { status, headers }: Answer,
  local: Answer | undefined,
): Promise<Finding[]> {
  const { siteUrl, trustProxy, host, port } = config;
  if (!siteUrl.startsWith("https:")) return [];
  if (trustProxy === false)
    return [
      wrong(
        "site.proxy",
        "TRUST_PROXY is not set, but SITE_URL has https, so a proxy stands in front: all visitors share one limit of forms.",
        "Set TRUST_PROXY to how many proxies stand in front (1), or to their addresses.",
      ),
    ];
  // Errors may be the proxy's own.
  if (status !== 200) return [];
  if (!headers["strict-transport-security"]) return [await ofMissingPromise(config, local)];
  const open = isThisMachine(host)
    ? []
    : [
        unknown(
          "site.port",
          `Whether others than the proxy reach port ${port}`,
          `that can only be tried from outside (HOST is ${host})`,
          "Close it in the firewall: whoever reaches it could name any address.",
        ),
      ];
  return [
    ok("site.proxy", "What the proxy says is believed (HSTS arrives)."),
    unknown(
      "site.hops",
      "Whether TRUST_PROXY counts the right number of proxies",
      "no answer of the site names the visitor's address",
      "It is one for each proxy that adds an address to X-Forwarded-For: a CDN and nginx make 2.",
    ),
    ...open,
  ];
}

/** HSTS is missing: the process on this machine tells whether it would believe a proxy. */
async function ofMissingPromise(
  { host, port }: Context["config"],
  local: Answer | undefined,
): Promise<Finding> {
  const what = "Strict-Transport-Security (HSTS) does not arrive";
  const at = isThisMachine(host) ? host : "127.0.0.1";
  const believing = local
    ? await ask(`http://${at}:${port}/`, { headers: { "x-forwarded-proto": "https" } }).catch(() => undefined)
    : undefined;
  if (!believing)
    return wrong(
      "site.proxy",
      `${what}: the site does not believe that visitors come over TLS.`,
      "Let the proxy send X-Forwarded-Proto: https, and start the site with TRUST_PROXY.",
    );
  return believing.headers["strict-transport-security"]
    ? wrong(
        "site.proxy",
        `${what}, although the site sends it to a proxy that says https.`,
        "Let the proxy send X-Forwarded-Proto: https, and hand on the site's headers.",
      )
    : wrong(
        "site.proxy",
        `${what}: the running site believes no proxy on this machine.`,
        "Restart it with TRUST_PROXY (and SITE_URL) as they are set now; a list has to name the proxy's address.",
      );
}
