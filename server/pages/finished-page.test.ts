import { expect, it } from "vitest";
import { countProcessorTime } from "../../tests/support/processor-time.ts";
import { finishPage, preferredEncoding } from "./finished-page.ts";

it.each([
  [undefined, "identity"],
  ["", "identity"],
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["BR;q=0.5, gzip;q=0.1", "br"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.2, gzip;q=0.8", "gzip"],
  ["*", "br"],
  ["identity", "identity"],
  ["compress;q=1", "identity"],
])("Accept-Encoding: %s gets %s", (accept, encoding) => {
  expect(preferredEncoding(accept)).toBe(encoding);
});

it("reads a hostile Accept-Encoding in time that grows with its length only", () => {
  const time = (length: number) => {
    const accept = `a${" ".repeat(length)}b${";".repeat(length)}`;
    const took = countProcessorTime();
    for (let round = 0; round < 20; round += 1) preferredEncoding(accept);
    return took();
  };
  time(1_000);
  // A quadratic one would take 64 times as long.
  expect(time(80_000)).toBeLessThan(32 * Math.max(1, time(10_000)));
});

it("pages that differ anywhere have another tag, and every encoding of one has the same", async () => {
  const text = "a".repeat(100_000);
  const pages = await Promise.all([text, `${text}b`, `b${text}`].map((page) => finishPage(page, {}, 1)));
  expect(new Set(pages.map(({ headers }) => headers.etag)).size).toBe(3);
  for (const { headers } of pages) expect(headers.vary).toBe("Accept-Encoding");
});
