// docs/specification.md, 'Removing', 'Erasing a person'

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { CommandError } from "../terminal.ts";
import { filesOf, findMails, mailIds, needsMailFolder, removeFiles } from "./mail-files.ts";
import { otherPlaces } from "./other-copies.ts";
import { needsAddress } from "./person.ts";
import {
  copiesWords,
  filesIn,
  leftWords,
  namedWords,
  previewOf,
  unreachedWords,
  untouchedWords,
} from "./removal-words.ts";

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "removal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

it("says how many go, and from when to when they came", () => {
  const none = { submissions: 1, notifications: 0, quarantine: 2, first: undefined, last: undefined };
  const amounts = "This removes 1 submission, 0 notifications, 2 quarantined posts";
  expect(previewOf(none)).toBe(`${amounts}.\n`);
  const first = "2026-01-31T12:00:00.000Z";
  expect(previewOf({ ...none, first })).toBe(`${amounts}.\n`);
  expect(previewOf({ ...none, first, last: "2026-03-01T12:00:00.000Z" })).toMatch(
    /posts, which came from 2026-01-31 \d\d:\d\d to 2026-03-01 \d\d:\d\d\.\n$/,
  );
});

it("says nothing of places where there are none, and names a hundred of many", () => {
  for (const words of [namedWords, copiesWords, untouchedWords]) {
    expect(words([])).toBe("");
    expect(words(["one"])).toMatch(/: one\n$/);
    const many = Array.from({ length: 102 }, (_, index) => `place${index}`);
    expect(words(many.slice(0, 100))).toMatch(/, place99\n$/);
    expect(words(many)).toMatch(/: place0, place1, .*, place99, and 2 more\n$/);
  }
});

it("says of a person what was gone through, what others wrote, and what is out of reach, in this order", () => {
  const removed = { submissions: 0, notifications: 0, quarantine: 0, mails: 0, leftover: undefined };
  const places = { copies: ["copy"], namedIn: ["AAAA-BBBB"], untouched: ["elsewhere/"] };
  expect(
    leftWords({ ...removed, ...places }, "sqlite").match(/(copy|AAAA-BBBB|Not reached|elsewhere\/)/g),
  ).toEqual(["copy", "AAAA-BBBB", "Not reached", "elsewhere/"]);
  expect(unreachedWords("sqlite")).not.toContain("PostgreSQL");
  expect(unreachedWords("postgres")).toMatch(
    /elsewhere; PostgreSQL's own files: .*\(pg_wal.*\) until it is recycled\.\n$/,
  );
});

it("says where files were looked for, and that a folder is not there", () => {
  const folder = newFolder();
  expect(filesIn(folder, 1)).toBe(`1 file of e-mails in ${folder}`);
  expect(filesIn(join(folder, "mail"), 0)).toBe(
    `0 files of e-mails in ${join(folder, "mail")}, which does not exist`,
  );
});

const nothing = { submissions: 0, notifications: 0, quarantine: 0 };

it.each<[string, string | undefined]>([
  ["ada@visitor.example", undefined],
  ["Ada@Visitor.example", undefined],
  ["o'brien@visitor.example", undefined],
  ["<ada@visitor.example>", " Is ada@visitor.example meant?"],
  ["Ada Moreno <ada@visitor.example>", " Is ada@visitor.example meant?"],
  ["mailto:ada@visitor.example", " Is ada@visitor.example meant?"],
  ["ada@visitor.example.,", " Is ada@visitor.example meant?"],
  ["'ada@visitor.example'", " Is ada@visitor.example meant?"],
  [
    "ada@visitor.example, ben@visitor.example",
    " One address at a time: ada@visitor.example, then ben@visitor.example.",
  ],
  ["@", ""],
  ["ada@", ""],
])("takes '%s' for an address, or says which one may be meant", (email, hint) => {
  const refused = () => needsAddress(email, nothing);
  if (hint === undefined) return expect(refused).not.toThrow();
  expect(refused).toThrow(new CommandError(`'${email}' is no e-mail address.${hint}`, 2));
  for (const name of ["submissions", "notifications", "quarantine"])
    expect(() => needsAddress(email, { ...nothing, [name]: 1 })).not.toThrow();
});

it.each<[string, boolean]>([
  ["To: ada@visitor.example\r\n\r\n", true],
  ["to: ada@visitor.example\n\n", true],
  ["Subject: some\r\nTO: Ada <ADA@visitor.example>\r\n\r\n", true],
  ["To: staff@site.example\r\nReply-To: ada@visitor.example\r\n\r\n", true],
  // A line that goes on.
  ["To: staff@site.example,\r\n\tada@visitor.example\r\n\r\n", true],
  ["Reply-To:\n   ada@visitor.example\n\n", true],
  // The person writes to the staff, or another one to the person's namesake.
  ["To: ada@visitor.example\r\nReply-To: ben@visitor.example\r\n\r\n", false],
  ["To: joada@visitor.example\r\n\r\n", false],
  ["To: ben@visitor.example\r\n\r\nTo: ada@visitor.example\r\n", false],
  ["To: ben@visitor.example\n\nReply-To: ada@visitor.example\n", false],
  ["Cc: ada@visitor.example\r\n\r\n", false],
  ["", false],
])("of the mail %j it finds whether it is the person's: %s", (mail, isFound) => {
  const folder = newFolder();
  writeFileSync(join(folder, "one.eml"), mail);
  expect(findMails(folder, "ada@visitor.example")).toEqual(isFound ? [join(folder, "one.eml")] : []);
});

