import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import { Client, type ClientConfig } from "pg";
import { generate } from "selfsigned";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import site from "#content/site.yaml";
import { connectDatabase } from "#database/connect.server.ts";
import { findPostgres } from "#database/postgres/find-postgres.server.ts";
import type { Database } from "#database/schema.ts";
import { readConfig } from "#server/config.ts";
import { backupTroubles } from "#staff/copies/backup-troubles.ts";
import { runTool, toolEnvironment } from "#staff/copies/postgres-tools.ts";
import { runCommand } from "#staff/run-command.ts";
import type { Terminal } from "#staff/terminal.ts";
import {
  createTestDatabase,
  databaseKinds,
  openDatabase,
  type TestDatabase,
} from "../../tests/support/databases.ts";
import { form as post } from "../../tests/support/form.ts";
import { findPgbouncer, startPgbouncer } from "../../tests/support/pgbouncer.ts";
import { startPostgres } from "../../tests/support/postgres.ts";
import { startDumpableServer, versionOfPgDump } from "../../tests/support/postgres-tools.ts";
import type { TestSite } from "../../tests/support/site.ts";
import { createStaffSite } from "../../tests/support/staff.ts";

const ada = { firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: "on" };
const ben = { ...ada, firstName: "Ben", email: "ben@visitor.example" };

let server: Awaited<ReturnType<typeof startDumpableServer>>;
beforeAll(async () => {
  server = await startDumpableServer();
});
afterAll(async () => {
  await server.stop();
});

/** On PostgreSQL, on a server that this machine's `pg_dump` can read. */
async function createDatabase(kind: (typeof databaseKinds)[number], address: string): Promise<TestDatabase> {
  if (kind === "sqlite") return createTestDatabase(kind);
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(address, `create database ${name}`);
  const url = new URL(address);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => void (await administer(address, `drop database ${name} with (force)`)),
  };
}

async function administer(address: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}

/** Puts a program of the test in the place of one of PostgreSQL's. */
function wrap(name: string, script: string): void {
  const real = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim();
  const folder = mkdtempSync(join(tmpdir(), "path-"));
  writeFileSync(join(folder, name), `#!/bin/sh\n${script.replaceAll("REAL", real)}\n`);
  chmodSync(join(folder, name), 0o755);
  setVariable("PATH", folder + delimiter + process.env.PATH);
  onTestFinished(() => rmSync(folder, { recursive: true }));
}

/** Until the test ends. */
function setVariable(name: "PATH" | "TMPDIR", value: string): void {
  const before = process.env[name];
  process.env[name] = value;
  onTestFinished(() => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  });
}

