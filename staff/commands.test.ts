// docs/specification.md, 'Commands for staff'

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import site from "#content/site.yaml";
import { siteSecret } from "#database/site-secret.server.ts";
import { readConfig } from "#server/config.ts";
import { createTestDatabase, openDatabase } from "../tests/support/databases.ts";
import { asNobody } from "../tests/support/rights.ts";
import { runStaff, staffNow } from "../tests/support/staff.ts";
import { type Command, waysOf } from "./command.ts";
import { commands } from "./commands.ts";
import { runCommand } from "./run-command.ts";

let folder: string;
let url: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "commands-"));
  url = `sqlite:${join(folder, "data", "site.db")}`;
});
afterEach(() => {
  chmodSync(join(folder), 0o700);
  rmSync(folder, { recursive: true, force: true });
});
const run = (...args: string[]) => runStaff(url, join(folder, "data"), ...args);
const refusalOf = (...args: string[]) => run(...args).then(() => "", String);

describe("the record of commands", () => {
  it("is what the specification and the help say", async () => {
    const specification = readFileSync("docs/specification.md", "utf8");
    const { output } = await run("--help");
    expect(output).toMatch(
      /\n\nID is an id, .+\nWhat removes .+\nExit codes: 0, .+; 1, .+; 2, .+\nAdd --help to a command .+ --version alone .+\n$/s,
    );
    for (const [name, command] of Object.entries<Command>(commands)) {
      for (const way of waysOf(name, command)) {
        expect(specification).toContain(`\`${way.replaceAll("|", "\\|")}\``);
        expect(output).toContain(` -- ${way}\n`);
      }
      expect(command.text, name).toMatch(/^[A-Z].{20,}\.$/s);
      if ((command.options as readonly string[]).includes("rewrite"))
        expect(command.text).toContain("--rewrite writes SQLite's file anew");
      const ways = waysOf(name, command).join(" ");
      for (const option of command.options) expect(ways, name).toContain(`--${option}`);
      for (const asked of ["--help", "-h"]) expect((await run(name, asked)).output).toContain(command.text);
    }
  });

  it.each([
    [["lst"], "There is no command 'lst'. Is 'list' meant?"],
    [["lsit"], "There is no command 'lsit'. Is 'list' meant?"],
    [["toString"], "There is no command 'toString'.\n'npm run submissions -- --help' says which there are."],
    [["list", "--serach", "x"], "'list' has no --serach. Is --search meant?"],
    [["list", "-s", "x"], "'list' has no -s. Is --search meant?"],
    [
      ["list", "--before", "2026-01-01"],
      "'list' has no --before. It has --search, --limit, --page, --json, --help.",
    ],
    [["purge", "--dryrun"], "Is --dry-run meant?"],
    [["show"], "ID is missing.\n'npm run submissions -- show --help' says more."],
    [["show", " "], "ID is missing."],
    [["list", "--limit"], "--limit needs a value: --limit N."],
    [["list", "--search", "--json"], "One that begins with a dash is written --search=--json."],
    [["list", "--json=1"], "--json takes no value."],
    [["list", "x"], "'x' is one word too many. Is --search x meant?\n"],
    [["purge", "2026-01-01"], "'2026-01-01' is one word too many. Is --before 2026-01-01 meant?\n"],
    [["notifications", "x"], "'x' is one word too many.\n"],
    [["show", "x", "y"], "'y' is one word too many."],
    [["backup", "--to", "x", "--keep", "0"], "--keep takes a number from 1 on, not '0'."],
    [["purge"], "Say --before which day"],
    [["purge", "--before", "2026-01-01", "--before", "2026-02-01", "--yes"], "--before is there twice."],
    [["erase", "ada@visitor.example", "--yes", "--yes"], "--yes is there twice."],
    [["--jsn"], "There is no --jsn. Is --json meant?"],
    [["list", "--page", "0"], "--page takes a number, not '0'."],
    [["quarantine", "--limit", "many"], "--limit takes a number up to 1000, not 'many'"],
    [["notifications", "--limit", "0"], "--limit takes a number up to 1000, not '0'"],
    [["redeliver", " "], "ID is missing."],
    [["release"], "ID is missing."],
    [["export", "--format", "xml"], "--format is csv or json, not 'xml'."],
    [["export", "--since", "May"], '"May" is no date'],
    [["erase"], "EMAIL is missing."],
    [["erase", "ada"], "'ada' is no e-mail address."],
    [["purge", "--before", "2027-01-01"], "2027-01-01 is still to come"],
    [["restore"], "FILE is missing."],
    [["list", "--colour"], "'list' has no --colour."],
    [["purge", "--before", "2026-02-30"], "is no date"],
    [["purge", "--before", "2026-01-01", "--format", "json"], "'purge' has no --format"],
    [["export", "--search", "ada"], "'export' has no --search"],
    [["export", "--table", "users"], "--table is contact_submissions or"],
    [["notifications", "--limit", "1001"], "--limit takes a number up to 1000"],
  ])("refuses %j in plain words, before it looks for a database", async (args, words) => {
    const error = await run(...args).catch((reason) => reason);
    expect(error).toMatchObject({ name: "CommandError", exitCode: 2 });
    expect(error.message).toContain(words);
  });
});

it.each([[["--help"]], [["erase", "--help"]], [[]]])(
  "helps with %j although a setting is wrong",
  async (args) => {
    url = "postgres//";
    expect((await run(...args)).output).toContain("npm run submissions -- erase EMAIL");
    await expect(run("list")).rejects.toThrow("DATABASE_URL is");
  },
);

