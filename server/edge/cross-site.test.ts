// docs/specification.md, 'Refusals'

import { expect, it } from "vitest";
import { isCrossSite } from "./cross-site.ts";

const site = "https://www.example.org";
const host = "10.0.0.7:3000";

it.each([
  [{}, false],
  [{ "sec-fetch-site": "same-origin" }, false],
  [{ "sec-fetch-site": "none" }, false],
  [{ "sec-fetch-site": "same-site" }, true],
  [{ "sec-fetch-site": "cross-site" }, true],
  [{ "sec-fetch-site": "" }, true],
  [{ "sec-fetch-site": "cross-site", origin: site }, true],
  [{ origin: site }, false],
  [{ origin: `http://${host}` }, false],
  [{ origin: "https://blog.example.org" }, true],
  [{ origin: "https://www.example.org.evil.example" }, true],
  [{ origin: "https://www.example.org:8443" }, true],
  [{ origin: "null" }, true],
])("a post with %o is another site's: %s", (headers, expected) => {
  expect(isCrossSite({ method: "POST", headers: { host, ...headers } }, site)).toBe(expected);
  for (const method of ["GET", "HEAD", "OPTIONS"])
    expect(isCrossSite({ method, headers: { host, ...headers } }, site)).toBe(false);
});
