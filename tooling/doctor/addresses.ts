import ipaddr from "ipaddr.js";

/** Whether a host, as a setting has it, is this machine; a path is a socket on it. */
export function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|\/.*|)$/.test(host);
}

/** Whether an address of the network is one that the outside does not reach. */
export function isPrivate(address: string): boolean {
  return ipaddr.process(address).range() !== "unicast";
}
