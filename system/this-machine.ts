import { isIP } from "node:net";

/** Whether a host is this machine, as a setting, a URL or a socket has it: in brackets, in capitals, or as IPv6 writes IPv4. */
export function isThisMachine(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/^::ffff:/, "");
  return name === "localhost" || name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
}
