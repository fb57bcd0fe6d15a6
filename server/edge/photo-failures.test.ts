// docs/specification.md, 'Photos that fail'

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { expect, it } from "vitest";
import { PhotoFailures, receivePhotoFailures } from "./photo-failures.ts";

const at = (time: string) => new Date(`2026-11-21T${time}Z`);
const failures = () => new PhotoFailures(new Set(["/assets/ada-1a2b.avif"]));

it("tells of each photo once an hour", () => {
  const told = failures();
  expect(told.take("/assets/ada-1a2b.avif", at("10:00"))).toBe("/assets/ada-1a2b.avif");
  expect(told.take("/assets/ada-1a2b.avif", at("10:59"))).toBeUndefined();
  expect(told.take("/assets/ada-1a2b.avif", at("11:00"))).toBe("/assets/ada-1a2b.avif");
});

it.each([undefined, null, "", "/contact", "/assets/a\nb", "/assets/made-up.avif", "https://evil.example/a"])(
  "ignores %j, which is no picture of the site",
  (body) => {
    expect(failures().take(body, at("10:00"))).toBeUndefined();
  },
);

it("takes reports of the pictures that were built, as text of at most a kilobyte, and logs each once", async () => {
  const clientDir = mkdtempSync(join(tmpdir(), "client-"));
  mkdirSync(join(clientDir, "assets"));
  const pictures = ["a.avif", "b.webp", "c.jpg", "d.jpeg", "e.png", "f.svg"];
  for (const name of [...pictures, "g.js", "h.svg.br"]) writeFileSync(join(clientDir, "assets", name), "");
  const lines: { msg: string; level: number; photo?: string }[] = [];
  const app = Fastify({
    logger: { level: "warn", stream: { write: (line) => lines.push(JSON.parse(line)) } },
  });
  await app.register(receivePhotoFailures, { now: () => at("10:00"), clientDir });
  const report = (payload: string, type = "text/plain") =>
    app.inject({ method: "POST", url: "/photo-failures", headers: { "content-type": type }, payload });
  for (const name of [...pictures, "a.avif", "g.js", "h.svg.br", "made-up.avif"])
    expect((await report(`/assets/${name}`)).statusCode).toBe(204);
  expect(lines.map(({ msg, photo }) => `${msg}: ${photo}`)).toEqual(
    pictures.map((name) => `photo failed to load: /assets/${name}`),
  );
  expect((await report(JSON.stringify("/assets/a.avif"), "application/json")).statusCode).toBe(415);
  expect((await report("a".repeat(1_024))).statusCode).toBe(204);
  expect((await report("a".repeat(1_025))).statusCode).toBe(413);
  await app.close();
  rmSync(clientDir, { recursive: true });
});

it("knows no picture in development", async () => {
  const lines: string[] = [];
  const app = Fastify({ logger: { level: "warn", stream: { write: (line) => lines.push(line) } } });
  await app.register(receivePhotoFailures, { now: () => at("10:00"), clientDir: undefined });
  const headers = { "content-type": "text/plain" };
  await app.inject({ method: "POST", url: "/photo-failures", headers, payload: "/assets/a.avif" });
  expect(lines).toEqual([]);
  await app.close();
});
