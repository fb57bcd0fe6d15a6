// docs/specification.md, 'One spelling'

import type { FastifyRequest } from "fastify";
import { expect, it } from "vitest";
import { toWebRequest } from "./web-request.ts";

const site = "https://www.example.org";
const requestOf = (more: object) =>
  toWebRequest({ url: "/contact?a=b?c", method: "GET", headers: {}, ...more } as FastifyRequest, site);

it("is asked of the site, whatever Host says, or of the address that is given", () => {
  expect(requestOf({ headers: { host: "evil.example" } }).url).toBe(`${site}/contact?a=b?c`);
  const given = { url: "/x", method: "GET", headers: {} } as FastifyRequest;
  expect(toWebRequest(given, site, new URL("/y", site)).url).toBe(`${site}/y`);
});

it("has every header but Origin and those that are none", () => {
  const headers = {
    accept: "a",
    origin: "https://x.example",
    ":path": "/",
    none: undefined,
    "x-list": ["1", "2"],
  };
  expect([...requestOf({ headers }).headers]).toEqual([
    ["accept", "a"],
    ["x-list", "1, 2"],
  ]);
});

it.each([
  ["POST", "POST", "a=1"],
  ["GET", "GET", ""],
  ["HEAD", "GET", ""],
])("of %s is a %s with the bytes that were sent: %j", async (method, read, text) => {
  const request = requestOf({ method, body: Buffer.from("a=1") });
  expect(request.method).toBe(read);
  expect(await request.text()).toBe(text);
});

it("has no body where none was read", async () => {
  expect(await requestOf({ method: "POST", body: { a: 1 } }).text()).toBe("");
});
