// docs/operations/moving.md, 'Another database'

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import site from "#content/site.yaml";
import { type Connection, connectDatabase } from "#database/connect.server.ts";
import { executedMigrations } from "#database/migrations/executed-migrations.server.ts";
import type { Database } from "#database/schema.ts";
import { readConfig } from "#server/config.ts";
import { staffProcess } from "#tooling/staff-process.ts";
import { createTestDatabase, openDatabase, type TestDatabase } from "../../tests/support/databases.ts";
import { application, contactRow, form, person } from "../../tests/support/form.ts";
import { createTestSite } from "../../tests/support/site.ts";
import { runStaff } from "../../tests/support/staff.ts";
import { runCommand } from "../run-command.ts";
import { columnsOf } from "./rows.ts";

const ways = [
  { from: "sqlite", to: "postgres" },
  { from: "postgres", to: "sqlite" },
] as const;

/** What databases, JSON and spreadsheets treat in ways of their own. */
const words = [
  `She said "no" \\ 'yes'\r\n\tand\u00a0then\u2028left`,
  "ünïcödé 家 🫖 \u202e العربية",
  "",
  " 1e400, NaN, null, \\x00, {}, =1+1",
  "long ".repeat(4_000),
];

describe.each(ways)("a copy from $from to $to", ({ from, to }) => {
  let source: TestDatabase;
  let target: TestDatabase;
  let dataDir: string;
  beforeEach(async () => {
    source = await createTestDatabase(from);
    target = await createTestDatabase(to);
    dataDir = mkdtempSync(join(tmpdir(), "copy-"));
  });
  afterEach(async () => {
    await source.drop();
    await target.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const copy = (...more: string[]) => runStaff(source.url, dataDir, "copy", "--to", target.url, ...more);
  const refusal = (...more: string[]) =>
    copy(...more).then(
      ({ output }) => `carried out: ${output}`,
      (error: Error & { exitCode?: number }) => `${error.exitCode} ${error.message}`,
    );

  async function on<Result>(database: TestDatabase, work: (connection: Connection) => Promise<Result>) {
    const connection = await openDatabase(database.url);
    return await work(connection).finally(() => connection.close());
  }
  const contact = (text: string, change: { id?: string; email?: string } = {}) => ({
    ...{ id: randomUUID(), created_at: "2026-01-02T03:04:05.678Z" },
    ...contactRow({
      ...{ full_name: text, reason_for_contact: text, newsletter_signup: text === "" },
      message: JSON.stringify({ phone: text, b: [1, text], a: null }),
    }),
    ...change,
  });
  /** A row of every kind; how many contacts. */
  async function fill({ db }: Connection, amount = words.length): Promise<void> {
    const contacts = Array.from({ length: amount }, (_, index) => contact(words[index] ?? `${index}`));
    for (let start = 0; start < contacts.length; start += 500)
      await db
        .insertInto("contact_submissions")
        .values(contacts.slice(start, start + 500))
        .execute();
    for (const [index, { id, created_at, full_name }] of contacts.slice(0, words.length).entries()) {
      const state = (["pending", "sent", "dead", "held"] as const)[index % 4] ?? "pending";
      await db
        .insertInto("notifications")
        .values({
          ...{ id: randomUUID(), created_at, submission_table: "contact_submissions", submission_id: id },
          ...{
            kind: "staff",
            email: "ada@visitor.example",
            payload: JSON.stringify({ applicantName: full_name }),
          },
          ...{
            status: state,
            attempts: index,
            unclear_attempts: index,
            recipients: index ? '["a@b.example"]' : null,
          },
          // A start of the site, as by this test, ends claims on mails that wait.
          ...{ next_attempt_at: created_at, claimed_until: state === "pending" ? null : created_at },
          ...{ sent_at: state === "sent" ? created_at : null, last_error: state === "dead" ? "550" : null },
        })
        .execute();
      const key = { table_name: "contact_submissions", row_id: id } as const;
      await db
        .insertInto("submission_keys")
        .values({ submission_id: `${id}/a_-Z`, ...key })
        .execute();
    }
    await db
      .insertInto("quarantine")
      .values({
        ...{ id: randomUUID(), created_at: "2026-01-02T03:04:05.678Z", form_type: "contact_submission" },
        ...{ reason: "trap", email: "robot@visitor.example", fields: JSON.stringify([["a", words[0]]]) },
      })
      .execute();
    await db.insertInto("rate_limits").values({ key: "k", points: 1, expires_at: 1 }).execute();
  }
  /** Every row of every table that is copied, read in another way than the copy does. */
  async function rowsOf(db: Kysely<Database>): Promise<Record<string, string[]>> {
    const tables = [
      "site_secrets",
      "contact_submissions",
      "mastermind_applications",
      "notifications",
    ] as const;
    const all: Record<string, string[]> = {};
    for (const table of [...tables, "quarantine", "submission_keys"] as const) {
      const rows: object[] = await db.selectFrom(table).selectAll().execute();
      all[table] = rows
        .map((row) =>
          JSON.stringify(row).replaceAll(/("(?:newsletter_signup|agree_to_terms)":)(true|1)\b/g, "$1yes"),
        )
        .map((row) => row.replaceAll(/("(?:newsletter_signup|agree_to_terms)":)(false|0)\b/g, "$1no"))
        .sort();
    }
    return all;
  }
  const isMarked = ({ db, kind }: Connection) =>
    executedMigrations(db, kind).then((names) =>
      names.some((name) => name.startsWith("unfinished-copy-of-")),
    );

  it("has every row, byte for byte, says what was compared, and is the same again when it is copied back", async () => {
    await on(source, fill);
    const { output, exitCode } = await copy();
    expect(exitCode).toBe(0);
    for (const line of [
      "contact_submissions: 5 rows",
      "notifications: 5 rows",
      "submission_keys: 5 rows",
      "quarantine: 1 row",
    ])
      expect(output).toMatch(new RegExp(`${line}, digest [0-9a-f]{32}\n`));
    expect(output).toContain("Switch over");
    const there = await on(target, async (connection) => {
      expect(await connection.db.selectFrom("rate_limits").selectAll().execute()).toEqual([]);
      expect(await connection.check()).toBe(true);
      expect(await isMarked(connection)).toBe(false);
      return rowsOf(connection.db);
    });
    expect(there).toEqual(await on(source, ({ db }) => rowsOf(db)));
    expect(there.site_secrets).toHaveLength(1);

    const back = await createTestDatabase(from);
    const returned = await runStaff(target.url, dataDir, "copy", "--to", back.url);
    expect(returned.output.match(/digest \w+/g)).toEqual(output.match(/digest \w+/g));
    expect(await on(back, ({ db }) => rowsOf(db))).toEqual(there);
    await back.drop();
    // Once more: there is nothing to do, and nothing is done.
    expect(await copy()).toMatchObject({ exitCode: 0 });
  });

  it("is gone on with after it was killed, and no site starts with it before", async () => {
    await on(source, (connection) => fill(connection, 15_000));
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: source.url };
    const killed = spawn(process.execPath, [...staffProcess, "copy", "--to", target.url], {
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const said = text(killed.stderr);
    const ended = once(killed, "exit");
    const isBegun = () =>
      countThere("contact_submissions").then(
        (count) => count > 500,
        () => false,
      );
    // With a pause: to ask SQLite takes no turn of the event loop, which would then not hear that the process has ended.
    while (killed.exitCode === null && killed.signalCode === null && !(await isBegun())) await sleep(2);
    killed.kill("SIGKILL");
    expect(await ended, await said).toEqual([null, "SIGKILL"]);
    const part = await countThere("contact_submissions");
    expect(part).toBeLessThan(15_000);
    await expect(openDatabase(target.url)).rejects.toThrow("a copy into it is not finished");
    await expect(runStaff(target.url, dataDir, "list")).rejects.toThrow("a copy into it is not finished");
    expect(await copy("--dry-run")).toMatchObject({
      output: expect.stringContaining("holds a part of a copy"),
    });
    expect(await countThere("contact_submissions")).toBe(part);
    expect(await copy()).toMatchObject({ exitCode: 0 });
    expect(await on(target, ({ db }) => rowsOf(db))).toEqual(await on(source, ({ db }) => rowsOf(db)));
  });
  async function countThere(table: "contact_submissions"): Promise<number> {
    const { db, close } = await connectDatabase(target.url, { isForStaff: true, beforeCopy: async () => {} });
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as("count"))
      .executeTakeFirstOrThrow()
      .finally(close);
    return Number(count);
  }

  it("stays unfinished while the site runs, and brings what came, changed and went once it is stopped", async () => {
    const settings = { DATABASE_URL: source.url, SUBMISSION_RATE_LIMIT: "0" };
    const site = await createTestSite(settings);
    const post = (fields: Record<string, string>, path = "/contact", at = site) =>
      at.app.inject({ url: path, ...form(fields) }).then(({ headers }) => String(headers.location));
    await post({ ...person, email: "goes@visitor.example", submissionId: randomUUID() });
    const ada = { ...person, submissionId: randomUUID(), motivation: "first" };
    const reference = await post(ada);
    const first = await copy();
    expect(first).toMatchObject({
      exitCode: 1,
      output: expect.stringMatching(/The site runs.*Stop every instance/s),
    });
    await expect(openDatabase(target.url)).rejects.toThrow("not finished");
    await post({ ...application, submissionId: randomUUID() }, "/learning/mastermind-application");
    await runStaff(source.url, dataDir, "erase", "goes@visitor.example", "--yes");
    await site.close();
    expect(await copy()).toMatchObject({ exitCode: 0 });
    expect(await on(target, ({ db }) => rowsOf(db))).toEqual(await on(source, ({ db }) => rowsOf(db)));

    const moved = await createTestSite({ ...settings, DATABASE_URL: target.url });
    // The answer to the first was lost, say: what comes again is known by the site's key, which went along.
    expect(await post(ada, "/contact", moved)).toBe(reference);
    await post({ ...ada, motivation: "second" }, "/contact", moved);
    await moved.close();
    const { output } = await runStaff(target.url, dataDir, "list", "--json");
    expect(JSON.parse(output)).toHaveLength(3);
    // It is a site of its own now, and is not written over.
    expect(await refusal()).toMatch(/^1 Nothing was copied into .*it holds other rows/);
    expect(JSON.parse((await runStaff(target.url, dataDir, "list", "--json")).output)).toHaveLength(3);
  });

  it.runIf(to === "sqlite")("takes a file with nothing in it for a new database", async () => {
    await on(source, fill);
    writeFileSync(target.url.slice("sqlite:".length), "");
    expect(await copy("--dry-run")).toMatchObject({ output: expect.stringContaining("is not there yet") });
    expect(await copy()).toMatchObject({ exitCode: 0 });
  });

  it("lets nobody write into a database at rest before it is whole", async () => {
    await on(source, fill);
    const statement = "update contact_submissions set full_name = ''";
    async function write() {
      if (from === "sqlite") {
        const database = new DatabaseSync(source.url.slice("sqlite:".length), { timeout: 0 });
        onTestFinished(() => database.close());
        return database.exec(statement);
      }
      const client = new Client(source.url);
      await client.connect();
      await client.query(`set lock_timeout = '100ms'; ${statement}`).finally(() => client.end());
    }
    const attempts: unknown[] = [];
    const terminal = {
      write: async (text: string) => {
        if (text.startsWith("  ")) attempts.push(await write().catch(String));
      },
      note: () => {},
    };
    const config = () => readConfig({ DATABASE_URL: source.url, DATA_DIR: dataDir }, site);
    const now = () => new Date();
    expect(await runCommand(["copy", "--to", target.url], config, terminal, now)).toBe(0);
    const refused = expect.stringMatching(/lock timeout|is locked/);
    expect(attempts).toEqual(Array(6).fill(refused));
  });

  it("keeps all columns of tables of the original product, and rows that lack some", async () => {
    const [id, other] = [randomUUID(), randomUUID()];
    await on(source, async ({ db }) => {
      for (const statement of [
        "drop table contact_submissions",
        from === "postgres"
          ? `create table contact_submissions (id uuid primary key default gen_random_uuid(), created_at timestamptz default now(),
             full_name text, email text, message jsonb, tags text[], score numeric, newsletter_signup boolean,
             origin text not null default 'web')`
          : `create table contact_submissions (id text primary key, created_at text default current_timestamp, full_name text,
             email text, message text, tags text, score numeric, newsletter_signup boolean, origin text not null default 'web')`,
        `insert into contact_submissions (id, full_name, email, message, tags, score) values
           ('${id}', 'Old', null, '{"a":  1}', ${from === "postgres" ? "array['x','y']" : "'{x,y}'"}, 1.5), ('${other}', null, 'o@b.example', null, null, null)`,
        "delete from kysely_migration",
        "drop table notifications",
        "drop table submission_keys",
        "drop table quarantine",
        "drop table rate_limits",
        "drop table site_secrets",
        "drop table mastermind_applications",
        "drop table kysely_migration",
      ])
        await sql.raw(statement).execute(db);
    });
    await on(source, ({ db }) => rowsOf(db));
    expect(await copy("--dry-run")).toMatchObject({
      output: expect.stringContaining("contact_submissions is a table of the original product"),
    });
    expect(await copy()).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining("contact_submissions: 2 rows"),
    });
    await on(target, async ({ db, kind }) => {
      expect(await columnsOf(db, kind, "contact_submissions")).toContainEqual({
        name: "origin",
        isNullable: false,
      });
      const { rows } = await sql<Record<string, unknown>>`
        select id, full_name, email, message, tags, score, newsletter_signup, reason_for_contact from contact_submissions
        order by full_name nulls last`.execute(db);
      const nothing = { newsletter_signup: null, reason_for_contact: null };
      expect(rows).toEqual([
        {
          id,
          full_name: "Old",
          email: null,
          message: expect.stringMatching(/^\{"a": +1\}$/),
          tags: "{x,y}",
          score: "1.5",
          ...nothing,
        },
        {
          id: other,
          full_name: null,
          email: "o@b.example",
          message: null,
          tags: null,
          score: null,
          ...nothing,
        },
      ]);
    });
    expect((await runStaff(target.url, dataDir, "list")).output).toContain("o@b.example");
  });

  it("keeps rows that lack what the site's own have, also in a table without other columns", async () => {
    const id = randomUUID();
    await on(source, async ({ db }) => {
      for (const statement of [
        "create table original as select * from contact_submissions",
        "drop table contact_submissions",
        "alter table original rename to contact_submissions",
        `insert into contact_submissions (id, full_name) values ('${id}', 'Old')`,
      ])
        await sql.raw(statement).execute(db);
    });
    expect(await copy()).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining("contact_submissions: 1 row"),
    });
    await on(target, async ({ db }) => {
      const { rows } = await sql`select id, full_name, email from contact_submissions`.execute(db);
      expect(rows).toEqual([{ id, full_name: "Old", email: null }]);
    });
  });

  it("goes nowhere else: other rows, another site, other tables, a later version, no database", async () => {
    await on(source, fill);
    // Another site ran with it.
    await on(target, async ({ db }) => {
      await db.insertInto("contact_submissions").values(contact("theirs")).execute();
    });
    const before = await on(target, ({ db }) => rowsOf(db));
    expect(await refusal()).toMatch(/^1 Nothing was copied .*other rows.*Take a database that is empty/);
    expect(await on(target, ({ db }) => rowsOf(db))).toEqual(before);
    // A copy of another site that was broken off.
    const mark = (name: string) =>
      on(target, async ({ db }) => {
        await sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(db);
      });
    await mark("unfinished-copy-of-0123456789abcdef");
    expect(await refusal()).toMatch(/^1 Nothing was copied .*unfinished copy of another site/);
    await alter(target, ["delete from kysely_migration where name like 'unfinished%'"]);
    await mark("9999-later");
    expect(await refusal()).toMatch(/^1 .*later version.*9999-later/);
    await alter(target, ["drop table kysely_migration"]);
    expect(await refusal()).toMatch(/^1 Nothing was copied .*tables of these names that are not the site's/);
    // The source is of a later version.
    await alter(source, [
      "insert into kysely_migration (name, timestamp) values ('9998-later-compatible', '')",
    ]);
    expect(await refusal()).toMatch(/^1 The database was changed by a later version.*9998-later-compatible/);
  });
  async function alter(database: TestDatabase, statements: string[]): Promise<void> {
    // Before anything is said of the version.
    const beforeCopy = async (db: Kysely<Database>) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    };
    await connectDatabase(database.url, { isForStaff: true, beforeCopy }).then(
      ({ close }) => close(),
      () => {},
    );
  }

  it("names what was typed wrongly, and what is no database", async () => {
    await on(source, fill);
    const at = (to: string) =>
      runStaff(source.url, dataDir, "copy", `--to=${to}`).then(
        () => "carried out",
        (error: Error & { exitCode?: number }) => `${error.exitCode} ${error.message}`,
      );
    expect(await at("")).toMatch(/^2 --to URL is missing/);
    expect(await at("mysql://a@b/c")).toMatch(/^2 --to takes sqlite:PATH or postgres:/);
    expect(await at(source.url)).toMatch(/^2 --to is the site's own database/);
    const file = join(dataDir, "some");
    writeFileSync(file, "words ".repeat(1_000));
    expect(await at(`sqlite:${file}`)).toMatch(/^1 Nothing was copied .*no SQLite database/);
    mkdirSync(join(dataDir, "folder"));
    expect(await at(`sqlite:${join(dataDir, "folder")}`)).toMatch(/^1 .*folder/);
    expect(await at(`sqlite:${file}/below/site.db`)).toMatch(/^1 .*should be a folder is a file/);
    const refused = await at("postgres://site:secret@127.0.0.1:1/site");
    expect(refused).toMatch(/^1 The database 127\.0\.0\.1:1: nobody answers/);
    expect(refused).not.toContain("secret");
    const run = runStaff(source.url, dataDir, "copy", "--to", target.url, "--yes");
    await expect(run).rejects.toMatchObject({ exitCode: 2 });
  });

  it("--dry-run says what would be done and makes nothing", async () => {
    await on(source, fill);
    const { output, exitCode } = await copy("--dry-run");
    expect(exitCode).toBe(0);
    expect(output).toMatch(
      /contact_submissions: 5\n.*is not there yet, or has no tables.*Nothing was changed/s,
    );
    const tables = sql<{
      name: string;
    }>`select name from ${sql.raw(to === "sqlite" ? "sqlite_schema" : "(select tablename as name from pg_tables where schemaname = 'public') as found")}`;
    const open = await connectDatabase(target.url, {
      isForStaff: true,
      beforeCopy: async (db) => expect((await tables.execute(db)).rows).toEqual([]),
    }).catch((error: Error) => error);
    expect(String(open)).toContain("there are no tables of the site in it");
  });
});

