import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { countProcessorTime, noticed } from "../../tests/support/processor-time.ts";
import { finishPage, htmlHeaders, preferredEncoding, sendPage } from "./finished-page.ts";

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
  // A quadratic one would take 64 times as long, which is seconds.
  expect(time(80_000)).toBeLessThan(noticed + 32 * time(10_000));
});

it("pages that differ anywhere have another tag, and every encoding of one has the same", async () => {
  const text = "a".repeat(100_000);
  const pages = await Promise.all([text, `${text}b`, `b${text}`].map((page) => finishPage(page, {}, 1)));
  expect(new Set(pages.map(({ headers }) => headers.etag)).size).toBe(3);
  for (const { headers } of pages) expect(headers.vary).toBe("Accept-Encoding");
});

describe("a finished page", () => {
  const html = "<style>p{}</style><p>Text</p>".repeat(50);

  const answer = async (headers: Record<string, string>, status = 200) => {
    const page = await finishPage(html, htmlHeaders(html, "public, max-age=0"), 4);
    const app = Fastify();
    app.get("/", (request, reply) => sendPage(request, reply.code(status), page));
    const { statusCode, headers: given, rawPayload } = await app.inject({ url: "/", headers });
    await app.close();
    return { statusCode, given, rawPayload, page };
  };

  it.each([
    ["br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["identity", undefined, (body: Buffer) => body],
  ] as const)("is sent as %s to who takes that", async (accepted, encoding, read) => {
    const { statusCode, given, rawPayload } = await answer({ "accept-encoding": accepted });
    expect(statusCode).toBe(200);
    expect(given["content-encoding"]).toBe(encoding);
    expect(read(rawPayload).toString()).toBe(html);
    expect(given).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=0",
      vary: "Accept-Encoding",
    });
    expect(given["content-security-policy"]).toMatch(/style-src 'self' 'sha256-[^']+'/);
    expect(given.etag).toMatch(/^W\/"[\w-]{22}"$/);
  });

  it("is not sent again to a browser that has it, under whichever of its tags", async () => {
    const { given } = await answer({});
    const tag = String(given.etag);
    const strong = tag.replace("W/", "");
    for (const known of [tag, `"other", ${tag}`, `${tag} ,"other"`, strong, `"other",${strong}`, "*"]) {
      const { statusCode, rawPayload } = await answer({ "if-none-match": known });
      expect([known, statusCode, rawPayload.length]).toEqual([known, 304, 0]);
    }
    for (const other of ['"other"', "W/", "", `"${strong}"`, strong.slice(1)])
      expect((await answer({ "if-none-match": other })).statusCode, other).toBe(200);
    expect((await answer({ "if-none-match": "*" }, 404)).statusCode).toBe(404);
    expect((await answer({ "if-none-match": tag }, 404)).statusCode).toBe(404);
  });

  it("has the tag of its text alone, and takes what a build has compressed, and nothing else into memory", async () => {
    const compressed = { br: Buffer.from("br"), gzip: Buffer.from("gz") };
    const { bodies, headers } = await finishPage(html, {}, 11, compressed);
    expect(bodies).toEqual(compressed);
    expect(headers.etag).toBe((await finishPage(html, {}, 0)).headers.etag);
    expect(headers.etag).not.toBe((await finishPage(`${html} `, {}, 0)).headers.etag);
  });

  it("is compressed as well as is asked for", async () => {
    const text = Array.from({ length: 2_000 }, (_, index) => `<p>${(index * 7_919) % 1_009}</p>`).join("");
    const [fast, best] = await Promise.all([finishPage(text, {}, 0), finishPage(text, {}, 11)]);
    expect(best.bodies.br.length).toBeLessThan(fast.bodies.br.length);
    expect(best.bodies.gzip.length).toBeLessThan(fast.bodies.gzip.length);
  });

  it("lets a page with a session client reach the service of accounts", () => {
    expect(htmlHeaders(html, "no-store", "https://auth.example")["content-security-policy"]).toContain(
      "connect-src 'self' https://auth.example;",
    );
  });
});
