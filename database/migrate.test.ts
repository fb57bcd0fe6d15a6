// docs/specification.md, 'Tables', 'Tables of the original product'

import { sql } from "kysely";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestDatabase, databaseKinds, prepare, type TestDatabase } from "../tests/support/databases.ts";
import { connectDatabase } from "./connect.server.ts";
import { copyMark, ofPooling, TablesError } from "./migrate.server.ts";
import { flagColumns, submissionTables, wordColumns } from "./schema.ts";

describe.each(databaseKinds)("migrations on %s", (kind) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(kind);
  });
  afterEach(() => database.drop());
  const given = (...statements: string[]) => prepare(kind, database.url, statements);
  /** What the site tells at a start. */
  const start = async () => {
    const told: string[] = [];
    const onTrouble = (_error: unknown, message: string) => void told.push(message);
    await (await connectDatabase(database.url, { onTrouble })).close();
    return told;
  };
  const read = async (query: string) => {
    const { db, close } = await connectDatabase(database.url, { isForStaff: true });
    const { rows } = await sql.raw<Record<string, unknown>>(query).execute(db);
    await close();
    return rows;
  };

  it("change nothing where one of them fails", async () => {
    const ids = kind === "sqlite" ? "integer primary key" : "serial primary key";
    await given(`create table mastermind_applications (id ${ids}, email text)`);
    await expect(start()).rejects.toThrow("mastermind_applications.id is");
    // Otherwise these would be there already.
    await given("create table notifications (id text)", "drop table notifications");
    await given("create table contact_submissions (id text)");
  });

  it("add every column that a table of the original product lacks", async () => {
    for (const table of submissionTables)
      await given(
        `create table ${table} (email text)`,
        `insert into ${table} values ('old@visitor.example')`,
      );
    await start();
    for (const table of submissionTables) {
      const [row = {}] = await read(`select * from ${table}`);
      const flag = flagColumns.filter((name) => name in row);
      expect(flag).toHaveLength(1);
      expect(Object.keys(row).sort()).toEqual(
        ["id", "created_at", "created_at_found", "email", ...flag, ...wordColumns(table)].sort(),
      );
    }
  });

  it("make of each id the key of one row alone", async () => {
    await given("create table contact_submissions (email text)");
    await start();
    const row = "insert into contact_submissions (id, created_at, email) values ('same', '2026-11-21', '')";
    await expect(given(row, row)).rejects.toThrow(/unique/i);
  });

  it("tell once of what was taken over", async () => {
    await given(
      "create table contact_submissions (email text)",
      "insert into contact_submissions values ('')",
    );
    expect(await start()).toEqual([expect.stringMatching(/^1 rows of contact_submissions had no time/)]);
    expect(await start()).toEqual([]);
  });

  it.each([
    ["made in an empty database", [], [1, 0]],
    ["made beside what is not the site's", ["create table others (id text)"], [1, 0]],
    ["there, and empty", ["create table contact_submissions (email text)"], [1, 0]],
    ...submissionTables.map((table) => [
      `there, with a row of ${table}`,
      [`create table ${table} (email text)`, `insert into ${table} values ('old@visitor.example')`],
      [0, 0],
    ]),
  ] as [string, string[], number[]][])(
    "tell of a new site once, where tables are %s",
    async (_, before, expected) => {
      await given(...before);
      const calls: number[] = [];
      for (const _ of expected) {
        const onNew = vi.fn();
        await (await connectDatabase(database.url, { onNew })).close();
        calls.push(onNew.mock.calls.length);
      }
      expect(calls).toEqual(expected);
    },
  );

  it("take over names of columns in capitals, and of two alike neither", async () => {
    await given(
      `create table contact_submissions ("ID" text, "EMAIL" text, "Full_Name" text, fullName text)`,
      `insert into contact_submissions values ('one', 'old@visitor.example', 'Old Friend', 'Another')`,
    );
    await start();
    const [row] = await read("select * from contact_submissions");
    expect(row).toMatchObject({ email: "old@visitor.example" });
    // To SQLite they are one name; to PostgreSQL two of which nobody knows which is meant.
    expect(row?.full_name).toBe(kind === "sqlite" ? "Old Friend" : null);
  });

  it("go on beside a copy that is not finished for none but who makes it", async () => {
    await start();
    await given(`insert into kysely_migration (name, timestamp) values ('${copyMark}another', '')`);
    for (const isForStaff of [true, false])
      await expect(connectDatabase(database.url, { isForStaff })).rejects.toThrow(
        "a copy into it is not finished: run npm run submissions -- copy again where it is copied from",
      );
    const beforeCopy = async () => {};
    const { close } = await connectDatabase(database.url, { isForStaff: true, beforeCopy });
    await close();
  });

  it("are all named that are missing, for the staff, and those of a later version for all", async () => {
    await start();
    await given("delete from kysely_migration where name > '0004'");
    await expect(connectDatabase(database.url, { isForStaff: true })).rejects.toThrow(
      /^it lacks 0004-times-compatible, 0005-ids-compatible.*: start the site, which brings it up to date$/,
    );
    await given("insert into kysely_migration (name, timestamp) values ('0900-a', ''), ('0901-b', '')");
    await expect(connectDatabase(database.url)).rejects.toThrow(
      /later version of the site.*\(0900-a, 0901-b\)$/,
    );
  });
});