describe.each(databaseKinds)("backups of %s", (kind) => {
  let database: TestDatabase;
  let dataDir: string;
  let test: TestSite;
  let now: Date;
  const ending = kind === "sqlite" ? "db" : "dump";

  beforeEach(async ({ skip }) => {
    if (kind === "postgres" && server.reason) skip(server.reason);
    database = await createDatabase(kind, server.url ?? "");
    dataDir = mkdtempSync(join(tmpdir(), "backups-"));
    now = new Date("2026-11-23T10:00:00Z");
    await start();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "skip" || !test) return;
    await test.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const start = async (url = database.url) => {
    test = await createStaffSite(url, dataDir);
  };

  const run = (...args: string[]) => runOn({}, ...args);
  async function runOn(
    { url, ...terminal }: Partial<Terminal> & { url?: string },
    ...args: string[]
  ): Promise<string> {
    let output = "";
    const config = readConfig({ DATABASE_URL: url ?? database.url, DATA_DIR: dataDir }, site);
    const write = async (text: string) => {
      output += text;
    };
    await runCommand(
      args,
      () => config,
      { write, ...terminal },
      () => now,
    );
    return output;
  }
  /** Posts a form, as a visitor does who is told on a busy machine that it was not stored: the same one again. */
  const send = async (fields: Record<string, string>) => {
    const form = { url: "/contact", ...post(fields) };
    await expect.poll(async () => (await test.app.inject(form)).statusCode).toBe(303);
  };
  const names = async () => {
    const rows = await onDatabase((db) => db.selectFrom("contact_submissions").select("full_name").execute());
    return rows.map(({ full_name }) => full_name).sort();
  };
  async function onDatabase<Result>(work: (db: Kysely<Database>) => Promise<Result>): Promise<Result> {
    const { db, close } = await connectDatabase(database.url, { isForStaff: true });
    return await work(db).finally(close);
  }
  /** What drills have left: databases on the server, files in a folder that they have for themselves. */
  const leftovers = async () =>
    kind === "sqlite"
      ? readdirSync(join(dataDir, "tmp"))
      : await administer(
          server.url ?? "",
          "select datname from pg_database where datname like 'site_drill_%'",
        );
  const schemas = () =>
    administer(database.url, "select nspname from pg_namespace where nspname like 'before_%'");

  it("a backup is written whole while the site runs, for its account alone", async () => {
    const file = join(dataDir, `copy.${ending}`);
    await send(ada);
    expect(await run("backup", file)).toContain("contact_submissions: 1");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir).filter((name) => name.includes("copy"))).toEqual([`copy.${ending}`]);
    await expect(run("backup", file)).rejects.toThrow("exists already");
    expect(await run("restore", "--verify", file)).toContain("is whole");
    writeFileSync(join(dataDir, "other.new"), "");
    await expect(run("backup", join(dataDir, "other"))).rejects.toThrow("another backup is being written");
  });

  it("a backup is on the disk before it has its name, and then the name", async () => {
    const handle = await open(dataDir, "r");
    const flushed: string[] = [];
    const sync = vi.spyOn(Object.getPrototypeOf(handle), "sync").mockImplementation(async function (
      this: FileHandle,
    ) {
      flushed.push(basename(readlinkSync(`/proc/self/fd/${this.fd}`)));
    });
    // In the site's folder others write meanwhile.
    const folder = join(dataDir, "backups");
    mkdirSync(folder);
    await run("backup", join(folder, "copy"));
    sync.mockRestore();
    await handle.close();
    const ours = flushed.filter((name) => ["copy.new", "backups"].includes(name));
    expect(ours).toEqual(["copy.new", "backups"]);
  });

  if (kind === "sqlite")
    it("restore looks once more whether the site runs, when the copy is made", async () => {
      const file = join(dataDir, "copy.db");
      await send(ada);
      await run("backup", file);
      await send(ben);
      await test.close();
      // Asked for in the middle, and a moment at which somebody starts the site.
      let site: DatabaseSync | undefined;
      const user = process.geteuid?.() ?? 0;
      const asked = vi.spyOn(process as { geteuid: () => number }, "geteuid").mockImplementation(() => {
        site ??= new DatabaseSync(database.url.slice("sqlite:".length));
        site.exec("pragma journal_mode = wal; select count(*) from sqlite_schema");
        return user;
      });
      await expect(run("restore", file, "--yes")).rejects.toThrow("The site is running");
      asked.mockRestore();
      site?.close();
      await start();
      expect(await names()).toEqual(["Ada Moreno", "Ben Moreno"]);
    });

  it("restore asks, refuses while the site runs, brings all back and keeps what was there", async () => {
    const file = join(dataDir, `copy.${ending}`);
    const words =
      "\\.\nCOPY public.quarantine (id) FROM stdin;\n\\N\t\\.\r\n'); drop table x; -- :name é组织\u2028";
    await send({ ...ada, motivation: words });
    for (let count = 0; count < 30; count += 1)
      await send({ ...ada, email: `${count}@visitor.example`, motivation: "ä".repeat(4_000) });
    const before = await run("export", "--format", "json");
    await run("backup", file);
    await send(ben);
    expect(await run("restore", file, "--dry-run")).toMatch(
      /contact_submissions: 31\n.*in the place of .*contact_submissions: 32\n.*The site is running, or its development server: stop it/s,
    );
    const questions: string[] = [];
    const confirm = async (question: string) => questions.push(question) < 0;
    for (const given of [[], ["--yes"]])
      await expect(runOn({ confirm }, "restore", file, ...given)).rejects.toThrow("The site is running");
    expect(questions).toEqual([]);
    await test.close();
    await expect(run("restore", file)).rejects.toThrow("Add --yes");
    await expect(runOn({ confirm }, "restore", file)).rejects.toThrow("Nothing was changed");
    expect(questions).toEqual(["Go on?"]);
    expect(await run("restore", file, "--dry-run")).not.toContain("is running");
    expect(backupTroubles(dataDir, now).join()).toMatch(/^no backup was restored for trial/);
    const told = await run("restore", file, "--yes");
    expect(backupTroubles(dataDir, now)).toEqual([]);
    expect(await run("export", "--format", "json")).toBe(before);
    await start();
    if (kind === "sqlite") {
      const [old] = /\/\S+before-\S+/.exec(told) ?? [""];
      expect(statSync(old).mode & 0o777).toBe(0o600);
      expect(JSON.parse(await runOn({ url: `sqlite:${old}` }, "list", "--json"))).toHaveLength(32);
    } else {
      const [{ nspname } = { nspname: "" }] = await schemas();
      expect(told).toContain(`the schema ${nspname}`);
      const rows = await administer(database.url, `select full_name from ${nspname}.contact_submissions`);
      expect(rows).toHaveLength(32);
    }
    await send(ben);
    expect(await names()).toHaveLength(32);
  });

  it("restore into an empty database makes all tables, and the backup is known there", async () => {
    const file = join(dataDir, `site-20261101T031500Z.${ending}`);
    await send(ada);
    await run("backup", file);
    rmSync(join(dataDir, "last-backup.json"));
    await test.close();
    const [old, fresh] = [database, await createDatabase(kind, server.url ?? "")];
    database = fresh;
    expect(await run("restore", file, "--yes")).not.toContain("is kept in");
    expect(backupTroubles(dataDir, now)).toEqual([`the last backup is 22 days old: ${file}`]);
    expect(await run("drill")).toContain("The drill succeeded");
    await start();
    expect(await names()).toEqual(["Ada Moreno"]);
    await old.drop();
  });

  if (kind === "sqlite")
    it("restore takes the place of a database that is damaged, and keeps it with its log", async () => {
      const file = join(dataDir, "copy.db");
      const path = database.url.slice("sqlite:".length);
      await send(ada);
      await run("backup", file);
      await test.close();
      writeFileSync(path, "damaged".repeat(1_000));
      writeFileSync(`${path}-wal`, "what was written last");
      await expect(run("list")).rejects.toThrow("is no SQLite database");
      expect(await run("restore", file, "--yes")).toMatch(/what it holds cannot be read.*is kept in/s);
      expect(await names()).toEqual(["Ada Moreno"]);
      const kept = readdirSync(dirname(path)).filter((name) => /before-|of-lost-database/.test(name));
      expect(kept.map((name) => readFileSync(join(dirname(path), name), "utf8").slice(0, 7)).sort()).toEqual([
        "damaged",
        "what wa",
      ]);
      await expect(run("restore", path, "--yes")).rejects.toThrow(`${path} is the site's own database.`);
      await start();
    });

  it("restore takes no file that is damaged, cut, foreign or missing, and changes nothing then", async () => {
    const file = join(dataDir, `copy.${ending}`);
    await send({ ...ada, motivation: randomUUID().repeat(100) });
    await run("backup", file);
    await test.close();
    const bad = join(dataDir, `bad.${ending}`);
    const damage: Record<string, () => void> = {
      cut: () => truncateSync(bad, Math.floor(statSync(bad).size / 2)),
      foreign: () => writeFileSync(bad, randomUUID().repeat(200)),
      empty: () => writeFileSync(bad, ""),
      missing: () => rmSync(bad),
    };
    for (const [name, spoil] of Object.entries(damage)) {
      copyFileSync(file, bad);
      spoil();
      await expect(run("restore", bad, "--yes"), name).rejects.toMatchObject({ name: "CommandError" });
      await expect(run("restore", "--verify", bad), name).rejects.toMatchObject({ name: "CommandError" });
    }
    expect(await names()).toEqual(["Ada Moreno"]);
    if (kind === "postgres") expect(await schemas()).toEqual([]);
    await start();
  });

  it("mails that waited in a backup are held after a restore, shown, and sent when somebody says so", async () => {
    const file = join(dataDir, `copy.${ending}`);
    for (const person of [ada, ben]) await send(person);
    await expect.poll(() => run("notifications")).toContain("2 sent");
    const waiting = { status: "pending" as const, next_attempt_at: "2099-01-01" };
    await onDatabase((db) =>
      db.updateTable("notifications").set(waiting).where("email", "=", ada.email).execute(),
    );
    await run("backup", file);
    await test.close();
    rmSync(join(dataDir, "mail"), { recursive: true });
    await run("restore", file, "--yes");
    // Due long since.
    await onDatabase((db) =>
      db.updateTable("notifications").set({ next_attempt_at: "2026-01-01" }).execute(),
    );
    await start();
    await expect
      .poll(() => test.log.map(({ msg }) => msg))
      .toContainEqual(expect.stringContaining("the staff have not been told"));
    expect(await run("notifications")).toMatch(/1 held.*a backup was restored/s);
    expect(existsSync(join(dataDir, "mail"))).toBe(false);
    expect(await run("redeliver")).toContain("1 to be sent again");
    const rows = await onDatabase((db) =>
      db.selectFrom("notifications").select(["email", "status"]).orderBy("email").execute(),
    );
    expect(rows).toEqual([
      { email: ada.email, status: "pending" },
      { email: ben.email, status: "sent" },
    ]);
  });

  it("a folder gets a backup a day, and only the newest of them stay", async () => {
    const folder = join(dataDir, "nightly");
    await send(ada);
    const made: string[] = [];
    // Of one that was broken off, and of another machine's that is being written for hours.
    const [unfinished, longOne] = ["site-20260101T0000Z.db.new", "site-20260102T0000Z.db.new"];
    for (let day = 1; day <= 4; day += 1) {
      now = new Date(`2026-12-0${day}T03:15:00Z`);
      await run("backup", "--to", folder, "--keep", "2");
      made.push(`site-2026120${day}T031500Z.${ending}`);
      if (day === 1)
        for (const name of ["notes.txt", `mine.${ending}`, unfinished, longOne, "new.new"])
          writeFileSync(join(folder, name), "");
      if (day === 1) utimesSync(join(folder, unfinished), 1, 1);
      const hoursAgo = Date.now() / 1_000 - 10 * 3_600;
      utimesSync(join(folder, longOne), hoursAgo, hoursAgo);
    }
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).sort()).toEqual(
      [...made.slice(2), "notes.txt", `mine.${ending}`, longOne, "new.new"].sort(),
    );
    // Another in the same second; names of earlier versions have no seconds.
    writeFileSync(join(folder, `site-20261203T0316Z.${ending}`), "");
    const second = await run("backup", "--to", folder, "--keep", "2");
    expect(second).toContain(`site-20261204T031501Z.${ending} is whole`);
    expect(second).toContain(`Removed site-20261203T0316Z.${ending}, site-20261203T031500Z.${ending}.`);
    await expect(run("backup", "--to", folder, "--keep", "none")).rejects.toMatchObject({ exitCode: 2 });
    await expect(run("backup", "x", "--to", folder)).rejects.toMatchObject({ exitCode: 2 });
  });

  it("backups of a database that lost everything take no older one away", async () => {
    const folder = join(dataDir, "nightly");
    await send(ada);
    await run("backup", "--to", folder, "--keep", "1");
    await onDatabase((db) => db.deleteFrom("contact_submissions").execute());
    for (const day of [24, 25]) {
      now = new Date(`2026-11-${day}T10:00:00Z`);
      await expect(run("backup", "--to", folder, "--keep", "1")).rejects.toThrow(
        "no submission in it, and 1 were in the backup before",
      );
    }
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it("the drill restores beside the running site, compares, and leaves nothing", async () => {
    const folder = join(dataDir, "nightly");
    mkdirSync(join(dataDir, "tmp"));
    setVariable("TMPDIR", join(dataDir, "tmp"));
    await send(ada);
    expect(backupTroubles(dataDir, now).join()).toContain("no backup has been made");
    await expect(run("drill")).rejects.toThrow("No backup has been made");
    await run("backup", "--to", folder);
    expect(backupTroubles(dataDir, now).join()).toMatch(/^no backup was restored for trial with success/);
    await send(ben);
    const told = await run("drill");
    expect(told).toContain("1 are the same, 1 came after the backup");
    expect(told).toContain("The drill succeeded");
    expect(await run("drill", folder)).toBe(told);
    expect(await names()).toEqual(["Ada Moreno", "Ben Moreno"]);
    expect(await leftovers()).toEqual([]);
    expect(backupTroubles(dataDir, now)).toEqual([]);
    const later = new Date("2026-12-20T10:00:00Z");
    expect(backupTroubles(dataDir, later).join()).toMatch(/27 days old.*27 days ago/);
  });

  it("the drill fails for what a restore would lose or change", async () => {
    const file = join(dataDir, `copy.${ending}`);
    mkdirSync(join(dataDir, "tmp"));
    setVariable("TMPDIR", join(dataDir, "tmp"));
    await send(ada);
    await run("backup", file);
    await onDatabase((db) => db.updateTable("contact_submissions").set({ full_name: "Ida" }).execute());
    await expect(run("drill", file)).rejects.toThrow("1 differ");
    await send(ben);
    const set = (created_at: string) => (db: Kysely<Database>) =>
      db.updateTable("contact_submissions").set({ created_at, full_name: "Ada Moreno" }).execute();
    await onDatabase(set("2026-01-01T00:00:00.000Z"));
    await expect(run("drill", file)).rejects.toThrow("1 that the site has are not in the backup");
    expect(await leftovers()).toEqual([]);
  });

  it("a full disk costs a backup and a restore, in one line, and never the database", async ({ skip }) => {
    await send({ ...ada, motivation: randomUUID().repeat(100) });
    const backup = join(dataDir, `copy.${ending}`);
    await run("backup", backup);
    const folder = join(dataDir, "disk");
    mkdirSync(folder);
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], {
      encoding: "utf8",
    });
    if (mounted.status !== 0) skip(`no file system of its own: ${mounted.stderr ?? mounted.error}`);
    try {
      const file = join(folder, "site.db");
      if (kind === "sqlite") await runOn({ url: `sqlite:${file}` }, "restore", backup, "--yes");
      try {
        writeFileSync(join(folder, "filler"), Buffer.alloc(2_000_000));
      } catch {
        // Full.
      }
      const before = readdirSync(folder).sort();
      for (const to of [[join(folder, "another")], ["--to", folder]])
        await expect(run("backup", ...to)).rejects.toThrow(/^[^\n]*(room|full)[^\n]*$/);
      if (kind === "sqlite") {
        const bytes = readFileSync(file);
        await expect(runOn({ url: `sqlite:${file}` }, "restore", backup, "--yes")).rejects.toThrow(
          /room|full/,
        );
        expect(readFileSync(file)).toEqual(bytes);
      }
      expect(readdirSync(folder).sort()).toEqual(before);
    } finally {
      spawnSync("umount", ["-l", folder]);
    }
  });

  if (kind === "postgres") {
    it("the password is on no command line", async () => {
      const seen = join(dataDir, "arguments");
      wrap("pg_dump", `printf '%s\\n' "$@" > ${seen}; exec REAL "$@"`);
      await run("backup", join(dataDir, "copy.dump"));
      const text = readFileSync(seen, "utf8");
      expect(text).toContain("--format=custom");
      const { password } = new URL(database.url);
      for (const form of [password, decodeURIComponent(password)]) expect(text).not.toContain(form);
    });

    it("says what to install where pg_dump is missing or older than the server", async () => {
      const file = join(dataDir, "copy.dump");
      const own = await createTestDatabase("postgres");
      onTestFinished(own.drop);
      const { close } = await openDatabase(own.url);
      await close();
      // What it says itself, which would take a server newer than it.
      const detail = "server version: 18.4; pg_dump version: 15.18";
      wrap("pg_dump", `echo "aborting because of server version mismatch\ndetail: ${detail}" >&2; exit 1`);
      await expect(runOn({ url: own.url }, "backup", file)).rejects.toThrow(
        /^pg_dump 15\.18 is older than the server, which is PostgreSQL 18\. Install .*postgresql-client-18/,
      );
      setVariable("PATH", dataDir);
      await expect(run("backup", file)).rejects.toThrow(/^pg_dump is not installed\. Install .*Debian/);
      expect(readdirSync(dataDir).filter((name) => name.includes("copy"))).toEqual([]);
    });

    it("a restore that breaks off in the middle changes nothing", async () => {
      const file = join(dataDir, "copy.dump");
      await send(ada);
      await run("backup", file);
      await test.close();
      const tables = () =>
        administer(
          database.url,
          "select nspname, relname, pg_class.oid from pg_class join pg_namespace on pg_namespace.oid = relnamespace where relkind = 'r' order by pg_class.oid",
        );
      const before = await tables();
      const path = String(process.env.PATH);
      const onlyWhenRestoring = (script: string) =>
        `case "$*" in *data-only*|*--list*) exec REAL "$@";; esac; ${script}`;
      for (const [script, words] of [
        // Ends within the rows of a table.
        [`REAL "$@" | sed '/^COPY public.notifications/q'; exit 1`, "pg_restore ended with 1."],
        [`REAL "$@"; echo 'select nothing;'`, 'column "nothing" does not exist'],
        [`REAL "$@"; echo 'delete from public.submission_keys;'`, "submission_keys lacks rows of the backup"],
        [`REAL "$@"; kill -9 $$`, "pg_restore ended with SIGKILL."],
      ] as const) {
        // Without the one before.
        setVariable("PATH", path);
        wrap("pg_restore", onlyWhenRestoring(script));
        const failure = expect.objectContaining({
          name: "CommandError",
          message: expect.stringContaining(words),
        });
        await expect(run("restore", file, "--yes"), script).rejects.toEqual(failure);
        expect(await tables(), script).toEqual(before);
      }
      await start();
    });

    it("copies every letter of a database that gives its clients fewer", async () => {
      await send({ ...ada, firstName: "Ж 👩" });
      const { pathname } = new URL(database.url);
      await administer(database.url, `alter database ${pathname.slice(1)} set client_encoding = 'LATIN1'`);
      const file = join(dataDir, "copy.dump");
      await run("backup", file);
      expect(await run("drill", file)).toContain("1 are the same");
    });

    it("what belongs to others is brought back where it can be, and elsewhere left out and named", async () => {
      const file = join(dataDir, "copy.dump");
      await send(ada);
      await administer(
        database.url,
        `create function touch() returns trigger language plpgsql as 'begin return new; end';
         create table others (id text primary key);
         create trigger touched before update on contact_submissions for each row execute function touch();
         comment on trigger touched on contact_submissions is 'theirs';
         alter table contact_submissions add column other text references others;
         create function touch_of(text) returns text language sql immutable as 'select $1';
         create index of_others on contact_submissions (touch_of(id))`,
      );
      await run("backup", file);
      expect(await run("drill", file)).toMatch(/Left out, .* function public\.touch\(\) does not exist;/);
      await test.close();
      const elsewhere = await createDatabase("postgres", server.url ?? "");
      onTestFinished(elsewhere.drop);
      const said = await runOn({ url: elsewhere.url }, "restore", file, "--yes");
      for (const missing of [
        "function public.touch()",
        "function public.touch_of(text)",
        'relation "public.others"',
      ])
        expect(said).toContain(`${missing} does not exist`);
      const triggers = "select tgname from pg_trigger where not tgisinternal";
      expect(await administer(elsewhere.url, triggers)).toEqual([]);
      expect(await administer(elsewhere.url, "select email from contact_submissions")).toHaveLength(1);
      expect(await run("restore", file, "--yes")).not.toContain("Left out");
      expect(
        await administer(database.url, `${triggers} and tgrelid = 'contact_submissions'::regclass`),
      ).toEqual([{ tgname: "touched" }]);
      await start();
    });

    it("erase and purge reach the tables that restore has put aside", async () => {
      const file = join(dataDir, "copy.dump");
      await send(ada);
      await send(ben);
      await run("backup", file);
      await test.close();
      await run("restore", file, "--yes");
      await start();
      const [{ nspname } = { nspname: "" }] = await schemas();
      expect(await run("erase", ada.email, "--yes")).toContain(
        `Gone through as well, and removed where it was: ${nspname}`,
      );
      const rows = () => administer(database.url, `select full_name from ${nspname}.contact_submissions`);
      expect(await rows()).toEqual([{ full_name: "Ben Moreno" }]);
      // It came by the server's clock.
      await administer(database.url, `update ${nspname}.contact_submissions set created_at = '2026-11-20'`);
      expect(await run("purge", "--before", "2026-11-23", "--yes")).toContain(
        `Gone through as well, and removed where it was: ${nspname}`,
      );
      expect(await rows()).toEqual([]);
    });

    it("limits of time of the account stop no erasing half way", async () => {
      await send(ada);
      const { pathname } = new URL(database.url);
      await administer(database.url, `alter database ${pathname.slice(1)} set lock_timeout = '50ms'`);
      const blocker = new Client({ connectionString: database.url });
      await blocker.connect();
      // What vacuum has to wait for, and nothing else of the command. The site may be making an index: it waits for whoever waits
      // for it, and one of them has to give way (`deadlock detected`).
      const lock = () =>
        blocker.query(
          "begin; set local lock_timeout = 0; lock table notifications in share update exclusive mode",
        );
      await expect
        .poll(() => lock().then(Boolean, () => blocker.query("rollback").then(() => false)))
        .toBe(true);
      const erased = run("erase", ada.email, "--yes").finally(() => blocker.end());
      const waits = `select from pg_stat_activity where datname = current_database()
        and query like 'vacuum%' and wait_event_type = 'Lock' and now() - query_start > '200ms'`;
      const ended = erased.then(
        () => true,
        () => true,
      );
      await expect
        .poll(async () => (await administer(database.url, waits)).length || Promise.race([ended, 0]))
        .toBeTruthy();
      await blocker.query("commit").catch(() => {});
      expect(await erased).toContain("Removed 1 submission,");
    });

    it("an account that lacks a right is told which one a drill and a restore need", async () => {
      const file = join(dataDir, "copy.dump");
      await run("backup", file);
      const role = `plain_${randomUUID().slice(0, 8)}`;
      await administer(database.url, `create role ${role} login password 'plain'`);
      onTestFinished(async () => void (await administer(server.url ?? "", `drop role ${role}`)));
      await administer(database.url, `grant select on all tables in schema public to ${role}`);
      const url = new URL(database.url);
      [url.username, url.password] = [role, "plain"];
      await expect(runOn({ url: url.href }, "drill", file)).rejects.toThrow("CREATEDB");
      await test.close();
      await expect(runOn({ url: url.href }, "restore", file, "--yes")).rejects.toThrow("the right CREATE");
      await start();
    });
  } else {
    it("a drill or a backup that is broken off leaves nothing", async () => {
      await send({ ...ada, motivation: "x".repeat(4_000) });
      await onDatabase(async (db) => {
        const [row] = await db.selectFrom("contact_submissions").selectAll().execute();
        const rows = Array.from({ length: 300 }, () => ({
          ...row,
          id: randomUUID(),
          newsletter_signup: false,
        }));
        for (let times = 0; times < 20; times += 1)
          await db
            .insertInto("contact_submissions")
            .values(rows.map((each) => ({ ...each, id: randomUUID() }) as never))
            .execute();
      });
      const folder = join(dataDir, "tmp");
      mkdirSync(folder);
      await run("backup", join(dataDir, "copy.db"));
      for (const args of [["drill"], ["backup", join(folder, "another.db")]]) {
        const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir, TMPDIR: folder };
        const child = spawn(process.execPath, ["build/server/staff.js", ...args], { env, stdio: "ignore" });
        const exit = once(child, "exit");
        await expect.poll(() => readdirSync(folder), { interval: 1 }).not.toEqual([]);
        child.kill("SIGTERM");
        await exit;
        // Where the signal came too late, the backup is finished.
        expect(
          readdirSync(folder).filter((name) => name !== "another.db"),
          args[0],
        ).toEqual([]);
      }
    });

    it("visitors post while erasing waits for somebody's reading", async () => {
      await send(ada);
      const reader = new DatabaseSync(database.url.slice("sqlite:".length), { readOnly: true });
      reader.exec("begin; select * from notifications;");
      const order: string[] = [];
      const erased = run("erase", ada.email, "--yes").catch(() => order.push("erased"));
      await expect.poll(names).toEqual([]);
      // At once, not when erasing has ended.
      expect((await test.app.inject({ url: "/contact", ...post(ben) })).statusCode).toBe(303);
      order.push("posted");
      await erased;
      expect(order).toEqual(["posted", "erased"]);
      reader.close();
    });
  }
});

