// docs/operations.md, 'Backups': what cannot be backed up, tried or noted, in words

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../tests/support/databases.ts";
import { runStaff } from "../../tests/support/staff.ts";
import { backupsIn, keepNewest, timeOf } from "./backup.ts";
import { drillBackup } from "./drill.ts";
import { sqliteCopies } from "./sqlite-copies.ts";

let folder: string;
let url: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "backup-words-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  url = `sqlite:${join(folder, "site.db")}`;
  await (await openDatabase(url)).close();
});
const run = (...args: string[]) => runStaff(url, folder, ...args);
const change = (file: string, statements: string) => {
  const database = new DatabaseSync(join(folder, file));
  database.exec(statements);
  database.close();
};
const post = (rows: number) =>
  `with recursive series (n) as (select 1 union all select n + 1 from series where n < ${rows})
   insert into quarantine (id, created_at, form_type, reason, email, fields)
   select printf('%08x-0000-4000-8000-000000000000', n), '2026-11-21T08:00:00.000Z', '', '', '', '[]' from series`;

it("a name that is taken, a folder that is not there, a backup that is being written", async () => {
  const copy = join(folder, "copy.db");
  writeFileSync(copy, "");
  await expect(run("backup", copy)).rejects.toThrow(`${copy} exists already.`);
  rmSync(copy);
  writeFileSync(`${copy}.new`, "");
  await expect(run("backup", copy)).rejects.toThrow(
    `${copy}.new is there: another backup is being written. If none is, one was broken off: remove the file.`,
  );
  await expect(run("backup", join(folder, "none", "copy.db"))).rejects.toThrow(
    `There is no folder ${join(folder, "none")}.`,
  );
});

it("a file that is a sound database, and not of this site", async () => {
  change("other.db", "create table other (id text)");
  const file = join(folder, "other.db");
  for (const args of [
    ["restore", "--verify", file],
    ["drill", file],
  ])
    await expect(run(...args)).rejects.toThrow(
      `${file} is no backup of this site (no such table: contact_submissions).`,
    );
  // The site does not bring up to date what a later version has changed.
  await run("backup", join(folder, "later.db"));
  change("later.db", "insert into kysely_migration (name, timestamp) values ('9999-later', '')");
  await expect(run("drill", join(folder, "later.db"))).rejects.toThrow(
    /^The site could not run with what was restored: .*9999-later/,
  );
});

it("a folder that was made for a backup that is none", async () => {
  change("other.db", "create table other (id text)");
  const to = join(folder, "new", "deep");
  const other = `sqlite:${join(folder, "other.db")}`;
  await expect(runStaff(other, folder, "backup", "--to", to)).rejects.toThrow("is no backup of this site");
  expect(existsSync(join(folder, "new"))).toBe(false);
});

it("a backup of more rows than are compared at once", async () => {
  for (const rows of [500, 1_001]) {
    change("site.db", `delete from quarantine; ${post(rows)}`);
    await run("backup", join(folder, `${rows}.db`));
    expect((await run("drill")).output).toContain(
      `Compared with the site word for word: ${rows} are the same.\n`,
    );
  }
});

it("a drill names three of the rows that differ", async () => {
  change("site.db", post(4));
  await run("backup", join(folder, "copy.db"));
  change("site.db", "update quarantine set reason = 'another'");
  const ids = [1, 2, 3].map((n) => `0000000${n}-0000-4000-8000-000000000000`).join(", ");
  await expect(run("drill")).rejects.toThrow(`4 differ between the site and the backup: ${ids}.`);
});

it("a backup that cannot be noted is made all the same", async () => {
  mkdirSync(join(folder, "last-backup.json"));
  const { output, notes } = await run("backup", join(folder, "copy.db"));
  expect(output).toContain("is whole");
  expect(notes).toContain(
    `The time of this backup could not be noted in ${folder} (${join(folder, "last-backup.json")}: this is a folder.)\n`,
  );
});

