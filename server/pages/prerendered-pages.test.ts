import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { cachePolicy } from "#app/cache-policy.ts";
import { loadPrerenderedPages } from "./prerendered-pages.ts";

const built = "https://site.example";

function write(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "client-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

it("has each page under its address, as the build has compressed it", async () => {
  const folder = write({
    "index.html": "<p>home</p>",
    "index.html.br": "br",
    "index.html.gz": "gz",
    "about/us/index.html": "<p>us</p>",
    "about/us/index.html.br": "br of us",
    "about/us/index.html.gz": "gz of us",
    "about/other.html": "<p>no page</p>",
  });
  const { pages } = await loadPrerenderedPages(folder, built, built);
  expect([...pages.keys()].sort()).toEqual(["/", "/about/us"]);
  const { bodies, headers } = pages.get("/about/us") ?? {};
  expect(bodies).toEqual({ br: Buffer.from("br of us"), gzip: Buffer.from("gz of us") });
  expect(headers).toMatchObject({ "cache-control": cachePolicy.page });
});

it("names the server's own address, and leaves one that only begins alike, and compresses anew", async () => {
  const page = (url: string) => `<a href="${url}/x">a</a> ${url} ${built}.org ${built}:81 ${built}-x`;
  const folder = write({ "index.html": page(built) });
  const { pages } = await loadPrerenderedPages(folder, built, "http://localhost:3000");
  const { br = "", gzip = "" } = pages.get("/")?.bodies ?? {};
  for (const text of [brotliDecompressSync(br), gunzipSync(gzip)])
    expect(String(text)).toBe(page("http://localhost:3000"));
});

it("are compressed as well as can be when there is time", async () => {
  const words = Array.from({ length: 2_000 }, (_, place) => `<p>${(place * 7_919) % 2_003} of ${built}</p>`);
  const folder = write({ "index.html": words.join("") });
  const { pages, compressWell } = await loadPrerenderedPages(folder, built, "http://localhost:3000");
  const page = pages.get("/");
  const best = brotliCompressSync(brotliDecompressSync(page?.bodies.br ?? "")).length;
  expect(page?.bodies.br.length).toBeGreaterThan(best);
  await compressWell();
  expect(page?.bodies.br.length).toBe(best);
});