describe("PostgreSQL's own programs", () => {
  it("trust whom the site trusts", async ({ skip }) => {
    if (versionOfPgDump() === undefined) return skip("PostgreSQL's programs are not installed");
    const folder = mkdtempSync(join(tmpdir(), "tls-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
      extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
    });
    const tlsServer = await startPostgres({ isDurable: false, certificate: { key, cert } });
    onTestFinished(() => tlsServer.stop());
    const own = join(folder, "own.crt");
    writeFileSync(own, cert);
    const url = (query: string) => tlsServer.url.replace("127.0.0.1", "localhost") + query;
    const ask = async (settings: ClientConfig) => {
      const encrypted =
        "select 1 / (select ssl::int from pg_stat_ssl where pid = pg_backend_pid()) as is_encrypted";
      const environment = toolEnvironment(settings, folder);
      return runTool("psql", ["-X", "-w", "-v", "ON_ERROR_STOP=1", "-c", encrypted], environment);
    };
    for (const query of [
      "",
      "?sslmode=require",
      "?sslmode=verify-ca&sslrootcert=OWN",
      "?sslmode=verify-full&sslrootcert=OWN",
    ])
      await ask(await findPostgres(url(query.replace("OWN", own))));
    await expect(ask(await findPostgres(url("?sslmode=disable")))).rejects.toThrow("division by zero");
    // As `sslmode=verify-full` without a file: the authorities of Node, to which this one does not belong.
    const strict = { ...(await findPostgres(url(""))), ssl: {} };
    await expect(ask(strict)).rejects.toThrow("certificate verify failed");
  });

  it("work through a pooler in transaction mode", async ({ skip }) => {
    const address = server.url;
    if (address === undefined) return skip(server.reason);
    if (!findPgbouncer()) return skip("PgBouncer is not installed");
    const role = `pooled_${randomUUID().slice(0, 8)}`;
    await administer(address, `create role ${role} superuser login password 'pooled'`);
    const database = await createDatabase("postgres", address);
    onTestFinished(async () => {
      await database.drop();
      await administer(address, `drop role ${role}`);
    });
    const url = new URL(database.url);
    [url.username, url.password] = [role, "pooled"];
    await (await openDatabase(url.href)).close();
    const pooler = await startPgbouncer(url.href);
    onTestFinished(() => pooler.stop());
    const folder = mkdtempSync(join(tmpdir(), "pooled-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const config = readConfig({ DATABASE_URL: pooler.url, DATA_DIR: folder }, site);
    for (const args of [
      ["backup", join(folder, "copy")],
      ["drill"],
      ["restore", join(folder, "copy"), "--yes"],
    ])
      await runCommand(args, () => config, { write: async () => {} });

    const name = url.pathname.slice(1);
    for (const [given, args, words] of [
      [{ leadsTo: name }, ["drill"], /run it with the address of PostgreSQL itself/],
      [{ mode: "statement" }, ["list"], /pools statements.* pool_mode = transaction/],
    ] as const) {
      const other = await startPgbouncer(url.href, given);
      onTestFinished(() => other.stop());
      const through = readConfig({ DATABASE_URL: other.url, DATA_DIR: folder }, site);
      const run = runCommand([...args], () => through, { write: async () => {} });
      await expect(run).rejects.toThrow(words);
    }
  });
});
