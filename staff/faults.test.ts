// docs/operations.md, 'Submissions' and 'Backups': what went wrong is named, and nothing else is blamed

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { connectDatabase } from "#database/connect.server.ts";
import { TablesError } from "#database/migrate.server.ts";
import { ConfigError } from "#server/config.ts";
import { createTestDatabase, databaseKinds, openDatabase } from "../tests/support/databases.ts";
import { versionOfPgDump } from "../tests/support/postgres-tools.ts";
import { asNobody } from "../tests/support/rights.ts";
import { runStaff } from "../tests/support/staff.ts";
import { inWords, noRoom, ofDatabase } from "./faults.ts";
import { serverOf } from "./on-database.ts";
import { CommandError } from "./terminal.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "faults-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});
const refusalOn = (url: string, ...args: string[]) =>
  runStaff(url, folder, ...args).then(
    () => "",
    (error: Error) => String(error),
  );

describe.each(databaseKinds)("a file that is no backup of %s", (kind) => {
  const url =
    kind === "sqlite" ? () => `sqlite:${join(folder, "site.db")}` : () => "postgres://127.0.0.1:1/site";
  const sqliteHead = "SQLite format 3\0";

  it("is told from one that cannot be read, is damaged, or is of the other kind of database", async ({
    skip,
  }) => {
    if (kind === "postgres" && versionOfPgDump() === undefined)
      skip("PostgreSQL's programs are not installed");
    const file = join(folder, "some");
    const dumpHead = "PGDMP\u0001\u000e\u0000";
    const [own, other] = kind === "sqlite" ? [sqliteHead, dumpHead] : [dumpHead, sqliteHead];
    writeFileSync(file, own + "x".repeat(10_000));
    for (const args of [
      ["restore", "--verify", file],
      ["restore", file, "--yes"],
      ["drill", file],
    ])
      expect(await refusalOn(url(), ...args)).toContain(`${file} is damaged`);
    writeFileSync(file, other + "x".repeat(10_000));
    const kinds = kind === "sqlite" ? /backup of PostgreSQL, .* SQLite/ : /backup of SQLite, .* PostgreSQL/;
    expect(await refusalOn(url(), "restore", "--verify", file)).toMatch(kinds);
    writeFileSync(file, "words");
    expect(await refusalOn(url(), "restore", "--verify", file)).toContain("is no backup of this site");
    chmodSync(file, 0);
    const denied = await asNobody(() => refusalOn(url(), "restore", "--verify", file));
    expect(denied).toBe(`CommandError: ${file}: this account has no right to it.`);
  });
});

it("a file whose name is too long is told to be that", async () => {
  const url = `sqlite:${join(folder, "site.db")}`;
  const file = join(folder, "x".repeat(300));
  expect(await refusalOn(url, "restore", "--verify", file)).toBe(
    `CommandError: ${file}: the name is too long.`,
  );
});

it("a backup of SQLite that was cut is damaged", async () => {
  const url = `sqlite:${join(folder, "site.db")}`;
  await (await openDatabase(url)).close();
  const file = join(folder, "copy.db");
  await runStaff(url, folder, "backup", file);
  truncateSync(file, 20_000);
  expect(await refusalOn(url, "restore", "--verify", file)).toContain(`${file} is damaged`);
});

