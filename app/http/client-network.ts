import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * The networks that an address is counted under, the narrowest first. IPv4: the address itself. IPv6: its /64, which one
 * visitor owns whole, and its /48, the most that one site is given (RFC 6177). Whatever is no address counts as one
 * client.
 *
 * @param address as Fastify gives it: behind a proxy it may be any text, some add a port; undefined, whatever its type
 *   says, when the client has hung up already
 */
export function clientNetworks(address = ""): string[] {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, "$1");
  if (isIP(bare) === 0) return ["unknown"];
  // Also takes IPv4 out of IPv6, however it is spelt.
  const ip = ipaddr.process(bare.replace(/%.*/, ""));
  if (ip.kind() === "ipv4") return [ip.toString()];
  return [64, 48].map(
    (length) => `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${length}`).toNormalizedString()}/${length}`,
  );
}
