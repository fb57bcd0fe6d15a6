import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { outsideKey } from "./site-secret.server.ts";

const stored = "what lies in the database";

it("keeps the key of an SQLite database in a file of its own, which a copy of the database is without", () => {
  const folder = mkdtempSync(join(tmpdir(), "key-"));
  const url = `sqlite:${join(folder, "site.db")}`;
  const key = outsideKey(url, stored);
  expect(outsideKey(url, stored)).toEqual(key);
  expect(statSync(join(folder, "site.db.key")).mode & 0o777).toBe(0o600);
  rmSync(join(folder, "site.db.key"));
  expect(outsideKey(url, stored)).not.toEqual(key);
  rmSync(folder, { recursive: true });
});

it("leaves a key that is missing to the site, where the staff's commands ask for it", () => {
  const folder = mkdtempSync(join(tmpdir(), "key-"));
  const url = `sqlite:${join(folder, "site.db")}`;
  expect(outsideKey(url, stored, true)).toHaveLength(32);
  expect(readdirSync(folder)).toEqual([]);
  expect(outsideKey(url, stored, true)).not.toEqual(outsideKey(url, stored));
  expect(outsideKey(url, stored, true)).toEqual(outsideKey(url, stored));
  rmSync(folder, { recursive: true });
});

it("makes the key of a PostgreSQL database from the password, so that all instances agree", () => {
  const key = outsideKey("postgres://site:s%C3%A9cret@db.example/site", stored);
  for (const url of [
    "postgres://other:s%C3%A9cret@[::1]:5432/site?sslmode=disable",
    "postgresql://db/site?password=sécret",
  ])
    expect(outsideKey(url, stored)).toEqual(key);
  expect(outsideKey("postgres://site:another@db.example/site", stored)).not.toEqual(key);
  expect(outsideKey("postgres://site:s%C3%A9cret@db.example/site", "other")).not.toEqual(key);
});
