import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { isThisMachine } from "#system/this-machine.ts";
import type { Context } from "../context.ts";
import { type Finding, ok, unknown, wrong } from "../finding.ts";
import { type Answer, ask } from "./ask.ts";

/**
 * Whether TRUST_PROXY fits what stands in front. The site promises TLS (HSTS) only when it believes a proxy that the request came
 * over TLS: that shows whether the headers arrive and are believed. How many addresses of X-Forwarded-For are, `/healthz` shows.
 */
export async function ofProxy(
  { config }: Pick<Context, "config">,
  { status, headers }: Answer,
  local: Answer | undefined,
  isTrusting: boolean,
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
  const health = await askClaiming(siteUrl, isTrusting);
  if (!headers["strict-transport-security"])
    return [health?.headers["strict-transport-security"] ? keptPage : await ofMissingPromise(config, local)];
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
    await hopsOf(siteUrl, health),
    ...open,
  ];
}

/** Addresses that are nobody's (RFC 5737), the last first. */
const claimed = ["192.0.2.1", "192.0.2.2", "192.0.2.3"];

const keptPage = wrong(
  "site.proxy",
  "Strict-Transport-Security (HSTS) does not arrive with the home page: what stands in front has kept it from before.",
  "Ask again in a minute, or purge the cache in front.",
);

/** Claims to come from elsewhere, as any visitor can. */
async function askClaiming(siteUrl: string, isTrusting: boolean): Promise<Answer | undefined> {
  const headers = { "x-forwarded-for": claimed.toReversed().join(", ") };
  return await ask(`${siteUrl}/healthz`, { isTrusting, headers }).catch(() => undefined);
}

/** Reads for whom the site takes this machine. */
async function hopsOf(siteUrl: string, health: Answer | undefined): Promise<Finding> {
  try {
    const { address } = JSON.parse(health?.body ?? "") as { address?: string };
    const found = await lookup(new URL(siteUrl).hostname.replace(/^\[|\]$/g, ""), { all: true });
    return ofHops(address, {
      own: Object.values(networkInterfaces()).flatMap((list) => list?.map((one) => one.address) ?? []),
      isNear: found.some((one) => isThisMachine(one.address)),
    });
  } catch {
    return ofHops(undefined, { own: [], isNear: false });
  }
}

/**
 * @param address for which the site takes this machine; undefined where that could not be asked
 * @param own addresses of this machine
 * @param isNear whether the name of the site leads to this machine's inner address from here
 */
export function ofHops(
  address: string | undefined,
  { own, isNear }: { own: string[]; isNear: boolean },
): Finding {
  const what = "Whether TRUST_PROXY counts the right number of proxies";
  const rule = "It is one for each proxy that adds an address to X-Forwarded-For: a CDN and nginx make 2.";
  if (!address || !isIP(address)) return unknown("site.hops", what, "/healthz does not arrive", rule);
  const plain = ipaddr.process(address).toString();
  const tooMany = claimed.indexOf(plain) + 1;
  if (tooMany > 0)
    return wrong(
      "site.hops",
      "The site believes whatever visitors claim of where they come from, so that limits hold nobody: TRUST_PROXY counts proxies that are not there, or that add no address.",
      `Restart it with a TRUST_PROXY that is lower by ${tooMany}, or that lists the proxies' own addresses alone, and see that each proxy adds to X-Forwarded-For. ${rule}`,
    );
  if (isThisMachine(plain) && !isNear)
    return wrong(
      "site.hops",
      `The site takes visitors for its own machine (${plain}), so all share one limit of forms: TRUST_PROXY counts too few proxies, or the proxy names no address.`,
      `Let the proxy add to X-Forwarded-For; if it does, restart the site with a higher number, or a list that names all of them. ${rule}`,
    );
  if (own.includes(plain))
    return ok("site.hops", `TRUST_PROXY is right: the site takes this machine for ${plain}, which it is.`);
  return unknown(
    "site.hops",
    what,
    `the site takes this machine for ${plain}`,
    `That is well if this machine, or its network, reaches the internet by that address; if it is a proxy's, the number is too low. ${rule}`,
  );
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
