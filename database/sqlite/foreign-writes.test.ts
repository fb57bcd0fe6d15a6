// docs/operations.md, 'Data'

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/databases.ts";
import { asNobody } from "../../tests/support/rights.ts";
import { type Connection, connectDatabase } from "../connect.server.ts";
import { LostFileError, SqliteFile } from "./sqlite-file.server.ts";
import { WalFile, WalIndex } from "./wal-index.server.ts";

let database: TestDatabase;
let path: string;
let connection: Connection;
const troubles: string[] = [];
const connect = () =>
  connectDatabase(database.url, { onTrouble: (_error, message) => void troubles.push(message) });
beforeEach(async () => {
  database = await createTestDatabase("sqlite");
  path = database.url.slice("sqlite:".length);
  troubles.length = 0;
  connection = await connect();
});
afterEach(async () => {
  await connection.close();
  await database.drop();
});

const store = (value: string, during = () => {}) =>
  connection.db.transaction().execute(async (transaction) => {
    await transaction.insertInto("site_secrets").values({ name: value, value }).execute();
    during();
  });
const storeMany = async (name: string, count: number) => {
  for (let index = 0; index < count; index++) await store(`${name}${String(index).padStart(4, "0")}`);
};
/** By what another process would find now: a copy of both files. */
const look = () => {
  const copy = `${path}.look`;
  copyFileSync(path, copy);
  rmSync(`${copy}-wal`, { force: true });
  if (readdirSync(dirname(path)).includes("site.db-wal")) copyFileSync(`${path}-wal`, `${copy}-wal`);
  const there = new DatabaseSync(copy);
  const [check] = there.prepare("pragma integrity_check").all();
  const values = there.prepare("select value from site_secrets order by value").all();
  there.close();
  expect(check).toEqual({ integrity_check: "ok" });
  return values.map(({ value }) => String(value));
};
const keptLogs = () => readdirSync(dirname(path)).filter((name) => name.includes("-wal.of-lost-database"));
const inAnotherProcess = (statements: string) => {
  const code = `const d = new (require("node:sqlite").DatabaseSync)(${JSON.stringify(path)}); d.exec(${JSON.stringify(statements)}); d.close();`;
  const { status, stderr } = spawnSync(process.execPath, ["-e", code], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
};
const checkpoint = () => inAnotherProcess("pragma wal_checkpoint(truncate)");
/** As `cp` does: the file stays the same. */
const copyOver = (from: Buffer, to: string) => writeFileSync(to, from);
/** 40 rows, and a copy of the file that holds them. */
const storeAndCopy = async () => {
  await storeMany("one", 40);
  checkpoint();
  return readFileSync(path);
};
/** Then more pages than the copy has, in the file and in the log. */
const storeCopyAndGrow = async () => {
  const copy = await storeAndCopy();
  await storeMany("two", 300);
  checkpoint();
  await storeMany("three", 60);
  return copy;
};

it("notices a copy that is written over the file, and goes on with the copy alone", async () => {
  copyOver(await storeCopyAndGrow(), path);
  await store("four");
  expect(await connection.check()).toBe(true);
  expect(troubles).toEqual([
    expect.stringContaining("written over"),
    expect.stringContaining(String(keptLogs()[0])),
    expect.stringContaining("was opened"),
  ]);
  expect(look()).toHaveLength(41);
  // What a post may take back still goes into no file outside of DATA_DIR.
  const { rows } = await sql`pragma temp_store`.execute(connection.db);
  expect(rows).toEqual([{ temp_store: 2 }]);
  await connection.close();
  connection = await connect();
  expect(look()).toHaveLength(41);
});

it("notices it as well when one of several connections was closed before", async () => {
  await connection.close();
  const file = new SqliteFile(path);
  const [one, another] = [file.connect(), file.connect()];
  for (const each of [one, another]) file.open(each);
  file.end(another);
  file.assertOwn();
  copyOver(readFileSync(path), path);
  utimesSync(path, 1, 1);
  expect(() => file.assertOwn()).toThrow(LostFileError);
  file.end(one);
});

it("judges nothing while another process is writing the index of the log, and does afterwards", async () => {
  await connection.close();
  const file = new SqliteFile(path);
  const one = file.connect();
  const read = vi.spyOn(WalIndex.prototype, "read").mockReturnValue(undefined);
  file.open(one);
  read.mockRestore();
  utimesSync(path, 1, 1);
  file.assertOwn();
  vi.spyOn(WalIndex.prototype, "read").mockReturnValue(undefined);
  utimesSync(path, 2, 2);
  file.assertOwn();
  vi.restoreAllMocks();
  expect(() => file.assertOwn()).toThrow(LostFileError);
  file.end(one);
});

it("takes nothing into a file that is written over during a post", async () => {
  const copy = await storeCopyAndGrow();
  await expect(store("lost", () => copyOver(copy, path))).rejects.toThrow(LostFileError);
  await store("four");
  expect(look()).not.toContain("lost");
});

it("loses nothing where the same content is written again", async () => {
  await storeAndCopy();
  await storeMany("two", 3);
  copyOver(readFileSync(path), path);
  await store("three");
  utimesSync(path, 1, 1);
  await store("four");
  expect(look()).toHaveLength(45);
  expect(keptLogs()).toEqual([]);
  expect(troubles.filter((message) => message.includes("written over"))).toHaveLength(2);
});

it("takes nothing into a file that may only be read, and goes on once it may be written to", async () => {
  const copy = await storeAndCopy();
  chmodSync(dirname(path), 0o777);
  renameSync(path, `${path}.gone`);
  writeFileSync(path, copy, { mode: 0o444 });
  for (let tries = 0; tries < 2; tries++)
    await asNobody(() => expect(store("refused")).rejects.toThrow(LostFileError));
  chmodSync(path, 0o600);
  await store("taken");
  expect(await connection.check()).toBe(true);
  expect(look()).toHaveLength(41);
});

it("is not ready and takes nothing while the file is damaged, and is again when a sound one was copied there", async () => {
  const copy = await storeAndCopy();
  await storeMany("two", 40);
  copyOver(Buffer.concat([copy.subarray(0, 4096), Buffer.alloc(copy.length - 4096, 7)]), path);
  for (let tries = 0; tries < 3; tries++) await expect(store("refused")).rejects.toThrow(LostFileError);
  await expect(connection.check()).rejects.toThrow(LostFileError);
  expect(troubles).toEqual([expect.stringContaining("written over"), expect.stringContaining("damaged")]);
  copyOver(copy, path);
  await store("again");
  expect(await connection.check()).toBe(true);
  // With its log, which was not lost meanwhile.
  expect(look()).toHaveLength(81);
});

it("notices a log that is cut", async () => {
  await storeAndCopy();
  await storeMany("two", 40);
  truncateSync(`${path}-wal`, 0);
  await store("three");
  expect(await connection.check()).toBe(true);
  expect(troubles[0]).toContain("or its log");
  expect(look()).toHaveLength(41);
});

it("notices file and log that are copied back", async () => {
  await storeAndCopy();
  await storeMany("two", 10);
  const [file, log] = [readFileSync(path), readFileSync(`${path}-wal`)];
  await storeMany("three", 300);
  copyOver(file, path);
  copyOver(log, `${path}-wal`);
  await store("four");
  expect(await connection.check()).toBe(true);
  expect(troubles[0]).toContain("written over");
  expect(look()).toHaveLength(51);
});

/** As `dd conv=notrunc` does, with the time as it was: neither size nor time tell of it. */
const writeOver = (bytes: Buffer) => {
  const { atime, mtime } = statSync(`${path}-wal`);
  const descriptor = openSync(`${path}-wal`, "r+");
  writeSync(descriptor, bytes);
  closeSync(descriptor);
  utimesSync(`${path}-wal`, atime, mtime);
};

it.each([
  // Nothing but the log had the last ten.
  ["zeros", () => Buffer.alloc(statSync(`${path}-wal`).size), 40],
  ["an older state of itself", (older: Buffer) => older, 45],
])("notices a log that is written over with %s", async (_, bytes, left) => {
  await storeAndCopy();
  await storeMany("two", 5);
  const older = readFileSync(`${path}-wal`);
  await storeMany("three", 5);
  writeOver(bytes(Buffer.concat([older, Buffer.alloc(statSync(`${path}-wal`).size - older.length)])));
  await store("four");
  expect(await connection.check()).toBe(true);
  expect(troubles[0]).toContain("or its log");
  expect(look()).toHaveLength(left + 1);
});

it("goes on without a log of earlier, all of which is in the file", async () => {
  await storeMany("one", 60);
  const older = readFileSync(`${path}-wal`);
  inAnotherProcess("pragma wal_checkpoint(restart)");
  await storeMany("two", 10);
  inAnotherProcess("pragma wal_checkpoint");
  await storeMany("three", 5);
  writeOver(older);
  await store("four");
  expect(troubles).toEqual([
    expect.stringContaining("or its log"),
    expect.stringContaining(`kept in ${join(dirname(path), String(keptLogs()[0]))}`),
    expect.stringContaining("was opened"),
  ]);
  expect(look()).toHaveLength(71);
});

it("acknowledges nothing where the log is written over during a post", async () => {
  await storeAndCopy();
  await storeMany("two", 5);
  const zeros = Buffer.alloc(statSync(`${path}-wal`).size);
  await expect(store("lost", () => writeOver(zeros))).rejects.toThrow(LostFileError);
  await store("next");
  expect(look()).toContain("next");
});

describe("a link", () => {
  const real = () => join(dirname(path), "real.db");
  /** What is found at the next start, after a kill. */
  const lookAgain = () => {
    const there = new DatabaseSync(path, { readOnly: true });
    const values = there.prepare("select value from site_secrets order by value").all();
    there.close();
    return values.map(({ value }) => String(value));
  };

  it("that takes the file's place is noticed, and the log follows", async () => {
    await store("one");
    renameSync(path, real());
    symlinkSync("real.db", path);
    await store("two");
    expect(await connection.check()).toBe(true);
    expect(troubles).toEqual([
      expect.stringContaining("removed or replaced"),
      expect.stringContaining("was opened"),
    ]);
    expect(lookAgain()).toEqual(["one", "two"]);
  });

  it("that was there from the start is one more name, and the log is watched as well", async () => {
    await connection.close();
    renameSync(path, real());
    symlinkSync("real.db", path);
    connection = await connect();
    await storeMany("one", 10);
    inAnotherProcess("insert into site_secrets values ('other', 'other')");
    expect(troubles).toEqual([]);
    expect(lookAgain()).toHaveLength(11);
    truncateSync(`${real()}-wal`, 0);
    await store("two");
    expect(troubles[0]).toContain("or its log");
    expect(lookAgain()).toContain("two");
  });
});

it("says nothing wrong of an empty file in the log's place, and loses nothing", async () => {
  await storeMany("one", 3);
  writeFileSync(`${path}.x`, "");
  renameSync(`${path}.x`, `${path}-wal`);
  await store("two");
  expect(troubles).toEqual([
    expect.stringContaining("removed or replaced"),
    expect.stringContaining("was opened"),
  ]);
  expect(keptLogs()).toEqual([]);
  expect(look()).toHaveLength(4);
});

it("writes no log over a copy when it is closed", async () => {
  copyOver(await storeCopyAndGrow(), path);
  await connection.close();
  connection = await connect();
  expect(look()).toHaveLength(40);
});

it("lets other processes write and copy the log into the file", async () => {
  for (let round = 0; round < 5; round++) {
    await storeMany(`round${round}-`, 30);
    if (round % 2) checkpoint();
    else
      inAnotherProcess(
        `pragma wal_checkpoint; insert into site_secrets values ('other${round}', 'other${round}')`,
      );
  }
  // Longer than the log grows before SQLite copies it by itself.
  await storeMany("many", 400);
  expect(look()).toHaveLength(5 * 30 + 3 + 400);
  expect(await connection.check()).toBe(true);
  expect(troubles).toEqual([]);
});

it("does not start with a damaged file, and leaves it as it is", async () => {
  await storeMany("one", 300);
  await connection.close();
  const bytes = readFileSync(path);
  // A page that nothing at the start needs.
  bytes.fill(7, bytes.length - 8192, bytes.length - 4096);
  writeFileSync(path, bytes);
  await expect(connect()).rejects.toThrow(/damaged|malformed/);
  expect(readFileSync(path).equals(bytes)).toBe(true);
  expect(statSync(path).size).toBe(bytes.length);
});

it("finds a database again whose process died while it closed it", async () => {
  await store("kept");
  await connection.close();
  renameSync(path, `${path}.closing`);
  connection = await connect();
  expect(look()).toEqual(["kept"]);
  // Not over one that has come to its place since.
  copyFileSync(path, `${path}.closing`);
  await store("later");
  await connection.close();
  connection = await connect();
  expect(look()).toEqual(["kept", "later"]);
});

it("starts with a file whose end a power cut kept from it, while the log has it", async () => {
  await storeMany("one", 300);
  const log = readFileSync(`${path}-wal`);
  await connection.close();
  truncateSync(path, statSync(path).size - 100);
  writeFileSync(`${path}-wal`, log);
  connection = await connect();
  expect(look()).toHaveLength(300);
});

it.each([
  ["an empty file", () => truncateSync(path), /is empty: a new database is made in it/],
  ["no file where one was", () => rmSync(path), /^there is no .* though there was one/],
])("starts with %s, keeps the log that lies there, and says so", async (_, lose, words) => {
  await store("in the log");
  const log = readFileSync(`${path}-wal`);
  await connection.close();
  writeFileSync(`${path}-wal`, log);
  lose();
  connection = await connect();
  const [kept = "none"] = keptLogs();
  expect(readFileSync(join(dirname(path), kept)).equals(log)).toBe(true);
  expect(troubles).toEqual([expect.stringMatching(words)]);
  expect(troubles[0]).toContain(path);
  expect(troubles[0]).toContain(kept);
  expect(look()).toEqual([]);
});

it("says nothing of a missing file at the first start, and names one that is gone later, by the key beside it", async () => {
  await connection.close();
  for (const [hasKey, said] of [
    [false, []],
    [true, [expect.stringContaining("though there was one")]],
  ] as const) {
    rmSync(path);
    if (hasKey) writeFileSync(`${path}.key`, "key");
    connection = await connect();
    expect(troubles).toEqual(said);
    await connection.close();
  }
});

it.each([
  ["in its last page", (size: number) => size - 1],
  ["behind its first byte", () => 1],
])("does not start with a file that is cut off %s", async (_, left) => {
  await connection.close();
  truncateSync(path, left(statSync(path).size));
  const bytes = readFileSync(path);
  await expect(connect()).rejects.toThrow("damaged: its end is missing");
  expect(readFileSync(path).equals(bytes)).toBe(true);
});

it("copies no large post into a file that was written over meanwhile", async () => {
  const copy = await storeAndCopy();
  // More pages than SQLite lets the log hold before a commit copies it into the file.
  await expect(store("x".repeat(5_000_000), () => copyOver(copy, path))).rejects.toThrow(LostFileError);
  expect(readFileSync(path).equals(copy)).toBe(true);
});

it("does not go on in another file with a post that began in the one that is gone", async () => {
  const copy = await storeAndCopy();
  const post = connection.db.transaction().execute(async (transaction) => {
    await transaction.insertInto("site_secrets").values({ name: "first", value: "first" }).execute();
    copyOver(copy, `${path}.other`);
    renameSync(`${path}.other`, path);
    await connection.check().catch(() => {});
    await transaction.insertInto("site_secrets").values({ name: "second", value: "second" }).execute();
  });
  await expect(post).rejects.toThrow();
  expect(look()).toHaveLength(40);
});

it("sounds no alarm at a log that another process begins anew just when it is looked at", async () => {
  await storeMany("one", 3);
  const { isOf } = WalFile.prototype;
  vi.spyOn(WalFile.prototype, "isOf").mockImplementationOnce(function (this: WalFile, index) {
    inAnotherProcess("pragma wal_checkpoint(restart); insert into site_secrets values ('two', 'two')");
    return isOf.call(this, index);
  });
  await store("three");
  vi.restoreAllMocks();
  expect(troubles).toEqual([]);
  expect(look()).toHaveLength(5);
});

it("lets another process take its time to copy the log into the file", async () => {
  await storeMany("one", 3);
  // As a checkpoint notes at its beginning; https://sqlite.org/walformat.html#walidxfmt
  const code = `const { openSync, readSync, writeSync } = require("node:fs");
    const index = openSync(${JSON.stringify(`${path}-shm`)}, "r+");
    const frames = Buffer.alloc(4);
    readSync(index, frames, 0, 4, 16);
    writeSync(index, frames, 0, 4, 128);`;
  expect(spawnSync(process.execPath, ["-e", code]).status).toBe(0);
  await store("two");
  // It writes on.
  utimesSync(path, 1, 1);
  await store("three");
  expect(troubles).toEqual([]);
  expect(look()).toHaveLength(5);
});
