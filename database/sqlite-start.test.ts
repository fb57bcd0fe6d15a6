// docs/operations.md, 'Data': what a start makes of an SQLite file

import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { prepare } from "../tests/support/databases.ts";
import { connectDatabase } from "./connect.server.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "start-"));
  path = join(folder, "data", "site.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

const told: string[] = [];
const connect = (isForStaff = false) => {
  told.length = 0;
  return connectDatabase(`sqlite:${path}`, {
    isForStaff,
    onTrouble: (_error, message) => void told.push(message),
  });
};
const startAndStop = async (isForStaff = false) => (await connect(isForStaff)).close();
const rightsOf = (...endings: string[]) =>
  endings.map((ending) => (statSync(path + ending).mode & 0o777).toString(8));

it("makes folder and file for the site's account alone, and says nothing", async () => {
  const { close } = await connect();
  expect((statSync(join(folder, "data")).mode & 0o777).toString(8)).toBe("700");
  expect(rightsOf("", "-wal", "-shm")).toEqual(["600", "600", "600"]);
  expect(told).toEqual([]);
  await close();
});

it("takes other accounts' rights to the files away, which a command of the staff leaves as they are", async () => {
  const { close } = await connect();
  for (const ending of ["", "-wal", "-shm"]) chmodSync(path + ending, 0o644);
  await startAndStop(true);
  expect(rightsOf("", "-wal", "-shm")).toEqual(["644", "644", "644"]);
  await startAndStop();
  expect(rightsOf("", "-wal", "-shm")).toEqual(["600", "600", "600"]);
  await close();
});

it("leaves claims on mails to the site where a command of the staff opens the file", async () => {
  await startAndStop();
  await prepare("sqlite", `sqlite:${path}`, [
    `insert into notifications (id, created_at, submission_table, submission_id, kind, email, payload, status, attempts,
      next_attempt_at, claimed_until) values ('a', '', '', '', 'staff', '', '{}', 'pending', 0, '', '2999')`,
  ]);
  const claims = async (isForStaff: boolean) => {
    const { db, close } = await connect(isForStaff);
    const rows = await db.selectFrom("notifications").select("claimed_until").execute();
    await close();
    return rows.map((row) => row.claimed_until);
  };
  expect(await claims(true)).toEqual(["2999"]);
  expect(await claims(false)).toEqual([null]);
});

it("does not go on where claims that were left cannot be ended", async () => {
  await startAndStop();
  await prepare("sqlite", `sqlite:${path}`, [
    "drop table notifications",
    "create table notifications (id text)",
  ]);
  await expect(connect()).rejects.toThrow("no such column: claimed_until");
});

it("says that it has not looked for damage in a file of more than 256 MB", async () => {
  await startAndStop();
  const most = 256 * 1024 * 1024;
  truncateSync(path, most);
  await startAndStop();
  expect(told).toEqual([]);
  truncateSync(path, most + 4_096);
  await startAndStop();
  expect(told).toEqual([`the database file is above ${most} bytes and was not checked for damage`]);
});

it("does not start with a file that is no database, and leaves it and its folder as they are", async () => {
  await startAndStop();
  writeFileSync(path, "words ".repeat(1_000));
  await expect(connect()).rejects.toThrow("not a database");
  expect(readFileSync(path, "utf8")).toBe("words ".repeat(1_000));
  expect(readdirSync(join(folder, "data"))).toEqual(["site.db"]);
});

it("makes no file for a database in memory, which works like another one", async () => {
  const { db, indexed, check, close } = await connectDatabase("sqlite::memory:");
  await indexed;
  expect(await check()).toBe(true);
  await db
    .transaction()
    .execute((transaction) =>
      transaction.insertInto("site_secrets").values({ name: "a", value: "b" }).execute(),
    );
  expect(await db.selectFrom("site_secrets").select("name").execute()).toEqual([{ name: "a" }]);
  expect(await check()).toBe(true);
  await close();
  expect(existsSync(":memory:")).toBe(false);
});
