import { hkdfSync, scryptSync } from "node:crypto";
import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { createTestDatabase, databaseKinds } from "../tests/support/databases.ts";
import { connectDatabase } from "./connect.server.ts";
import { outsideKey, siteSecret } from "./site-secret.server.ts";

// Real, but for the faults that a test plays on it.
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  return { ...fs, linkSync: vi.fn(fs.linkSync) };
});

const stored = "what lies in the database";
const derived = (key: string) => Buffer.from(hkdfSync("sha256", key, stored, "outside key", 32));

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

it("leaves nothing beside the key, and the key itself on disk", () => {
  const folder = mkdtempSync(join(tmpdir(), "key-"));
  const key = outsideKey(`sqlite:${join(folder, "site.db")}`, stored);
  expect(readdirSync(folder)).toEqual(["site.db.key"]);
  const kept = readFileSync(join(folder, "site.db.key"), "utf8");
  expect(kept).toMatch(/^[\w-]{43}$/);
  expect(derived(kept)).toEqual(key);
  rmSync(folder, { recursive: true });
});

it("makes a new key for each database in memory, and no file", () => {
  const before = readdirSync(".");
  expect(outsideKey("sqlite::memory:", stored)).not.toEqual(outsideKey("sqlite::memory:", stored));
  expect(readdirSync(".")).toEqual(before);
});

it("makes a key, the same each time, of a database without a password", () => {
  const key = outsideKey("postgres://db/site", stored);
  expect(outsideKey("postgres://other@db/other", stored)).toEqual(key);
  expect(scryptSync("", stored, 32)).toEqual(key);
});

it.each(databaseKinds)("makes a secret once for all instances on %s, another for each name", async (kind) => {
  const database = await createTestDatabase(kind);
  const [one, other] = [await connectDatabase(database.url), await connectDatabase(database.url)];
  const secrets = await Promise.all([one, other, one].map(({ db }) => siteSecret(db, "forms")));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  const readOnly = new Proxy(other.db, {
    get: (db, name) => name !== "insertInto" && Reflect.get(db, name).bind(db),
  });
  expect(await siteSecret(readOnly, "forms")).toBe(secrets[0]);
  expect(await siteSecret(one.db, "another")).not.toBe(secrets[0]);
  const rows = await one.db.selectFrom("site_secrets").select(["name", "value"]).orderBy("name").execute();
  expect(rows.find(({ name }) => name === "forms")).toEqual({ name: "forms", value: secrets[0] });
  await Promise.all([one.close(), other.close()]);
  await database.drop();
});

it.each(["EPERM", "ENOTSUP"])("keeps the key on a file system whose links fail with %s", (code) => {
  const folder = mkdtempSync(join(tmpdir(), "key-"));
  vi.mocked(linkSync).mockImplementationOnce(() => {
    throw Object.assign(new Error("no links here"), { code });
  });
  const url = `sqlite:${join(folder, "site.db")}`;
  expect(outsideKey(url, stored)).toEqual(outsideKey(url, stored));
  expect(readdirSync(folder)).toEqual(["site.db.key"]);
  rmSync(folder, { recursive: true });
});

it("takes the key of a process that started at the same time and was first", () => {
  const folder = mkdtempSync(join(tmpdir(), "key-"));
  vi.mocked(linkSync).mockImplementationOnce((_draft, file) => {
    writeFileSync(file, "the other's key");
    throw Object.assign(new Error("file exists"), { code: "EEXIST" });
  });
  const key = outsideKey(`sqlite:${join(folder, "site.db")}`, stored);
  expect(key).toEqual(derived("the other's key"));
  expect(readdirSync(folder)).toEqual(["site.db.key"]);
  rmSync(folder, { recursive: true });
});
