// docs/specification.md, 'Rate limits'

import { expect, it } from "vitest";
import { clientNetworks } from "./client-network.ts";

it.each([
  ["203.0.113.9", ["203.0.113.9"]],
  // Some proxies add the port.
  ["203.0.113.9:4001", ["203.0.113.9"]],
  ["::ffff:203.0.113.9", ["203.0.113.9"]],
  ["::FFFF:cb00:7109", ["203.0.113.9"]],
  ["0:0:0:0:0:ffff:203.0.113.9", ["203.0.113.9"]],
  ["[::ffff:203.0.113.9]:4001", ["203.0.113.9"]],
  ["2001:db8:1:2:3:4:5:6", ["2001:db8:1:2:0:0:0:0/64", "2001:db8:1:0:0:0:0:0/48"]],
  ["2001:0DB8:0001:0002::6", ["2001:db8:1:2:0:0:0:0/64", "2001:db8:1:0:0:0:0:0/48"]],
  ["[2001:db8:1:2::6]", ["2001:db8:1:2:0:0:0:0/64", "2001:db8:1:0:0:0:0:0/48"]],
  ["[2001:db8:1:2::6]:443", ["2001:db8:1:2:0:0:0:0/64", "2001:db8:1:0:0:0:0:0/48"]],
  ["2001:db8::1", ["2001:db8:0:0:0:0:0:0/64", "2001:db8:0:0:0:0:0:0/48"]],
  ["fe80::1%eth0", ["fe80:0:0:0:0:0:0:0/64", "fe80:0:0:0:0:0:0:0/48"]],
  // IPv4 clients that come over IPv6: NAT64, IPv4-translated, 6to4 and Teredo.
  ["64:ff9b::203.0.113.9", ["203.0.113.9"]],
  ["64:ff9b::cb00:7109", ["203.0.113.9"]],
  ["::ffff:0:203.0.113.9", ["203.0.113.9"]],
  ["2002:cb00:7109::1", ["203.0.113.9"]],
  ["2002:cb00:7109:ffff:1:2:3:4", ["203.0.113.9"]],
  ["2001:0:4136:e378:8000:63bf:34ff:8ef6", ["203.0.113.9"]],
  // Where the IPv4 address stands in these, if anywhere, is each network's own affair.
  ["64:ff9b:1::cb00:7109", ["64:ff9b:1:0:0:0:0:0/64", "64:ff9b:1:0:0:0:0:0/48"]],
  ["::cb00:7109", ["0:0:0:0:0:0:0:0/64", "0:0:0:0:0:0:0:0/48"]],
  ["2001:1::1", ["2001:1:0:0:0:0:0:0/64", "2001:1:0:0:0:0:0:0/48"]],
  // Whoever hung up has none any more.
  [undefined, ["unknown"]],
  // What is no address is one client, however many words there are for it.
  ...["", "somewhere", "unknown", "_hidden", "203.0.113", "0x7f.1", "203.0.113.9:", "203.0.113.9 x"].map(
    (text): [string, string[]] => [text, ["unknown"]],
  ),
])("counts %j as %j", (address, networks) => {
  expect(clientNetworks(address)).toEqual(networks);
});

it.each(["x[2001:db8::1]:443", "[2001:db8::1]:443x", "[2001:db8::1]x", "[]"])(
  "holds %s, which only has an address in it, for none",
  (text) => {
    expect(clientNetworks(text)).toEqual(["unknown"]);
  },
);
