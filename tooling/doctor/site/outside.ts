import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import { type Finding, made, ok, unknown, wrong } from "../finding.ts";
import { ask, silence } from "./ask.ts";

/** Where the name of the site leads to. */
export async function fromOutside(siteUrl: string, isTrusting: boolean): Promise<Finding[]> {
  const { hostname } = new URL(siteUrl);
  const found = await lookup(hostname.replace(/^\[|\]$/g, ""), { all: true }).catch(() => []);
  const addresses = found.map(({ address }) => address);
  // One of the network that the outside does not reach.
  const inner = addresses.find((address) => ipaddr.process(address).range() !== "unicast");
  // This machine may reach its own name by another way than everybody else.
  if (inner)
    return [
      unknown(
        "site.outside",
        `Whether ${siteUrl} answers from outside`,
        `from here its name leads to ${inner}, an address of this network`,
        "Open it on a phone without Wi-Fi.",
      ),
    ];
  const dead = addresses.length > 1 ? await ofEach(siteUrl, addresses, isTrusting) : [];
  return dead.length > 0 ? dead : [ok("site.outside", `${siteUrl} has a public address.`)];
}

/**
 * Asks each address of the name: browsers take any of them, and one that leads elsewhere is met by some visitors alone.
 *
 * @returns what is wrong with them
 */
export async function ofEach(siteUrl: string, addresses: string[], isTrusting: boolean): Promise<Finding[]> {
  const { hostname } = new URL(siteUrl);
  const look = async (address: string) => {
    const told = (what: string) =>
      wrong(
        "site.outside",
        `${hostname} leads to ${addresses.join(" and ")}, but ${what} at ${address}: some visitors do not find the site.`,
        `Let the site answer there too, or remove the ${address.includes(":") ? "AAAA" : "A"} record of that address.`,
      );
    try {
      const { status } = await ask(`${siteUrl}/`, { isTrusting, at: address });
      return status === 200 ? undefined : told(`the home page answers ${status}`);
    } catch (error) {
      // A machine without IPv6 cannot tell.
      const { code = "" } = error as NodeJS.ErrnoException;
      return /ENETUNREACH|EADDRNOTAVAIL|EAFNOSUPPORT/.test(code) ? undefined : told(silence(error).what);
    }
  };
  return made(await Promise.all(addresses.slice(0, 8).map(look)));
}
