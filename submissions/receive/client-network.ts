import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * The networks that an address is counted under, the narrowest first. IPv4: the address itself. IPv6: its /64, which one
 * visitor owns whole, and its /48, the most that one site is given (RFC 6177). IPv6 that carries the address of an IPv4
 * client at a place that everybody knows counts as that one. Whatever is no address counts as one client.
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
  const carried = carriedIpv4(ip.toByteArray());
  if (carried) return [carried];
  return [64, 48].map(
    (length) => `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${length}`).toNormalizedString()}/${length}`,
  );
}

/** Where some networks put the IPv4 address, by how they begin; `mask` turns its bits around. */
const carriers = [
  // NAT64 (RFC 6052; its local form, 64:ff9b:1::/48, has no fixed place) and IPv4-translated (RFC 2765).
  { start: [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], place: 12, mask: 0 },
  { start: [0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0], place: 12, mask: 0 },
  // 6to4 (RFC 3056): the site that owns the whole /48.
  { start: [0x20, 0x02], place: 2, mask: 0 },
  // Teredo (RFC 4380): the first half is its server's, which many share; the client's stands at the end, turned around.
  { start: [0x20, 0x01, 0, 0], place: 12, mask: 0xff },
];

function carriedIpv4(bytes: number[]): string | undefined {
  const found = carriers.find(({ start }) => start.every((byte, index) => bytes[index] === byte));
  if (!found) return undefined;
  const { place, mask } = found;
  return bytes
    .slice(place, place + 4)
    .map((byte) => byte ^ mask)
    .join(".");
}