describe("a file of SQLite", () => {
  const file = () => join(folder, "site.db");
  beforeEach(async () => {
    await (await connectDatabase(`sqlite:${file()}`)).close();
  });

  it("that is missing is told with the folder that was looked into", async () => {
    const told = await refusalOn("sqlite:no such.db", "list");
    expect(told).toContain(`There is no database at ${join(process.cwd(), "no such.db")}.`);
  });

  it("that is damaged is told with what to do, and DATABASE_URL is not blamed", async () => {
    const handle = openSync(file(), "r+");
    writeSync(handle, Buffer.alloc(8_192, 0x55), 0, 8_192, 100);
    closeSync(handle);
    for (const args of [
      ["list"],
      ["purge", "--before", "2026-01-01"],
      ["export"],
      ["backup", join(folder, "copy.db")],
    ])
      expect(await refusalOn(`sqlite:${file()}`, ...args), args[0]).toMatch(
        /^CommandError: The file .*site\.db is damaged \(.*bring back the last backup: 'npm run submissions -- restore FILE'\.$/,
      );
  });

  it("in a folder where this account may only read is told so by a backup", async () => {
    mkdirSync(join(folder, "backups"));
    chmodSync(join(folder, "backups"), 0o777);
    chmodSync(file(), 0o644);
    const backup = ["backup", join(folder, "backups", "copy.db")];
    const told = await asNobody(() => refusalOn(`sqlite:${file()}`, ...backup));
    expect(told).toContain(`CommandError: This account has no right to ${folder}`);
  });
});

describe("a full disk", () => {
  it("is named, and the settings are not blamed", async ({ skip }) => {
    const disk = join(folder, "disk");
    mkdirSync(disk);
    const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], {
      encoding: "utf8",
    });
    if (status !== 0) skip(`no file system of its own: ${stderr}`);
    onTestFinished(() => void spawnSync("umount", ["-l", disk]));
    const url = `sqlite:${join(disk, "site.db")}`;
    await (await openDatabase(url)).close();
    const elsewhere = `sqlite:${join(folder, "site.db")}`;
    await (await openDatabase(elsewhere)).close();
    try {
      writeFileSync(join(disk, "filler"), Buffer.alloc(2_000_000));
    } catch {
      // Full.
    }
    const words = `CommandError: There is no room left on the disk of ${disk}.`;
    for (const args of [["list"], ["quarantine"], ["erase", "a@b.example", "--yes"], ["redeliver"]])
      expect(await refusalOn(url, ...args), args[0]).toBe(words);
    for (const args of [[join(disk, "copy.db")], ["--to", disk]])
      expect(await refusalOn(elsewhere, "backup", ...args)).toBe(words);
  });
});