it.each([
  [["erase", "Ada@visitor.example"], "Remove everything about Ada@visitor.example?"],
  [["purge", "--before", "2026-01-31"], "Remove everything that came before 2026-01-31?"],
  [["restore", "copy.db"], "Go on?"],
])("%j asks '%s' before it changes anything", async (args, question) => {
  mkdirSync(join(folder, "data"));
  await (await openDatabase(url)).close();
  await run("backup", join(folder, "copy.db"));
  const asked: string[] = [];
  const confirm = async (text: string) => {
    asked.push(text);
    return false;
  };
  const settings = () => readConfig({ DATABASE_URL: url, DATA_DIR: join(folder, "data") }, site);
  await expect(
    runCommand(args, settings, { write: async () => {}, confirm, folder }, () => staffNow),
  ).rejects.toThrow("Nothing was changed.");
  expect(asked).toEqual([question]);
});

it("exports nothing of a damaged database, and says so", async () => {
  const { db, close } = await openDatabase(url);
  const words = "v".repeat(100);
  for (let index = 0; index < 300; index++)
    await sql`insert into contact_submissions (id, created_at, full_name, email, reason_for_contact, message)
      values (${`id${index}`}, '2026-01-01', ${words}, 'some@visitor.example', 'some', '{}')`.execute(db);
  await close();
  const file = url.slice("sqlite:".length);
  const bytes = readFileSync(file);
  bytes.fill(7, bytes.length - 8192, bytes.length - 4096);
  writeFileSync(file, bytes);
  const error = await run("export").catch((reason) => reason);
  expect(error).toMatchObject({ name: "CommandError", exitCode: 1 });
  expect(error.message).toMatch(/damaged|malformed/);
});

describe("a place that is none", () => {
  it("neither waits for a pipe or a device nor tries for ever to make a folder", async () => {
    await (await openDatabase(url)).close();
    const pipe = join(folder, "pipe");
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    for (const word of [pipe, "/dev/zero", "/dev/full", folder]) {
      expect(await refusalOf("restore", word, "--yes")).toMatch(/is no file/);
      expect(await refusalOf("backup", word)).toContain("exists already");
    }
    expect(await refusalOf("drill", pipe)).toContain("is no file");
    for (const to of [pipe, "/dev/null", "/dev/full", join(folder, "data", "site.db")])
      expect(await refusalOf("backup", "--to", to)).toContain("what should be a folder is a file");
    if (process.platform === "linux")
      for (const [to, place] of [
        ["/proc/f/g", "/proc/f: no folder"],
        ["/proc", "/proc: no file"],
      ] as const)
        expect(await refusalOf("backup", "--to", to)).toContain(`${place} can be made there`);
    url = `sqlite:${pipe}`;
    expect(await refusalOf("list")).toContain("is no SQLite database");
  });
});

describe("a missing right", () => {
  it("does not look like absence", async () => {
    const { db, close } = await openDatabase(url);
    await db.selectFrom("notifications").selectAll().execute();
    await close();
    const data = join(folder, "data");
    mkdirSync(join(data, "mail"));
    writeFileSync(join(data, "copy.db"), "x");
    chmodSync(data, 0);
    const denied = /this account has no right to it/;
    for (const args of [
      ["list"],
      ["export"],
      ["drill"],
      ["backup", "/tmp/never.db"],
      ["restore", join(data, "copy.db"), "--verify"],
      ["backup", join(data, "new.db")],
      ["backup", "--to", join(data, "backups")],
    ])
      expect(await asNobody(() => refusalOf(...args)), args.join(" ")).toMatch(denied);
    chmodSync(data, 0o755);
    chmodSync(folder, 0o755);
    chmodSync(join(data, "site.db"), 0);
    expect(await asNobody(() => refusalOf("list"))).toMatch(denied);
    chmodSync(join(data, "site.db"), 0o644);
  });

  it("does not look like absence on PostgreSQL, and reading needs no right to write", async () => {
    const database = await createTestDatabase("postgres");
    const site = await openDatabase(database.url);
    const role = `reader_${randomUUID().slice(0, 8)}`;
    const tell = (statement: string) => sql.raw(statement).execute(site.db);
    const reader = new URL(database.url);
    [reader.username, reader.password] = [role, role];
    try {
      await siteSecret(site.db, "forms");
      await tell(`create role ${role} login password '${role}'`);
      await tell("revoke usage on schema public from public");
      url = reader.href;
      expect(await refusalOf("list")).toContain("no right to the schema public");
      expect(await refusalOf("backup", join(folder, "x.dump"))).toContain("no right to the schema public");
      await tell(`grant usage on schema public to ${role}`);
      expect(await refusalOf("list")).toContain("permission denied for table kysely_migration");
      await tell(`grant select on kysely_migration, site_secrets to ${role}`);
      expect(await refusalOf("list")).toContain("permission denied for table contact_submissions (42501)");
      await tell(`grant select on all tables in schema public to ${role}`);
      expect((await run("list")).output).toContain("There are no submissions yet.");
      expect(await refusalOf("redeliver")).toContain("permission denied for table notifications (42501)");
    } finally {
      await tell(`drop owned by ${role}`);
      await tell(`drop role ${role}`);
      await site.close();
      await database.drop();
    }
  });
});