it("a backup without a submission takes no older one away, also where nobody knows what that held", async () => {
  const to = join(folder, "all");
  mkdirSync(to);
  const old = join(to, "site-20260131T031500Z.db");
  writeFileSync(old, "");
  writeFileSync(join(folder, "last-backup.json"), "{");
  await expect(run("backup", "--to", to, "--keep", "1")).rejects.toThrow(
    "There is no submission in it, and nobody knows how many were in the backup before. No older backup was removed.",
  );
  expect(existsSync(old)).toBe(true);
});

it("knows its own files by their names, and when they were made", () => {
  const names = ["site-20260131T031500Z.db", "site-20260131T0314Z.dump", "site-20260201T000000Z.dump"];
  const others = [
    "xsite-20260131T031500Z.db",
    "site-20260131T031500Z.db.csv",
    "site-2026T031500Z.db",
    "site.db",
  ];
  for (const name of [...names, ...others]) writeFileSync(join(folder, name), "");
  expect(backupsIn(folder)).toEqual([names[2], names[0], names[1]]);
  expect(names.map((name) => timeOf(join(folder, name)).toISOString())).toEqual([
    ...["2026-01-31T03:15:00.000Z", "2026-01-31T03:14:00.000Z", "2026-02-01T00:00:00.000Z"],
  ]);
  const renamed = timeOf(join(folder, "site-20260131T031500Z (1).db"));
  expect(renamed).toEqual(new Date("2026-01-31T03:15:00.000Z"));
  const moment = new Date("2026-03-04T05:06:07.000Z");
  for (const name of ["xsite-20260131T031500Z.db", "site.db"]) {
    utimesSync(join(folder, name), moment, moment);
    expect(timeOf(join(folder, name))).toEqual(moment);
  }
  const dayAgo = new Date(Date.now() - 25 * 3_600_000);
  const drafts = ["site-20260131T031500Z.db.new", "site-20260131T031600Z.db.new", "other.db.new"];
  for (const name of drafts) writeFileSync(join(folder, name), "");
  for (const name of ["site-20260131T031500Z.db.new", "other.db.new"])
    utimesSync(join(folder, name), dayAgo, dayAgo);
  expect(keepNewest(folder, 2)).toEqual([names[1]]);
  expect(backupsIn(folder)).toEqual([names[2], names[0]]);
  expect(drafts.map((name) => existsSync(join(folder, name)))).toEqual([false, true, true]);
});

it("an identity that the note keeps only where there is one", async () => {
  await run("backup", join(folder, "copy.db"));
  expect(JSON.parse(readFileSync(join(folder, "last-backup.json"), "utf8"))).not.toHaveProperty("database");
});

it("a drill that is stopped at any step, after which nothing of it is left", async () => {
  const copies = sqliteCopies(join(folder, "site.db"));
  const file = join(folder, "copy.db");
  await run("backup", file);
  const drilled = async (step: RegExp) => {
    const stopping = new AbortController();
    const places: string[] = [];
    const rehearse: typeof copies.rehearse = async (...args) => {
      const scratch = await copies.rehearse(...args);
      places.push(scratch.databaseUrl.slice("sqlite:".length));
      return scratch;
    };
    const write = async (text: string) => {
      if (step.test(text)) stopping.abort();
    };
    const terminal = { write, holdSignals: () => stopping.signal };
    const told = await drillBackup({ ...copies, rehearse }, file, url, terminal).catch(
      ({ message }) => message,
    );
    expect(places.filter((place) => existsSync(place))).toEqual([]);
    return told;
  };
  const stopped = "The drill was stopped; what was restored is removed again.";
  expect(await drilled(/^nothing says this/)).toBeUndefined();
  expect(await drilled(/is whole/)).toBe(stopped);
  expect(await drilled(/It was restored beside the site/)).toBe(stopped);
});

it("a restore beside a note that is damaged leaves it to the next backup", async () => {
  const file = join(folder, "site-20260131T031500Z.db");
  await run("backup", file);
  const note = join(folder, "last-backup.json");
  rmSync(note);
  await run("restore", file, "--yes");
  expect(JSON.parse(readFileSync(note, "utf8"))).toMatchObject({ file, at: "2026-01-31T03:15:00.000Z" });
  writeFileSync(note, "{");
  await run("restore", file, "--yes");
  expect(readFileSync(note, "utf8")).toBe("{");
});
