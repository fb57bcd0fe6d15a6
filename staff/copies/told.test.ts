// docs/operations.md, 'Backups': what each step says on SQLite, to the letter

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { connectDatabase } from "#database/connect.server.ts";
import { siteSecret } from "#database/site-secret.server.ts";
import { openDatabase } from "../../tests/support/databases.ts";
import { runStaff, staffNow } from "../../tests/support/staff.ts";

let folder: string;
let url: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "told-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  url = `sqlite:${join(folder, "site.db")}`;
  const { db, close } = await openDatabase(url);
  await siteSecret(db, "forms");
  await close();
  await add("1");
});
const add = async (digit: string) => {
  const { db, close } = await openDatabase(url);
  const row = {
    id: `${digit.repeat(8)}-0000-4000-8000-000000000000`,
    created_at: `2026-11-2${digit}T08:00:00.000Z`,
  };
  await db
    .insertInto("quarantine")
    .values({ ...row, form_type: "", reason: "", email: "", fields: "[]" })
    .execute();
  await close();
};
const remove = async () => {
  const { db, close } = await openDatabase(url);
  await db.deleteFrom("quarantine").execute();
  await close();
};
const run = async (...args: string[]) => (await runStaff(url, folder, ...args)).output;
const counts = (quarantine: number) =>
  `  contact_submissions: 0\n  mastermind_applications: 0\n  notifications: 0\n  quarantine: ${quarantine}\n`;
const note = () => JSON.parse(readFileSync(join(folder, "last-backup.json"), "utf8"));

it("a backup and its drill", async () => {
  const copy = join(folder, "copy.db");
  expect(await run("backup", copy)).toBe(`${copy} is whole:\n${counts(1)}`);
  const made = note();
  expect(made).toMatchObject({ file: copy, bytes: readFileSync(copy).length, at: staffNow.toISOString() });
  expect(made.contents).toMatchObject({ quarantine: 1 });
  expect(made.database).toMatch(/^[\da-f]{16}$/);
  expect(made.drilledAt).toBeUndefined();
  expect(await run("restore", "--verify", copy)).toBe(`${copy} is whole:\n${counts(1)}`);
  const start = `${copy} is whole.\nIt was restored beside the site, which could run with it. All rows are there.\n`;
  const end = "The drill succeeded; what was restored is removed again.\n";
  const compared = "Compared with the site word for word:";
  expect(await run("drill")).toBe(`${start}${compared} 1 are the same.\n${end}`);
  expect(note()).toEqual({ ...made, drilledAt: staffNow.toISOString() });
  await add("2");
  expect(await run("drill", copy)).toBe(
    `${start}${compared} 1 are the same, 1 came after the backup.\n${end}`,
  );
  await remove();
  expect(await run("drill", copy)).toBe(
    `${start}${compared} 0 are the same.\n1 in the backup is no longer on the site (erased or purged): a restore would bring it back.\n${end}`,
  );
  await add("1");
  await add("2");
  await run("backup", join(folder, "two.db"));
  await remove();
  expect(await run("drill", join(folder, "two.db"))).toContain(
    "\n2 in the backup are no longer on the site (erased or purged): a restore would bring them back.\n",
  );
  rmSync(join(folder, "site.db"));
  expect(await run("drill", copy)).toBe(
    `${start}There is no database of the site here to compare it with.\n${end}`,
  );
});

it("a drill that fails, of which the note tells", async () => {
  const copy = join(folder, "copy.db");
  await run("backup", copy);
  await run("drill");
  const { db, close } = await openDatabase(url);
  await db.updateTable("quarantine").set({ reason: "another" }).execute();
  await close();
  const id = "11111111-0000-4000-8000-000000000000";
  await expect(run("drill")).rejects.toThrow(`1 differ between the site and the backup: ${id}.`);
  expect(note().drilledAt).toBeUndefined();
  await remove();
  for (const digit of ["2", "3", "1"]) await add(digit);
  await run("backup", join(folder, "later.db"));
  await remove();
  await add("3");
  await run("backup", join(folder, "some.db"));
  await add("1");
  await expect(run("drill")).rejects.toThrow(`1 that the site has are not in the backup: ${id}.`);
  await expect(run("drill", join(folder, "none"))).rejects.toThrow(`${join(folder, "none")} does not exist.`);
  mkdirSync(join(folder, "empty"));
  await expect(run("drill", join(folder, "empty"))).rejects.toThrow(
    `There is no backup in ${join(folder, "empty")}.`,
  );
  rmSync(join(folder, "last-backup.json"));
  await expect(run("drill")).rejects.toThrow(
    "No backup has been made here. Make one, or say which file or folder",
  );
});

it("a folder of backups, of which the newest stay", async () => {
  const to = join(folder, "all");
  const name = (seconds: string) => join(to, `site-20261123T1000${seconds}Z.db`);
  expect(await run("backup", "--to", to, "--keep", "2")).toBe(`${name("00")} is whole:\n${counts(1)}`);
  writeFileSync(join(to, "site-20261123T100000Z.db.csv"), "");
  await add("2");
  expect(await run("backup", "--to", to)).toBe(`${name("01")} is whole:\n${counts(2)}`);
  expect(await run("backup", "--to", to, "--keep", "2")).toBe(
    `${name("02")} is whole:\n${counts(2)}Removed site-20261123T100000Z.db.\n`,
  );
  expect(await run("drill", to)).toContain(`${name("02")} is whole.\n`);
  expect(readdirSync(to).toSorted()).toEqual([
    "site-20261123T100000Z.db.csv",
    "site-20261123T100001Z.db",
    "site-20261123T100002Z.db",
  ]);
});