describe("PostgreSQL as what is copied to", () => {
  let folder: string;
  let source: string;
  let target: TestDatabase;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "copy-"));
    source = `sqlite:${join(folder, "site.db")}`;
    target = await createTestDatabase("postgres");
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await target.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("may go away: that is said in words, and the next run goes on", async () => {
    const { db, close } = await openDatabase(source);
    const rows = Array.from({ length: 500 }, (_, index) => ({
      created_at: "2026-01-02T03:04:05.678Z",
      ...contactRow({ full_name: `${index}`, email: "a@b.example" }),
    }));
    for (let count = 0; count < 20; count += 1)
      await db
        .insertInto("contact_submissions")
        .values(rows.map((row) => ({ ...row, id: randomUUID() })))
        .execute();
    await close();
    const copy = () => runStaff(source, folder, "copy", "--to", target.url);
    const ended = copy().then(
      () => "carried out",
      (error: Error) => String(error),
    );
    const administrator = new Client({ connectionString: inject("postgresUrl") });
    await administrator.connect();
    const { pathname } = new URL(target.url);
    let cut = 0;
    while (cut === 0) {
      const { rowCount } = await administrator.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query like 'insert into \"contact%'",
        [pathname.slice(1)],
      );
      cut += rowCount ?? 0;
    }
    await administrator.end();
    expect(await ended).toMatch(/^CommandError: The (database|copy was broken off)/);
    expect(await copy()).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining("contact_submissions: 10000 rows"),
    });
  });

  it("takes the password from a file, so that nobody sees it typed", async () => {
    await (await openDatabase(source)).close();
    const { hostname, port, username, password, pathname } = new URL(target.url);
    const file = join(folder, "passwords");
    writeFileSync(file, `${hostname}:${port}:${pathname.slice(1)}:${username}:${password}\n`, {
      mode: 0o600,
    });
    vi.stubEnv("PGPASSFILE", file);
    const typed = `postgres://${username}@${hostname}:${port}${pathname}`;
    expect(await runStaff(source, folder, "copy", "--to", typed)).toMatchObject({ exitCode: 0 });
    vi.stubEnv("PGPASSFILE", join(folder, "none"));
    await expect(runStaff(source, folder, "copy", "--to", typed)).rejects.toMatchObject({
      name: "CommandError",
    });
  });

  it("is read back: what it keeps in another way is found, and no site starts with it", async () => {
    const { db, close } = await openDatabase(source);
    await db
      .insertInto("submission_keys")
      .values({ submission_id: "a", table_name: "quarantine", row_id: "Ä" })
      .execute();
    await close();
    const other = await openDatabase(target.url);
    await sql`create function shorten() returns trigger language plpgsql as
      $$ begin new.row_id := 'A'; return new; end $$`.execute(other.db);
    await sql`create trigger shorten before insert on submission_keys for each row execute function shorten()`.execute(
      other.db,
    );
    await other.close();
    await expect(runStaff(source, folder, "copy", "--to", target.url)).rejects.toThrow(
      /submission_keys is not the same on both sides: 1 row, digest \w+ here, 1 row, digest \w+ there/,
    );
    await expect(openDatabase(target.url)).rejects.toThrow("a copy into it is not finished");
  });
});