it("take over a table of SQLite that numbers no rows", async () => {
  const database = await createTestDatabase("sqlite");
  await prepare("sqlite", database.url, [
    "create table contact_submissions (id text primary key, email text) without rowid",
    "insert into contact_submissions values ('one', 'old@visitor.example')",
  ]);
  const { db, close } = await connectDatabase(database.url);
  expect(await db.selectFrom("contact_submissions").select(["id", "email"]).execute()).toEqual([
    { id: "one", email: "old@visitor.example" },
  ]);
  await close();
  await database.drop();
});

it.each([
  ["boolean", "true", true],
  ["text", "'yes'", null],
])("takes a flag of PostgreSQL over from another name if it is one: a %s", async (type, value, taken) => {
  const database = await createTestDatabase("postgres");
  await prepare("postgres", database.url, [
    `create table contact_submissions (email text, "newsletterSignup" ${type})`,
    `insert into contact_submissions values ('old@visitor.example', ${value})`,
  ]);
  const { db, close } = await connectDatabase(database.url);
  expect(await db.selectFrom("contact_submissions").select("newsletter_signup").execute()).toEqual([
    { newsletter_signup: taken },
  ]);
  await close();
  await database.drop();
});

describe("migrations on PostgreSQL that add a column", () => {
  let database: TestDatabase;
  const clients: Client[] = [];
  const client = async () => {
    const made = new Client({ connectionString: database.url });
    clients.push(made);
    await made.connect();
    return made;
  };
  beforeEach(async () => {
    database = await createTestDatabase("postgres");
    await prepare("postgres", database.url, [
      "create table contact_submissions (id text, created_at timestamptz, email text)",
    ]);
    const first = await connectDatabase(database.url);
    await first.indexed;
    await first.close();
    await prepare("postgres", database.url, [
      "insert into contact_submissions (id, created_at, email) values ('one', '1980-01-01', 'old@visitor.example')",
      "delete from kysely_migration where name >= '0004'",
    ]);
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((open) => open.end()));
    await database.drop();
  });

  it("end beside an earlier version's index and another start, which wait for one another", async () => {
    const [visitor, earlier, reader] = [await client(), await client(), await client()];
    const waiting = async (what: string) => {
      const { rows } = await reader.query<{ count: number }>(
        `select count(*)::integer as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
        [`${what}%`],
      );
      return rows[0]?.count;
    };
    await visitor.query("begin; lock table contact_submissions in row exclusive mode");
    const index = earlier.query("create index concurrently earlier on contact_submissions (email)");
    await expect.poll(() => waiting("create index")).toBe(1);
    const starts = [1, 2].map(async () => (await connectDatabase(database.url)).close());
    // The index, and one start at a time.
    await expect.poll(() => waiting("")).toBe(2);
    await visitor.query("commit");
    await Promise.all([index, ...starts]);
    const { rows } = await reader.query("select created_at_found from contact_submissions");
    expect(rows).toEqual([{ created_at_found: expect.stringMatching(/^1980-01-01/) }]);
  });

  it("wait for another start without a transaction, for which an index would wait", async () => {
    const [other, reader] = [await client(), await client()];
    await other.query("begin; select pg_advisory_xact_lock(3853314791062309107)");
    const start = connectDatabase(database.url).then(({ close }) => close());
    const seen = new Set<string | null>();
    const look = async () => {
      const { rows } = await reader.query<{ wait_event: string | null; query: string }>(
        "select wait_event, query from pg_stat_activity where datname = current_database()",
      );
      for (const { wait_event } of rows) seen.add(wait_event);
      return rows.map(({ query }) => query);
    };
    await expect.poll(look, { interval: 10 }).toContainEqual(expect.stringMatching(/^(commit|rollback)$/i));
    await other.query("commit");
    await start;
    expect(seen).not.toContain("advisory");
  });
});

it("says what a pooler of statements has to be set to, and leaves other errors", () => {
  const refusal = new Error("transaction blocks not allowed in statement pooling mode");
  expect(ofPooling(refusal)).toBeInstanceOf(TablesError);
  expect(ofPooling(refusal)?.message).toContain("the site needs pool_mode = transaction");
  for (const other of [new Error("no"), "transaction blocks not allowed"])
    expect(ofPooling(other)).toBeUndefined();
});