it("a restore, which tells what it puts in the place of what, and keeps it", async () => {
  const [copy, own] = [join(folder, "copy.db"), join(folder, "site.db")];
  await run("backup", copy);
  await add("2");
  const preview = `This puts ${copy}\n${counts(1)}in the place of ${own}; `;
  expect(await run("restore", copy, "--dry-run")).toBe(`${preview}it holds\n${counts(2)}`);
  const site = await openDatabase(url);
  await site.db.selectFrom("quarantine").select("id").execute();
  expect(await run("restore", copy, "--dry-run")).toBe(
    `${preview}it holds\n${counts(2)}The site is running, or its development server: stop it before you restore.\n`,
  );
  await site.close();
  expect(await run("restore", "--verify", own)).toContain("is whole");
  await expect(run("restore", own, "--yes")).rejects.toThrow(
    `${own} is the site's own database. Name a backup of it.`,
  );
  const before = note();
  const told = await run("restore", copy, "--yes");
  expect(told).toContain(
    `${preview}it holds\n${counts(2)}Restored:\n${counts(1)}The database before is kept in ${own}.`,
  );
  expect(told).toContain(
    "so they are held: 'npm run submissions -- notifications' shows them,\n'npm run submissions -- redeliver' sends them.",
  );
  expect(note()).toEqual({ ...before, drilledAt: staffNow.toISOString() });
  expect(await run("quarantine")).toContain("11111111");
  writeFileSync(own, "SQLite format 3\0 and no more");
  expect(await run("restore", copy, "--dry-run")).toBe(`${preview}what it holds cannot be read\n`);
  for (const name of readdirSync(folder)) if (name !== "copy.db") rmSync(join(folder, name));
  expect(await run("restore", copy, "--dry-run")).toBe(`${preview}there is none\n`);
  const anew = await run("restore", copy, "--yes");
  expect(anew).toContain(`Restored:\n${counts(1)}E-mails that waited`);
  if (process.geteuid?.() === 0)
    expect(anew).toContain(
      `${own} belongs to root, as its folder does: if the site has an account of its own,`,
    );
  // Where no backup is known it is the one that was brought back.
  expect(note()).toMatchObject({
    file: copy,
    drilledAt: staffNow.toISOString(),
    contents: { quarantine: 1 },
  });
});

it.each([
  [["--keep", "2"], "--keep belongs to --to FOLDER."],
  [[], "FILE, or --to FOLDER, is missing."],
  [["x.db", "--to", "x"], "Name a file or --to FOLDER, not both."],
  [["--to", " "], "FOLDER is missing."],
  ...["0", "07", "x2", "2x", "100000", "-1"].map((keep): [string[], string] => [
    ["--to", "x", `--keep=${keep}`],
    `--keep takes a number from 1 on, not '${keep}'.`,
  ]),
])("refuses 'backup' with %j: %s", async (args, words) => {
  await expect(run("backup", ...args)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(words),
  });
});

it("a copy to another database, with what it would do", async () => {
  const to = join(folder, "other.db");
  const rows = (quarantine: number | string) =>
    expect.stringMatching(
      new RegExp(`^ {2}site_secrets: 1.*\n {2}quarantine: ${quarantine}.*\n {2}submission_keys: 0`, "s"),
    );
  const plan = () => run("copy", "--to", `sqlite:${to}`, "--dry-run");
  expect(await plan()).toEqual(rows(1));
  expect(await plan()).toContain(`${to} is not there yet, or has no tables.\nNothing was changed.\n`);
  writeFileSync(to, "");
  expect(await plan()).toContain(`${to} is not there yet, or has no tables.\n`);
  await (await connectDatabase(`sqlite:${to}`)).close();
  expect(await plan()).toContain(`${to} is empty.\nNothing was changed.\n`);
  const copied = await run("copy", "--to", `sqlite:${to}`);
  expect(copied).toEqual(rows("1 row, digest [\\da-f]{32}"));
  expect(copied).toContain(
    `${to} holds the same, read back and compared.\nSwitch over: start the site with this address`,
  );
  expect(await plan()).toContain(`${to} holds rows; nothing would be copied unless they are these.\n`);
  expect(await run("copy", "--to", `sqlite:${to}`)).toBe(copied);
  const site = await openDatabase(url);
  await site.db.selectFrom("quarantine").select("id").execute();
  expect(await plan()).toContain("The site runs: stop it for the last part.\nNothing was changed.\n");
  expect(await runStaff(url, folder, "copy", "--to", `sqlite:${to}`)).toMatchObject({
    output: expect.stringContaining("It was a whole copy already. The site runs: stop every instance before"),
    exitCode: 1,
  });
  await site.close();
  // A site may still start with it.
  await (await connectDatabase(`sqlite:${to}`)).close();
  await add("2");
  await expect(run("copy", "--to", `sqlite:${to}`)).rejects.toThrow(
    /^Nothing was copied into .*other\.db: it holds other rows \(quarantine: 1 row, digest [\da-f]{32} there, 2 rows, digest [\da-f]{32} here\)\. Take a database that is empty/,
  );
});