it("finds files of mails by their ids, and none where there is no folder", () => {
  const folder = newFolder();
  for (const name of ["a.eml", "b.eml", "eml", "c.eml.new"]) writeFileSync(join(folder, name), "");
  expect(mailIds(folder).toSorted()).toEqual(["a", "b"]);
  expect(filesOf(folder, ["a", "x", "eml"])).toEqual([join(folder, "a.eml")]);
  const missing = join(folder, "missing");
  expect([mailIds(missing), filesOf(missing, ["a"]), findMails(missing, "ada@visitor.example")]).toEqual([
    [],
    [],
    [],
  ]);
});

it("removes files, of which some have gone already, and says how many could not be", async () => {
  const folder = newFolder();
  for (const name of ["a.eml", "b.eml"]) writeFileSync(join(folder, name), "");
  expect(await removeFiles([])).toBe(0);
  expect(await removeFiles([join(folder, "a.eml"), join(folder, "gone.eml")])).toBe(2);
  for (const name of ["c.eml", "d.eml"]) mkdirSync(join(folder, name));
  const error = await removeFiles(["b.eml", "c.eml", "d.eml"].map((name) => join(folder, name))).catch(
    (e) => e,
  );
  expect(error).toBeInstanceOf(CommandError);
  expect(error.message).toContain(
    `but 2 of 3 files of e-mails are not (${join(folder, "c.eml")}: this is a folder.). Mend`,
  );
  expect(readdirSync(folder).toSorted()).toEqual(["c.eml", "d.eml"]);
});

it("needs the folder of e-mails where the site keeps them, which may be none where a server takes them", () => {
  const folder = newFolder();
  const dataDir = join(folder, "data");
  const needs = (smtpUrl?: string) =>
    needsMailFolder({ dataDir, smtpUrl } as Parameters<typeof needsMailFolder>[0]);
  expect(() => needs()).toThrow(`Nothing was removed: there is no folder ${dataDir},`);
  expect(needs("smtp://127.0.0.1")).toBe(join(dataDir, "mail"));
  mkdirSync(dataDir);
  expect(needs()).toBe(join(dataDir, "mail"));
  writeFileSync(join(dataDir, "mail"), "");
  expect(() => needs()).toThrow();
  rmSync(join(dataDir, "mail"));
  mkdirSync(join(dataDir, "mail"));
  expect(needs()).toBe(join(dataDir, "mail"));
  expect(readdirSync(join(dataDir, "mail"))).toEqual([]);
});

it.each<[string, string[]]>([
  ["sqlite:DATA/site.db", ["site.db.before.csv", "xmail", "mail2/", "notes-shm.txt"]],
  ["postgres://127.0.0.1/site", ["site.db", "site.db.before.csv", "xmail", "mail2/", "notes-shm.txt"]],
])("with the database %s names what else lies beside it", (url, expected) => {
  const data = newFolder();
  for (const name of ["mail", "assets", "mail2"]) mkdirSync(join(data, name));
  for (const name of [
    "site.db",
    "site.db-wal",
    "site.db-shm",
    "site.db-journal",
    "site.db.key",
    "site.db.new",
  ])
    writeFileSync(join(data, name), "");
  for (const name of [
    "site.db.before-1",
    "site.db.before-1-wal",
    "site.db.before.csv",
    "notes-shm.txt",
    "xmail",
  ])
    writeFileSync(join(data, name), "");
  for (const name of ["calendar.json", "calendar.json.new", "last-backup.json"])
    writeFileSync(join(data, name), "");
  const places = otherPlaces({ dataDir: data, databaseUrl: url.replace("DATA", data) });
  expect(places.toSorted()).toEqual(expected.map((name) => join(data, name)).toSorted());
});

it("names the folder of backups where it is elsewhere, and not where it is gone or within", () => {
  const data = newFolder();
  const elsewhere = newFolder();
  const namedFor = (folder: string) => {
    const note = { file: join(folder, "copy.db"), at: "2026-11-21T08:00:00.000Z", contents: {} };
    writeFileSync(join(data, "last-backup.json"), JSON.stringify(note));
    return otherPlaces({ dataDir: data, databaseUrl: `sqlite:${join(data, "site.db")}` });
  };
  expect(namedFor(elsewhere)).toEqual([join(elsewhere, "/")]);
  // A folder whose name begins in the same way is another one.
  const beside = `${data}-copies`;
  mkdirSync(beside);
  onTestFinished(() => rmSync(beside, { recursive: true }));
  expect(namedFor(beside)).toEqual([join(beside, "/")]);
  expect(namedFor(join(elsewhere, "gone"))).toEqual([]);
  expect(namedFor(data)).toEqual([]);
  mkdirSync(join(data, "backups"));
  expect(namedFor(join(data, "backups"))).toEqual([join(data, "backups", "/")]);
});
