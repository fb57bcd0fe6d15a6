// docs/specification.md, 'Metrics'

import { describe, expect, it } from "vitest";
import { mayReadMetrics } from "./may-read.ts";

const metricsToken = "0123456789abcdef";
const request = (
  headers: Record<string, string> = {},
  remoteAddress = "127.0.0.1",
  httpVersion = "1.1",
  originalUrl = "/metrics",
) => ({
  originalUrl,
  headers: { host: "localhost:3000", ...headers },
  raw: { httpVersion, socket: { remoteAddress } } as never,
});
const open = { metricsToken: undefined, trustProxy: false } as const;

describe("without a token", () => {
  it.each([
    ["127.0.0.1", "localhost:3000"],
    ["127.8.9.1", "127.0.0.1:3000"],
    ["::1", "[::1]:3000"],
    ["::ffff:127.0.0.1", "LOCALHOST"],
  ])("who asks from %s for %s may read", (address, host) => {
    expect(mayReadMetrics(request({ host }, address), open)).toBe(true);
  });

  it.each([
    ["another machine", request({}, "203.0.113.1")],
    ["another machine by its IPv6", request({}, "2001:db8::1")],
    ["the name of another host", request({ host: "site.example" })],
    ["a name that begins like ours", request({ host: "127.0.0.1.site.example" })],
    ["no host", request({ host: "" })],
    ["a proxy", request({ "x-forwarded-for": "127.0.0.1" })],
    ["a proxy that says only how", request({ "x-forwarded-proto": "https" })],
    ["a proxy of RFC 7239", request({ forwarded: "for=127.0.0.1" })],
    ["a proxy of RFC 9110", request({ via: "1.1 proxy" })],
    ["nginx as it is without settings", request({}, "127.0.0.1", "1.0")],
    ["the page of another site", request({ "sec-fetch-site": "cross-site" })],
    ["the page of another port", request({ "sec-fetch-site": "same-site" })],
    [
      "the name of another host in its first line",
      request({}, "127.0.0.1", "1.1", "http://site.example/metrics"),
    ],
    ["nginx", request({ "x-real-ip": "127.0.0.1" })],
    ["a proxy that names the client", request({ "x-client-ip": "127.0.0.1" })],
  ])("who comes with %s may not", (_, from) => {
    expect(mayReadMetrics(from, open)).toBe(false);
  });

  it.each(["none", "same-origin"])("who looks with a browser (%s) may read", (site) => {
    expect(mayReadMetrics(request({ "sec-fetch-site": site }), open)).toBe(true);
  });

  it.each([[["127.0.0.1"]], [() => true]])("nobody may behind a proxy that is trusted", (trustProxy) => {
    expect(mayReadMetrics(request(), { ...open, trustProxy })).toBe(false);
  });
});

describe("with a token", () => {
  const settings = { metricsToken, trustProxy: false } as const;

  it.each([`Bearer ${metricsToken}`, `bearer  ${metricsToken} `])("'%s' may read", (authorization) => {
    const from = request({ authorization, host: "site.example", "x-forwarded-for": "a" }, "203.0.113.1");
    expect(mayReadMetrics(from, { ...settings, trustProxy: ["127.0.0.1"] })).toBe(true);
  });

  it.each([
    undefined,
    "",
    "Bearer",
    "Bearer ",
    `Basic ${metricsToken}`,
    metricsToken,
    `Bearer ${metricsToken}x`,
  ])("'%s' may not, from this machine neither", (authorization) => {
    expect(mayReadMetrics(request(authorization === undefined ? {} : { authorization }), settings)).toBe(
      false,
    );
  });
});