describe("a database that is not the site's", () => {
  it("is not to be brought up to date", async () => {
    const database = await createTestDatabase("postgres");
    onTestFinished(database.drop);
    for (const args of [["list"], ["export"], ["redeliver"]]) {
      const { host, pathname } = new URL(database.url);
      expect(await refusalOn(database.url, ...args)).toBe(
        `CommandError: The database ${host}${pathname}: there are no tables of the site in it; if it is the site's, start the site, which makes them.`,
      );
    }
  });

  it("is told to be away in words", async () => {
    for (const command of [["list"], ["backup", join(folder, "copy.dump")]]) {
      expect(await refusalOn("postgres://127.0.0.1:1/site", ...command)).toBe(
        "CommandError: The database 127.0.0.1:1: nobody answers at this address; is the server up?",
      );
      expect(await refusalOn("postgres://no-such-host.invalid/site", ...command)).toMatch(
        /The database no-such-host.invalid: (there is no machine of this name|the machine's name could not)/,
      );
    }
  });
});

it("a folder that a refused backup would have been written into is not left", async () => {
  const url = `sqlite:${join(folder, "site.db")}`;
  writeFileSync(join(folder, "site.db"), `SQLite format 3\0${"x".repeat(4_000)}`);
  const parent = join(folder, "new");
  expect(await refusalOn(url, "backup", "--to", join(parent, "backups"))).not.toBe("");
  expect(spawnSync("ls", [parent]).status).not.toBe(0);
});

it.each<[object, string]>([
  [{ code: "ENOENT", path: "/in" }, "/in: there is no such file or folder."],
  [{ code: "ENOENT", path: "/in", dest: "/out" }, "/in: there is no such file or folder."],
  [{ code: "ENOENT", path: "/proc/a", syscall: "mkdir" }, "/proc/a: no folder can be made there."],
  [{ code: "EACCES", path: "/in", dest: "/out" }, "/out: this account has no right to it."],
  [{ code: "EEXIST", path: "/a", syscall: "mkdir" }, "/a: what should be a folder is a file."],
  [{ code: "ENOSPC" }, "The output cannot be written: there is no room left on the disk."],
  [{ code: "ERR_SQLITE_ERROR" }, "The database: fault."],
  [{ code: "42501", severity: "ERROR" }, "The database: fault (42501)."],
])("says of %j: %s", (about, words) => {
  const told = inWords(Object.assign(new Error("fault"), about));
  expect(told).toBeInstanceOf(CommandError);
  expect(told).toHaveProperty("message", words);
});

it.each([
  "fault",
  new Error("fault"),
  Object.assign(new CommandError("fault"), { code: "ENOENT" }),
  Object.assign(new Error("fault"), { code: "42501" }),
  Object.assign(new Error("fault"), { code: "A42501", severity: "ERROR" }),
  Object.assign(new Error("fault"), { code: "42501A", severity: "ERROR" }),
  Object.assign(new Error("fault"), { code: undefined, severity: "ERROR" }),
])("leaves %s as it is where there are no words for it", (error) => {
  expect(inWords(error)).toBe(error);
});

it.each([
  ["ECONNREFUSED", "connect", "nobody answers at this address; is the server up?"],
  ["ENOENT", "connect", "nobody answers at this address; is the server up?"],
  ["ENOENT", "open", undefined],
  ["ENOTFOUND", "getaddrinfo", "there is no machine of this name; is its address right?"],
  ["EAI_AGAIN", "getaddrinfo", "the machine's name could not be looked up."],
  ["ETIMEDOUT", "connect", "it did not answer in time."],
  ["EHOSTUNREACH", "connect", "the machine is not reached."],
  ["ENETUNREACH", "connect", "the machine is not reached."],
  ["ECONNRESET", "read", "it ended the connection."],
  ["EPIPE", "write", undefined],
])("of a server's %s in %s it is said: %s", async (code, syscall, reason) => {
  const fault = Object.assign(new Error("fault"), { code, syscall });
  const told = await ofDatabase(fault, { databaseUrl: "postgres://127.0.0.1:1/site" });
  expect(told).toEqual(reason ? new CommandError(`The database 127.0.0.1:1: ${reason}`) : fault);
});

it("names a server by its address, or by the folder of its socket", () => {
  expect(serverOf("postgres://127.0.0.1:1/site?host=/run/db")).toBe("127.0.0.1:1");
  expect(serverOf("postgres:///site?host=/run/db")).toBe("/run/db");
  expect(serverOf("postgres:///site")).toBe("this machine");
});

it.each([
  ["EDQUOT", "there is no room left for this account"],
  ["EFBIG", "the file is too large"],
  ["EISDIR", "this is a folder"],
  ["ELOOP", "its links lead in a circle"],
  ["ENAMETOOLONG", "the name is too long"],
  ["ENOTDIR", "what should be a folder is a file"],
  ["EPERM", "this account has no right to it"],
  ["EROFS", "nothing can be written there"],
])("has words for %s: %s", (code, words) => {
  const told = inWords(Object.assign(new Error("fault"), { code, path: "/a" }));
  expect(told).toHaveProperty("message", `/a: ${words}.`);
});

it.each<[object, boolean]>([
  [{ code: "ENOSPC" }, true],
  [{ code: "ENOSPC", path: "/a", dest: join(tmpdir(), "b") }, true],
  [{ code: "ENOSPC", path: join(tmpdir(), "b") }, true],
  [{ code: "ENOSPC", path: join(tmpdir(), "b"), dest: "/elsewhere/a" }, false],
  [{ code: "EACCES" }, false],
  // SQLite's codes: full, with a finer code as well; an input or output that failed, while there is room.
  [{ errcode: 13 }, true],
  [{ errcode: 0x10d }, true],
  [{ errcode: 10 }, false],
])("takes %j for a full disk: %s", async (about, isFull) => {
  const told = await noRoom(Object.assign(new Error("fault"), about), tmpdir());
  expect(told?.message).toBe(isFull ? `There is no room left on the disk of ${tmpdir()}.` : undefined);
});

it.each<[string, object, string | undefined]>([
  ["sqlite:/data/site.db", { errcode: 11 }, "The file /data/site.db is damaged (fault). Stop the site,"],
  ["sqlite:/data/site.db", { errcode: 26 }, "The file /data/site.db is damaged (fault). Stop the site,"],
  ["sqlite:/data/site.db", { errcode: 0x10b }, "The file /data/site.db is damaged (fault). Stop the site,"],
  ["sqlite:/data/site.db", { errcode: 13 }, "There is no room left on the disk of /data."],
  ["sqlite:/data/site.db", { errcode: 5 }, undefined],
  ["sqlite:/data/site.db", { code: "ECONNREFUSED" }, undefined],
  ["postgres://db/site", { errcode: 11 }, undefined],
])("of %s and the fault %j it is said: %s", async (databaseUrl, about, words) => {
  const fault = Object.assign(new Error("fault"), about);
  for (const error of [fault, new ConfigError("DATABASE_URL", { cause: fault })]) {
    const told = await ofDatabase(error, { databaseUrl });
    if (words === undefined) expect(told).toBe(error);
    else expect(told).toMatchObject({ name: "CommandError", message: expect.stringContaining(words) });
  }
});

it("says of tables whose they are, and leaves what has its words already or none to be given", async () => {
  const databaseUrl = "postgres://site:secret@db:5433/site";
  const tables = await ofDatabase(new TablesError("it lacks a table"), { databaseUrl });
  expect(tables).toEqual(new CommandError("The database db:5433/site: it lacks a table."));
  for (const error of [new CommandError("fault"), "fault", new ConfigError("DATABASE_URL is wrong")])
    expect(await ofDatabase(error, { databaseUrl })).toBe(error);
});
