// docs/specification.md, 'Storage': several processes may have the file open

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { connectDatabase } from "../connect.server.ts";
import { checkFile, lockTimeout, openDatabase } from "./open-sqlite.server.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "beside-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Beside this thread, which waits without ending its turn. @returns what it has said first */
async function besides<Said>(program: string, workerData: object): Promise<Said> {
  const worker = new Worker(program, { eval: true, workerData });
  onTestFinished(() => void worker.terminate());
  return new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
}

it.each([
  ["writes it before it has a log", "begin immediate"],
  ["has it alone, as who is the last to close it", "pragma locking_mode = exclusive; begin exclusive"],
])("opens a file when a process is done that %s", async (_, sql) => {
  const file = join(folder, "site.db");
  const program = `
    const { parentPort, workerData: { file, sql } } = require("node:worker_threads");
    const database = new (require("node:sqlite").DatabaseSync)(file);
    database.exec("create table others (a)");
    database.exec(sql);
    parentPort.postMessage("");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    database.close();`;
  await besides(program, { file, sql });
  const { db, close } = await connectDatabase(`sqlite:${file}`);
  expect(await db.selectFrom("notifications").selectAll().execute()).toEqual([]);
  await close();
});

/** On a clock by which the time to wait is over after each first attempt; who waits all the same would do so for ever. */
function waitsNoLonger() {
  vi.spyOn(Atomics, "wait").mockImplementation(() => {
    throw new Error("waits");
  });
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += lockTimeout + 1;
    return now;
  });
}

it("gives up a file that somebody else does not let go of", () => {
  const file = join(folder, "site.db");
  const other = new DatabaseSync(file);
  other.exec("pragma locking_mode = exclusive; begin exclusive");
  onTestFinished(() => other.close());
  waitsNoLonger();
  expect(() => openDatabase(file)).toThrow("database is locked");
});

it("waits when somebody else holds a file that is looked through, and calls it damaged in no case", () => {
  const file = join(folder, "site.db");
  openDatabase(file).close();
  const { prepare } = DatabaseSync.prototype;
  const check = vi.spyOn(DatabaseSync.prototype, "prepare");
  const locked = () => {
    throw Object.assign(new Error("database is locked"), { errcode: 5 });
  };
  check.mockImplementationOnce(locked);
  expect(checkFile(file)).toBe(true);
  check.mockImplementation(locked);
  waitsNoLonger();
  expect(() => checkFile(file)).toThrow(/^database is locked$/);
  check.mockImplementation(prepare);
  expect(checkFile(file)).toBe(true);
});
