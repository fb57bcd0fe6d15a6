import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { cachePolicy } from "#app/cache-policy.ts";
import { loadBuiltFiles, sendFile } from "./built-files.ts";

const changed = "Sat, 21 Nov 2026 10:00:00 GMT";
const contents = {
  "assets/app-1.js": "let a = 1;",
  "assets/app-1.js.br": "brotli",
  "assets/app-1.js.gz": "gzipped",
  "half.css": "a {}",
  "half.css.br": "brotli",
  "half.txt": "words",
  "half.txt.gz": "gzipped",
  "photo.avif": "0123456789",
  "index.html": "<p>",
  "page.data": "data",
  ".vite/manifest.json": "{}",
};

function load() {
  const folder = mkdtempSync(join(tmpdir(), "client-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(contents)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
    utimesSync(join(folder, name), Date.parse(changed) / 1_000 + 0.5, Date.parse(changed) / 1_000 + 0.5);
  }
  return loadBuiltFiles(folder);
}

async function ask(url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") {
  const app = Fastify();
  for (const [path, file] of await load())
    app.get(path, async (request, reply) => sendFile(request, reply, file) ?? reply.code(416).send("beyond"));
  const answer = await app.inject({ url, headers, method });
  await app.close();
  return answer;
}

it("are the files of the build, without pages, data and what is compressed", async () => {
  expect([...(await load()).keys()].sort()).toEqual([
    "/assets/app-1.js",
    "/half.css",
    "/half.txt",
    "/photo.avif",
  ]);
});

it.each([
  ["br, gzip", "br", "brotli"],
  ["gzip", "gzip", "gzipped"],
  ["", undefined, "let a = 1;"],
])("to who takes %j, are sent as the build has compressed them: %s", async (accepted, encoding, body) => {
  const answer = await ask("/assets/app-1.js", { "accept-encoding": accepted });
  expect(answer.body).toBe(body);
  expect(answer.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": cachePolicy.asset,
    vary: "Accept-Encoding",
    "last-modified": changed,
    "accept-ranges": "bytes",
  });
  expect(answer.headers["content-encoding"]).toBe(encoding);
  expect(answer.headers.etag).toMatch(new RegExp(`^"[\\w-]{22}${encoding ? `-${encoding}` : ""}"$`));
});

it.each([
  ["/photo.avif", "0123456789", "image/avif"],
  ["/half.css", "a {}", "text/css; charset=utf-8"],
  ["/half.txt", "words", "text/plain; charset=utf-8"],
])("without both compressed forms are the same for everybody: %s", async (url, content, type) => {
  const { headers, body } = await ask(url, { "accept-encoding": "br, gzip" });
  expect(body).toBe(content);
  expect(headers).toMatchObject({ "content-type": type, "cache-control": cachePolicy.page });
  expect(headers).not.toHaveProperty("vary");
  expect(headers).not.toHaveProperty("content-encoding");
});

it("are not sent again to a browser that has them; a tag counts before a date", async () => {
  const { etag = "" } = (await ask("/photo.avif")).headers;
  const later = "Sun, 22 Nov 2026 10:00:00 GMT";
  const earlier = "Sat, 21 Nov 2026 09:59:59 GMT";
  const cases: [Record<string, string>, number][] = [
    [{ "if-none-match": etag }, 304],
    [{ "if-none-match": `"x", W/${etag}` }, 304],
    [{ "if-none-match": "*" }, 304],
    [{ "if-none-match": '"x"' }, 200],
    [{ "if-none-match": '"x"', "if-modified-since": later }, 200],
    [{ "if-modified-since": changed }, 304],
    [{ "if-modified-since": later }, 304],
    [{ "if-modified-since": earlier }, 200],
    [{ "if-modified-since": "never" }, 200],
    [{ "if-none-match": etag, range: "bytes=0-1" }, 304],
  ];
  for (const [headers, status] of cases) {
    const answer = await ask("/photo.avif", headers);
    expect([headers, answer.statusCode]).toEqual([headers, status]);
    expect(answer.headers.etag).toBe(etag);
    if (status === 304) expect(answer.body).toBe("");
  }
  const compressed = await ask("/assets/app-1.js", { "accept-encoding": "br" });
  const plain = { "if-none-match": String(compressed.headers.etag) };
  expect((await ask("/assets/app-1.js", { ...plain, "accept-encoding": "br" })).statusCode).toBe(304);
  expect((await ask("/assets/app-1.js", plain)).statusCode).toBe(200);
});

it.each([
  ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
  ["bytes=4-", 206, "456789", "bytes 4-9/10"],
  ["bytes=-3", 206, "789", "bytes 7-9/10"],
  ["bytes=-30", 206, "0123456789", "bytes 0-9/10"],
  ["bytes=8-99", 206, "89", "bytes 8-9/10"],
  ["bytes=10-", 416, "beyond", "bytes */10"],
  ["bytes=-0", 416, "beyond", "bytes */10"],
  ["bytes=5-2", 200, "0123456789", undefined],
  ["bytes=-", 200, "0123456789", undefined],
  ["bytes=0-1,3-4", 200, "0123456789", undefined],
  ["lines=0-1", 200, "0123456789", undefined],
  ["kilobytes=0-1", 200, "0123456789", undefined],
])("of the range %s: %s", async (range, status, body, told) => {
  const answer = await ask("/photo.avif", { range });
  expect([answer.statusCode, answer.body, answer.headers["content-range"]]).toEqual([status, body, told]);
  if (status === 206) expect(answer.headers["content-length"]).toBe(String(body.length));
});

it("of a compressed file, a range counts in the file itself; HEAD knows no ranges", async () => {
  const answer = await ask("/assets/app-1.js", { range: "bytes=4-4", "accept-encoding": "br" });
  expect([answer.statusCode, answer.body, answer.headers["content-encoding"]]).toEqual([206, "a", undefined]);
  const head = await ask("/photo.avif", { range: "bytes=0-3" }, "HEAD");
  expect([head.statusCode, head.body, head.headers["content-length"]]).toEqual([200, "", "10"]);
});

it("a range of another version is answered with the whole file", async () => {
  const { etag = "" } = (await ask("/photo.avif")).headers;
  for (const [condition, status] of [
    [etag, 206],
    [changed, 206],
    ['"other"', 200],
    [`W/${etag}`, 200],
    ["Sun, 22 Nov 2026 10:00:00 GMT", 200],
  ] as const) {
    const answer = await ask("/photo.avif", { range: "bytes=0-3", "if-range": condition });
    expect([condition, answer.statusCode]).toEqual([condition, status]);
  }
});
