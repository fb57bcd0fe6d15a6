// docs/specification.md, 'Two databases', 'Tables of the original product'

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect as connectSocket, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { Client } from "pg";
import { generate } from "selfsigned";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import {
  administer,
  createTestDatabase,
  databaseKinds,
  prepare,
  type TestDatabase,
} from "../tests/support/databases.ts";
import { contactRow } from "../tests/support/form.ts";
import { findPgbouncer, startPgbouncer } from "../tests/support/pgbouncer.ts";
import { type RunningPostgres, startPostgres } from "../tests/support/postgres.ts";
import { type Connection, connectDatabase } from "./connect.server.ts";
import { emailPart, isOddlyWritten, isOpen, lastByte, mayHoldOthers, mayNameOthers } from "./indexes.ts";
import type { DatabaseKind } from "./migrations/column-types.ts";
import { findPostgres } from "./postgres/find-postgres.server.ts";
import { postgresDialect } from "./postgres/postgres-dialect.server.ts";
import { retryTransient } from "./retry-transient.server.ts";
import type { Database } from "./schema.ts";
import { FileConnection } from "./sqlite/file-connection.server.ts";
import { nodeSqliteDialect } from "./sqlite/sqlite-dialect.server.ts";
import { LostFileError } from "./sqlite/sqlite-file.server.ts";

/** The tables as the original product had them: its ids and times were made by the database. */
const originalTables: Record<DatabaseKind, string[]> = {
  postgres: [
    `create table contact_submissions (id uuid primary key default gen_random_uuid(), created_at timestamptz not null
      default now(), full_name text not null, email text not null, linkedin_url text, reason_for_contact text,
      message text, newsletter_signup boolean default false)`,
    `create table mastermind_applications (id uuid primary key default gen_random_uuid(), created_at timestamptz not
      null default now(), first_name text not null, last_name text not null, email text not null, phone text,
      organization text, role text, challenges text, expectations text, experience text, commitment text,
      availability text, motivation text, agree_to_terms boolean not null)`,
    `insert into mastermind_applications (first_name, last_name, email, agree_to_terms) values
      ('Old', 'Friend', 'old@visitor.example', true)`,
  ],
  sqlite: [
    `create table contact_submissions (id text primary key, created_at text default current_timestamp, full_name text
      not null, email text not null, linkedin_url text, reason_for_contact text, message text, newsletter_signup
      boolean default 0)`,
    // Without id and time; docs/specification.md, 'Tables of the original product'.
    `create table mastermind_applications (first_name text not null, last_name text not null, email text not null,
      phone text, organization text, role text, challenges text, expectations text, experience text, commitment text,
      availability text, motivation text, agree_to_terms boolean not null)`,
    `insert into mastermind_applications (first_name, last_name, email, agree_to_terms) values
      ('Old', 'Friend', 'old@visitor.example', 1), ('Old', 'Foe', 'foe@visitor.example', 1)`,
  ],
};

describe.each(databaseKinds)("connectDatabase on %s", (kind) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(kind);
  });
  afterEach(() => database.drop());

  it("says which rules of tables that were there before refuse forms", async () => {
    const text = kind === "postgres" ? "varchar(20)" : "text";
    await prepare(kind, database.url, [
      `create table contact_submissions (id text primary key, full_name ${text} not null, email varchar(254) not null,
        linkedin_url text not null, "GDPR ""consent""" boolean not null, source text not null default 'web', unique (email))`,
      // What refuses nothing that the site stores.
      "create unique index by_phone on contact_submissions (full_name) where source = 'phone'",
      ...(kind === "postgres"
        ? ["alter table contact_submissions add number int generated always as identity"]
        : []),
      "create table mastermind_applications (id text primary key, email varchar(253))",
    ]);
    const told: string[] = [];
    await (
      await connectDatabase(database.url, { onTrouble: (_error, message) => void told.push(message) })
    ).close();
    expect(told).toEqual([
      ...(kind === "postgres" ? [expect.stringContaining("full_name takes 20 characters at most")] : []),
      expect.stringContaining("linkedin_url may not be empty"),
      expect.stringContaining('alter column "GDPR ""consent""" drop not null'),
      ...(kind === "postgres" ? [expect.stringContaining("email takes 253 characters at most")] : []),
      expect.stringContaining("may have the same email"),
    ]);
  });

  it("brings an empty database up to date once, also when several instances start at once", async () => {
    const connections = await Promise.all(
      Array.from({ length: 5 }, async () => connectDatabase(database.url)),
    );
    expect(await Promise.all(connections.map((connection) => connection.check()))).toEqual(
      Array(5).fill(true),
    );
    await Promise.all(connections.map((connection) => connection.close()));
  });

  it("takes over the tables of the original product with every row, and stores beside them", async () => {
    const id = randomUUID();
    await prepare(kind, database.url, [
      ...originalTables[kind],
      `insert into contact_submissions (id, full_name, email, message) values ('${id}', 'Old Friend',
        'old@visitor.example', '{"phone":""}')`,
    ]);
    const { db, close } = await connectDatabase(database.url);
    const contacts = await db.selectFrom("contact_submissions").selectAll().execute();
    expect(contacts).toEqual([
      expect.objectContaining({ id, full_name: "Old Friend", message: '{"phone":""}' }),
    ]);
    const applications = await db.selectFrom("mastermind_applications").selectAll().execute();
    expect(applications).toHaveLength(kind === "sqlite" ? 2 : 1);
    for (const row of applications) {
      expect(row.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      expect(new Date(row.created_at).toISOString()).toBe(row.created_at);
    }
    expect(new Set(applications.map((row) => row.id)).size).toBe(applications.length);

    const row = contactRow({ full_name: "New", email: "new@visitor.example" });
    await db
      .insertInto("contact_submissions")
      .values({ ...row, id: randomUUID(), created_at: new Date().toISOString() })
      .execute();
    expect(await db.selectFrom("contact_submissions").select("email").execute()).toHaveLength(2);
    await close();
  });

  it("reads columns that are written in another way, and leaves them as they are", async () => {
    const time = kind === "postgres" ? "timestamp" : "text";
    await prepare(kind, database.url, [
      `create table contact_submissions ("Id" text primary key, "createdAt" ${time}, "fullName" text, "Email" text, "Message" text,
        "newsletterSignup" boolean, "linkedinUrl" text, linked_in_url text)`,
      `insert into contact_submissions values
        ('one', '2026-11-21 08:10:00', 'Old Friend', 'old@visitor.example', 'Hello', true, 'https://old.example', null),
        ('two', null, null, null, null, null, null, null)`,
    ]);
    const told: string[] = [];
    const onTrouble = (_error: unknown, message: string) => void told.push(message);
    const { db, close } = await connectDatabase(database.url, { onTrouble });
    const rows = await db.selectFrom("contact_submissions").selectAll().orderBy("created_at").execute();
    await close();
    expect(rows).toHaveLength(2);
    const one = rows.find((row) => row.full_name === "Old Friend");
    expect(one).toMatchObject({ created_at: "2026-11-21T08:10:00.000Z", fullName: "Old Friend" });
    expect(one).toMatchObject({ email: "old@visitor.example", message: "Hello" });
    expect(Boolean(one?.newsletter_signup)).toBe(true);
    expect(rows.map(({ id }) => String(id)).every(Boolean)).toBe(true);
    expect(rows.find((row) => row !== one)).toMatchObject({ email: null, created_at_found: "" });
    // Of two that are alike nobody knows which is meant.
    expect(told.filter((message) => /^\d+ rows /.test(message))).toEqual([
      expect.stringMatching(/^1 rows .* no time that could be read/),
      expect.stringMatching(/^1 rows of contact_submissions have something in "linkedinUrl" and nothing in/),
    ]);
  });

  /** Times as they are found, and what they become; "now" where nothing can be read. */
  const foundTimes: Record<string, Record<string, string>> = {
    "timestamptz on postgres": {
      "'2026-11-21 10:10:00+02'": "2026-11-21T08:10:00.000Z",
      "'infinity'": "now",
      null: "now",
    },
    "timestamp on postgres": { "'2026-11-21 08:10:00'": "2026-11-21T08:10:00.000Z", null: "now" },
    "numeric on sqlite": {
      "20260901": "2026-09-01T00:00:00.000Z",
      "1795248600.25": "2026-11-21T08:10:00.250Z",
      "46266.5": "now",
      "-5": "now",
    },
    "date on postgres": { "'2026-11-21'": "2026-11-21T00:00:00.000Z", null: "now" },
    "bigint on postgres": {
      "1795248600": "2026-11-21T08:10:00.000Z",
      "1795248600000": "2026-11-21T08:10:00.000Z",
    },
    "text on both": {
      "'2026-11-21 08:10:00'": "2026-11-21T08:10:00.000Z",
      "'2026-11-21 08:10:00.25'": "2026-11-21T08:10:00.250Z",
      "'2026-11-21 10:10:00+02'": "2026-11-21T08:10:00.000Z",
      "'2026-11-21T03:10:00-05:00'": "2026-11-21T08:10:00.000Z",
      "'2026-11-21T08:10:00Z'": "2026-11-21T08:10:00.000Z",
      "'2026-11-21T08:10:00.123Z'": "2026-11-21T08:10:00.123Z",
      "'2026-11-21'": "2026-11-21T00:00:00.000Z",
      "1795248600": "2026-11-21T08:10:00.000Z",
      "'1795248600000'": "2026-11-21T08:10:00.000Z",
      null: "now",
      "'some day'": "now",
      "'20260901'": "2026-09-01T00:00:00.000Z",
      // Days that there are not, hours of no day, the days since one, and times before there were such forms.
      ...{ "'2026-02-30'": "now", "'2026-02-30T08:10:00.000Z'": "now", "'20260230'": "now" },
      ...{ "'12:00'": "now", "'2'": "now", "'46266.5'": "now", "'2461300.5'": "now" },
      ...{ "'1970-08-23 12:00:00'": "now", "'1889-01-01'": "now", "'9999-12-31'": "now" },
      ...{ "'tomorrow'": "now", "'now'": "now" },
    },
  };
  const typesFound = Object.keys(foundTimes).filter((name) => /both$/.test(name) || name.endsWith(kind));

  it.each(
    typesFound.flatMap((name) =>
      [false, true].map((isTaken) => ({
        name,
        type: name.split(" ")[0],
        taken: isTaken ? "that an earlier version has taken over" : "that is taken over",
      })),
    ),
  )("writes the times of a table $taken as it writes its own: $name", async ({ name, type, taken }) => {
    const values = foundTimes[name] ?? {};
    const ids = Object.keys(values).map(() => randomUUID());
    const [table = ""] = originalTables[kind];
    const create = table
      .replace(/created_at[^,]*,/, `created_at ${type},`)
      .replace("full_name", "notes text, full_name");
    const insert = Object.keys(values).map(
      (value, index) => `insert into contact_submissions (id, created_at, full_name, email) values
        ('${ids[index]}', ${kind === "postgres" && type === "text" && /^\d/.test(value) ? `'${value}'` : value}, 'Old Friend', 'old@visitor.example')`,
    );
    if (taken.startsWith("that an")) {
      await (await connectDatabase(database.url)).close();
      // As the version before has left it: a table with columns of its own.
      await prepare(kind, database.url, [
        "drop table contact_submissions",
        "delete from kysely_migration where name > '0004'",
      ]);
    }
    // Nothing goes by the zone of the database.
    const zone = `do $$ begin execute format('alter database %I set timezone = %L', current_database(), 'Asia/Kathmandu'); end $$`;
    await prepare(kind, database.url, [...(kind === "postgres" ? [zone] : []), create, ...insert]);
    const before = new Date(Date.now() - 1_000).toISOString();
    const troubles: string[] = [];
    const onTrouble = (_error: unknown, message: string) => troubles.push(message);
    const { db, close } = await connectDatabase(database.url, { onTrouble });
    const rows = await db.selectFrom("contact_submissions").selectAll().execute();
    const unread = Object.values(values).filter((expected) => expected === "now").length;
    expect(troubles).toEqual(
      unread === 0
        ? []
        : [expect.stringMatching(`^${unread} rows of contact_submissions had no time that could be read`)],
    );
    const found = new Map(
      rows.map((row) => [row.id, (row as { created_at_found?: string }).created_at_found]),
    );
    const row = contactRow({ full_name: "New", email: "new@visitor.example" });
    const late = "2026-11-21T08:10:00.125Z";
    const id = randomUUID();
    await db
      .insertInto("contact_submissions")
      .values({ ...row, id, created_at: late })
      .execute();
    const later = await db
      .selectFrom("contact_submissions")
      .select("id")
      .where("created_at", "<", late)
      .execute();
    await close();
    const after = new Date(Date.now() + 1_000).toISOString();
    const times = new Map(rows.map((found) => [found.id, found.created_at]));
    for (const [index, [value, expected]] of Object.entries(values).entries()) {
      const time = times.get(ids[index] ?? "") ?? "";
      const kept = found.get(ids[index] ?? "") ?? null;
      if (expected !== "now") {
        expect(time, value).toBe(expected);
        expect(kept, value).toBeNull();
      } else {
        expect(before <= time && time <= after, `${value}: ${time}`).toBe(true);
        expect(kept, value).toBe(value === "null" ? "" : value.replaceAll("'", ""));
      }
      expect(
        later.some((found) => found.id === ids[index]),
        value,
      ).toBe(time < late);
    }
  });

  it("gives an id of its own to each row that has none, or that of another", async () => {
    await prepare(kind, database.url, [
      "create table contact_submissions (id text, created_at text, full_name text, email text)",
      `insert into contact_submissions (id, full_name) values ('same', 'one'), ('same', 'two'), (null, 'three'),
        ('own', 'four')`,
    ]);
    const { db, close } = await connectDatabase(database.url);
    const rows = await db.selectFrom("contact_submissions").select("id").execute();
    await close();
    const ids = new Set(rows.map(({ id }) => id));
    expect(ids.size).toBe(4);
    expect([...ids]).toEqual(expect.arrayContaining(["same", "own"]));
  });

  it("says so when a table's ids are numbers", async () => {
    const key = kind === "sqlite" ? "integer primary key" : "serial primary key";
    await prepare(kind, database.url, [`create table contact_submissions (id ${key}, email text)`]);
    await expect(connectDatabase(database.url)).rejects.toThrow(
      /contact_submissions\.id is .*; expected text or uuid/,
    );
  });

  it("runs beside a later version's schema that is marked compatible, and beside no other", async () => {
    await (await connectDatabase(database.url)).close();
    const later = (name: string) =>
      `insert into kysely_migration (name, timestamp) values ('${name}', '2999-01-01T00:00:00.000Z')`;
    await prepare(kind, database.url, [later("0900-more-columns-compatible")]);
    const connection = await connectDatabase(database.url);
    expect(await connection.check()).toBe(true);
    await connection.close();
    await prepare(kind, database.url, [later("0901-other-columns")]);
    await expect(connectDatabase(database.url)).rejects.toThrow(/later version.*0901-other-columns/);
  });

  it("is not ready where a migration is missing", async () => {
    const connection = await connectDatabase(database.url);
    await sql`delete from kysely_migration where name like '0005%'`.execute(connection.db);
    expect(await connection.check()).toBe(false);
    await connection.close();
  });

  it("brings nothing up to date for the staff's commands", async () => {
    const forStaff = () => connectDatabase(database.url, { isForStaff: true });
    await expect(forStaff()).rejects.toThrow("no tables of the site");
    const { db, close } = await connectDatabase(database.url);
    await (await forStaff()).close();
    await sql`delete from kysely_migration where name like '0004%'`.execute(db);
    await close();
    await expect(forStaff()).rejects.toThrow(/lacks 0004-times-compatible: start the site/);
  });

  it("has an index for what is listed by time and for the keys of a row", async () => {
    const connection = await connectDatabase(database.url);
    await connection.indexed;
    const { db } = connection;
    for (const query of [
      "select id from contact_submissions order by created_at desc, id desc limit 50",
      "select id from mastermind_applications where created_at > '2026-01-01' order by created_at, id limit 50",
      "select id from notifications where created_at < '2026-01-01'",
      "select id from quarantine order by created_at desc, id desc limit 50",
      "select submission_id from submission_keys where row_id = 'x'",
      "select id from notifications where email = 'x'",
      ...["contact_submissions", "mastermind_applications", "quarantine"].flatMap((table) => [
        `select id from ${table} where ${emailPart} = 'ann@x.org'`,
        `select id from ${table} where ${table === "quarantine" ? mayHoldOthers(kind) : isOddlyWritten[kind]}`,
        `select cast(id as text) as id from ${table} where ${lastByte} in ('a0', 'A0')`,
        `select cast(id as text) as id from ${table} where id >= 'a' and id <= 'b' limit 2`,
      ]),
      ...(["contact_submissions", "mastermind_applications", "quarantine", "notifications"] as const).map(
        (table) => `select * from ${table} where ${mayNameOthers(table, kind)} and lower(email) like '%x%'`,
      ),
      `select * from notifications where ${isOpen} order by created_at, id limit 50`,
      `select count(*) from notifications where ${isOpen} and kind = 'staff'`,
    ]) {
      const plan = await db.transaction().execute(async (transaction) => {
        // The tables are too small for anything but a scan.
        for (const way of kind === "postgres" ? ["seqscan", "bitmapscan", "sort"] : [])
          await sql.raw(`set local enable_${way} = off`).execute(transaction);
        const explain = sql.raw(kind === "sqlite" ? `explain query plan ${query}` : `explain ${query}`);
        return JSON.stringify((await explain.execute(transaction)).rows);
      });
      expect(plan, query).toMatch(kind === "sqlite" ? /USING (COVERING )?INDEX/ : /Index/);
      expect(plan, query).not.toMatch(/SCAN \w+"|TEMP B-TREE|Sort/);
    }
    await connection.close();
  });
});

describe.each(databaseKinds)("indexes of tables that are not small, on %s", (kind) => {
  it("are used for what others wrote about somebody", async () => {
    const database = await createTestDatabase(kind);
    const connection = await connectDatabase(database.url);
    await connection.indexed;
    const { db } = connection;
    const numbers =
      kind === "postgres"
        ? "generate_series(1, 4000) as numbers (n)"
        : "(with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 4000) select n from numbers)";
    const [time, words] = ["'2026-11-21T10:00:00.000Z'", `'${"words ".repeat(150)}'`];
    const no = kind === "postgres" ? "false" : "0";
    for (const rows of [
      `contact_submissions (id, created_at, full_name, email, linkedin_url, reason_for_contact, message, newsletter_signup)
        select 'c' || n, ${time}, 'Ada', n || 'ann@x.org', null, 'Interest', ${words}, ${no} from ${numbers}`,
      `mastermind_applications (id, created_at, first_name, last_name, email, phone, organization, role, challenges, expectations,
        experience, commitment, availability, motivation, agree_to_terms) select 'm' || n, ${time}, 'Ada', 'Moreno', n || 'ann@x.org', null, '', '', ${words}, '', '', '', '', '', ${no} from ${numbers}`,
      `quarantine select 'q' || n, ${time}, 'contact_submission', '', 'ann@x.org', '[["email","Ann@x.org"],["motivation",' || ${words} || ']]' from ${numbers}`,
      `notifications (id, created_at, submission_table, submission_id, kind, email, payload, status, attempts, next_attempt_at)
        select 'n' || n, ${time}, 'contact_submissions', 'c' || n, 'staff', 'ann@x.org', '{"applicantEmail":"Ann@x.org","motivation":' || ${words} || '}', 'sent', 1, ${time} from ${numbers}`,
    ])
      await sql.raw(`insert into ${rows}`).execute(db);
    if (kind === "postgres") await sql`analyze`.execute(db);
    for (const table of [
      "contact_submissions",
      "mastermind_applications",
      "quarantine",
      "notifications",
    ] as const) {
      const explain = kind === "sqlite" ? "explain query plan" : "explain";
      const query = `${explain} select * from ${table} where ${mayNameOthers(table, kind)} and lower(email) like '%ann@x.org%'`;
      const { rows } = await sql.raw(query).execute(db);
      expect(JSON.stringify(rows), table).toContain(`${table}_names`);
    }
    await connection.close();
    await database.drop();
  });
});

describe("connectDatabase on a PostgreSQL server in trouble", () => {
  let database: TestDatabase;
  const opened: Connection[] = [];
  const open = async (...given: Parameters<typeof connectDatabase>) => {
    const connection = await connectDatabase(...given);
    opened.push(connection);
    return connection;
  };
  const name = () => new URL(database.url).pathname.slice(1);
  beforeEach(async () => {
    database = await createTestDatabase("postgres");
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((connection) => connection.close()));
    await database.drop();
  });
  /** The first statement of a post, which counts it. */
  const count = ({ db }: Connection) =>
    db.insertInto("rate_limits").values({ key: randomUUID(), points: 1, expires_at: 0 }).execute();
  const hasIndex = async (index: string) => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rowCount } = await client.query(
      "select from pg_index where indexrelid = to_regclass($1) and indisvalid",
      [index],
    );
    await client.end();
    return rowCount === 1;
  };
  /** Holds a lock as a migration does, while the work is done. */
  async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
    const other = new Client({ connectionString: database.url });
    await other.connect();
    await other.query(`begin; lock table ${table} in access exclusive mode`);
    await work().finally(() => other.end());
  }

  it.skipIf(!findPgbouncer())(
    "works through PgBouncer in transaction mode (skipped where the command `pgbouncer` is missing)",
    async () => {
      await administer(database.url, [`alter database ${name()} set statement_timeout = '30s'`]);
      const pooler = await startPgbouncer(database.url);
      try {
        const connections = await Promise.all([1, 2, 3].map(() => connectDatabase(pooler.url)));
        for (const connection of connections) expect(await connection.check()).toBe(true);
        await Promise.all(Array.from({ length: 60 }, (_, n) => count(connections[n % 3] as Connection)));
        const [connection] = connections as [Connection];
        await connection.indexed;
        await whileLocked("rate_limits", async () => {
          await expect(count(connection)).rejects.toThrow("lock timeout");
        });
        // Nothing is left behind on the connections that others use as well.
        const other = new Client({ connectionString: pooler.url });
        await other.connect();
        const { rows } = await other.query(
          "select current_setting('lock_timeout') as locks, current_setting('statement_timeout') as statements",
        );
        expect(rows).toEqual([{ locks: "0", statements: "30s" }]);
        await other.end();
        const staff = await connectDatabase(pooler.url, { isForStaff: true });
        await Promise.all([...connections, staff].map((each) => each.close()));
      } finally {
        await pooler.stop();
      }
    },
  );

  it.each(["40001", "40003"])("tries again what the server ended with %s", async (code) => {
    const { db } = await open(database.url);
    const fault = sql.raw(`do $$ begin raise exception 'conflict' using errcode = '${code}'; end $$`);
    let attempts = 0;
    await retryTransient(async () => {
      attempts += 1;
      if (attempts === 1) await db.transaction().execute((transaction) => fault.execute(transaction));
    });
    expect(attempts).toBe(2);
  });

  describe("for an account with few rights", () => {
    const role = `guest_${randomUUID().slice(0, 8)}`;
    const asGuest = () => {
      const url = new URL(database.url);
      return Object.assign(url, { username: role, password: "sesame" }).href;
    };
    beforeEach(() => administer(database.url, [`create role ${role} login password 'sesame'`]));
    afterEach(() => administer(database.url, [`drop owned by ${role}`, `drop role ${role}`]));

    it("says which right it lacks to make the tables", async () => {
      await administer(database.url, ["revoke create on schema public from public"]);
      await expect(connectDatabase(asGuest())).rejects.toThrow(`grant create on schema public to ${role}`);
      await administer(database.url, [`alter role ${role} set search_path = nowhere`]);
      await expect(connectDatabase(asGuest())).rejects.toThrow("sees no schema of its search_path");
    });

    it("does not go on where rows are hidden from it, and is not ready when they are later", async () => {
      await (await connectDatabase(database.url)).close();
      await administer(database.url, [
        `grant all on all tables in schema public to ${role}`,
        "create policy adding on contact_submissions for insert with check (true)",
      ]);
      const connection = await connectDatabase(asGuest());
      expect(await connection.check()).toBe(true);
      await administer(database.url, ["alter table contact_submissions enable row level security"]);
      await expect(connection.check()).rejects.toThrow("hides rows of contact_submissions");
      await connection.close();
      for (const isForStaff of [true, false])
        await expect(connectDatabase(asGuest(), { isForStaff })).rejects.toThrow("row level security");
    });
  });

  it("waits for a locked table no longer than a few seconds, however many wait", async () => {
    const connection = await open(database.url);
    await whileLocked("rate_limits", async () => {
      const start = performance.now();
      const posts = Array.from({ length: 40 }, () => retryTransient(() => count(connection)));
      expect((await Promise.allSettled(posts)).every(({ status }) => status === "rejected")).toBe(true);
      // One after the other they would wait for minutes.
      expect(performance.now() - start).toBeLessThan(60_000);
    });
    await expect.poll(() => count(connection).then(() => true, String)).toBe(true);
  });

  it("is ready while every connection of the posts is in use, and not while a table that they write is locked", async () => {
    const connection = await open(database.url);
    // A column is not added while an index is made.
    await connection.indexed;
    // Tables that were taken over have columns of their own.
    await administer(database.url, [
      "alter table contact_submissions add column lower_email text generated always as (lower(email)) stored",
    ]);
    const end = Promise.withResolvers<void>();
    const busy = Array.from({ length: 10 }, () =>
      connection.db.transaction().execute(async (transaction) => {
        await sql`select 1`.execute(transaction);
        await end.promise;
      }),
    );
    expect(await connection.check().finally(() => end.resolve())).toBe(true);
    await Promise.all(busy);
    await whileLocked("contact_submissions", async () => {
      await expect(connection.check()).rejects.toThrow();
    });
    expect(await connection.check()).toBe(true);
  });

  it("reads times right where days come before months by default", async () => {
    await administer(database.url, [`alter database ${name()} set datestyle = 'SQL, DMY'`]);
    const connection = await open(database.url);
    const { rows } = await sql<{ time: string }>`select timestamptz '2026-12-05 10:00Z' as time`.execute(
      connection.db,
    );
    expect(rows).toEqual([{ time: "2026-12-05T10:00:00.000Z" }]);
    await administer(database.url, [`alter database ${name()} reset datestyle`]);
  });

  it("gives times that JavaScript does not know as they are", async () => {
    const { db } = await open(database.url);
    const { rows } = await sql<{ time: string }>`
      select unnest(array['infinity', '0044-03-15 10:00Z BC', '2026-12-05 10:00Z']::timestamptz[]) as time`.execute(
      db,
    );
    expect(rows.map(({ time }) => time)).toEqual([
      "infinity",
      expect.stringMatching(/^0044-03-15 .* BC$/),
      "2026-12-05T10:00:00.000Z",
    ]);
  });

  it("leaves the sessions that became read-only in a fail-over, and is not ready meanwhile", async () => {
    const connection = await open(database.url);
    await administer(database.url, [
      `alter database ${name()} set default_transaction_read_only = on`,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    ]);
    await Promise.allSettled(Array.from({ length: 10 }, () => count(connection)));
    await Promise.allSettled(Array.from({ length: 10 }, () => count(connection)));
    await expect(connection.check()).rejects.toThrow();
    const base = new URL(database.url);
    base.pathname = "/postgres";
    await administer(base.href, [`alter database ${name()} set default_transaction_read_only = off`]);
    const posts = Array.from({ length: 20 }, () => retryTransient(() => count(connection)));
    expect((await Promise.allSettled(posts)).filter(({ status }) => status === "rejected")).toEqual([]);
    expect(await connection.check()).toBe(true);
  });

  it("leaves a session whose server process does not answer any more", async () => {
    const connection = await open(database.url);
    await connection.indexed;
    expect(await connection.check()).toBe(true);
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'site' and pid <> pg_backend_pid()`.execute(
      connection.db,
    );
    for (const { pid } of rows) process.kill(pid, "SIGSTOP");
    try {
      await expect(connection.check()).rejects.toThrow("Query read timeout");
      expect(await connection.check()).toBe(true);
    } finally {
      for (const { pid } of rows) process.kill(pid, "SIGCONT");
    }
  });

  it("ends a transaction that does nothing, whose locks others wait for", async () => {
    const limits = { connection: 5_000, lock: 1_000, statement: 2_000, answer: 5_000 };
    const { db } = await open(database.url, { limits });
    const sessions = (pid: number | undefined) =>
      sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(db).then(({ rows }) => rows.length);
    const stopped = db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await expect.poll(() => sessions(rows[0]?.pid)).toBe(0);
      await sql`select 1`.execute(transaction);
    });
    await expect(stopped).rejects.toThrow(/idle-in-transaction timeout|terminated|not queryable/);
  });

  it("replaces a connection after ten minutes, so that sessions move after a fail-over", async () => {
    const { db, indexed } = await open(database.url);
    await indexed;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const sessionOf = async (on: typeof db) =>
        (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid;
      // In use meanwhile: one that is idle is closed sooner.
      const first = await db.transaction().execute(async (transaction) => {
        const pid = await sessionOf(transaction);
        vi.advanceTimersByTime(600_000);
        return pid;
      });
      expect(await sessionOf(db)).not.toBe(first);
    } finally {
      vi.useRealTimers();
    }
  });

  it("tries again what met the end of its session by a limit of the account", async () => {
    const { db } = await open(database.url);
    const session = () => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    const { rows: before } = await session();
    await sql`set idle_session_timeout = '50ms'`.execute(db);
    let attempts = 0;
    // Until the session's process has ended this one reads nothing, so it does not know of it.
    spawnSync("sh", ["-c", `while kill -0 ${before[0]?.pid}; do sleep 0.02; done`]);
    const { rows: after } = await retryTransient(() => {
      attempts += 1;
      return session();
    });
    expect(after).not.toEqual(before);
    expect(attempts).toBe(2);
  });

  it("survives that a connection breaks between two statements of a transaction", async () => {
    let lost = 0;
    const connection = await open(database.url, {
      onLostConnection: () => {
        lost += 1;
      },
    });
    const post = connection.db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await administer(database.url, [`select pg_terminate_backend(${rows[0]?.pid})`]);
      await expect.poll(() => lost).toBeGreaterThan(0);
      await sql`select 1`.execute(transaction);
    });
    await expect(post).rejects.toThrow(/not queryable|connection terminated/i);
    expect(lost).toBeGreaterThan(0);
    await count(connection);
  });

  it("waits for a server that is not up yet, telling so, and for no wrong password", async () => {
    const server = await startPostgres({ isDurable: false });
    await server.stop();
    const waits: string[] = [];
    const connecting = open(server.url, { onWait: (error) => void waits.push(String(error)) });
    await expect.poll(() => waits.length).toBeGreaterThan(1);
    expect(waits[0]).toContain("ECONNREFUSED");
    await server.start();
    expect(await (await connecting).check()).toBe(true);
    waits.length = 0;
    const wrong = new URL(server.url);
    wrong.password = "wrong";
    await expect(connectDatabase(wrong.href, { onWait: () => void waits.push("wait") })).rejects.toThrow(
      "password authentication failed",
    );
    expect(waits).toEqual([]);
    await Promise.all(opened.splice(0).map((connection) => connection.close()));
    await server.stop();
  });

  it("stores and stops while somebody's long transaction keeps the indexes waiting", async () => {
    const other = new Client({ connectionString: database.url });
    await other.connect();
    await other.query("begin isolation level repeatable read; select 1");
    const troubles: string[] = [];
    const connection = await connectDatabase(database.url, {
      onLostConnection: (error) => void troubles.push(String(error)),
      onTrouble: (error) => void troubles.push(String(error)),
    });
    await count(connection);
    const indexed = connection.indexed.then(() => "indexed");
    expect(await Promise.race([indexed, connection.check().then(() => "waiting")])).toBe("waiting");
    await connection.close();
    expect(troubles).toEqual([]);
    await other.end();
    const again = await open(database.url);
    await again.indexed;
    const { rows } = await sql`select indexrelid::regclass from pg_index where not indisvalid`.execute(
      again.db,
    );
    expect(rows).toEqual([]);
  });

  it("makes indexes for longer than the account's own limits of time", async () => {
    const first = await connectDatabase(database.url);
    await first.indexed;
    await sql`drop index notifications_time`.execute(first.db);
    await first.close();
    const other = new Client({ connectionString: database.url });
    await other.connect();
    await other.query("begin; lock table notifications in exclusive mode");
    const { rows: known } = await other.query<{ name: string }>(
      "select name from pg_settings where name ~ '^(statement|lock|transaction|idle_.*session)_timeout$'",
    );
    await administer(
      database.url,
      known.map((limit) => `alter database ${name()} set ${limit.name} = '2s'`),
    );
    const troubles: unknown[] = [];
    const connection = await open(database.url, { onTrouble: (error) => void troubles.push(error) });
    let hasEnded = false;
    const indexed = connection.indexed.then(() => {
      hasEnded = true;
    });
    const waits = async () => {
      await other.query("select pg_stat_clear_snapshot()");
      const { rowCount } = await other.query(
        `select from pg_stat_activity where datname = current_database()
          and query like 'create index%' and query_start < clock_timestamp() - interval '2500 ms'`,
      );
      return hasEnded ? "has ended" : rowCount;
    };
    await expect.poll(waits).toBe(1);
    await other.end();
    await indexed;
    expect(troubles).toEqual([]);
    expect(await hasIndex("notifications_time")).toBe(true);
  });

  it("makes the other indexes where one cannot be made, and tries that one again", async () => {
    const first = await connectDatabase(database.url);
    await first.indexed;
    await sql`drop index notifications_email, quarantine_time`.execute(first.db);
    await sql`insert into notifications (id, created_at, submission_table, submission_id, kind, email, payload, status,
      attempts, next_attempt_at) select '1', now(), '', '', 'staff', string_agg(md5(n::text), ''), '{}', 'sent', 0, now()
      from generate_series(1, 200) as n`.execute(first.db);
    await first.close();
    const troubles: unknown[] = [];
    const connection = await open(database.url, {
      indexRetry: 100,
      onTrouble: (error) => void troubles.push(error),
    });
    await connection.indexed;
    expect(troubles).toEqual([expect.objectContaining({ message: expect.stringContaining("index row") })]);
    expect(await hasIndex("quarantine_time")).toBe(true);
    expect(await hasIndex("notifications_email")).toBe(false);
    await connection.db.deleteFrom("notifications").execute();
    await expect.poll(() => hasIndex("notifications_email")).toBe(true);
  });

  it("opens no connection any more once its end has come", async () => {
    // One that came up just after would make an index, and the stop would wait for it.
    const server = await findPostgres(database.url);
    const db = new Kysely({ dialect: postgresDialect(server, "staff", () => {}, AbortSignal.abort()) });
    await expect(sql`select 1`.execute(db)).rejects.toThrow(/not queryable/);
    await db.destroy();
  });

  it("takes over a table for longer than a visitor would wait", async () => {
    // A table that somebody reads cannot be changed: as pg_dump does, or another instance that is busy with the same.
    await administer(database.url, [
      ...originalTables.postgres,
      "alter table mastermind_applications drop column created_at",
      // The account's or the database's own, which are made for what visitors wait for.
      ...[
        "lock_timeout = '100ms'",
        "statement_timeout = '2s'",
        "idle_in_transaction_session_timeout = '2s'",
      ].map((limit) => `alter database ${name()} set ${limit}`),
      // One statement takes longer than they allow. A shorter limit would break off a connection's first words on a busy machine.
      "create sequence slow_statements",
      `create function be_slow() returns event_trigger language plpgsql as
        $$ begin if nextval('slow_statements') = 1 then perform pg_sleep(2.5); end if; end $$`,
      "create event trigger slow on ddl_command_end when tag in ('CREATE TABLE', 'ALTER TABLE') execute function be_slow()",
    ]);
    // Else its own questions would be broken off on a busy machine, and with them the transaction that reads the table.
    const lifted = "-c statement_timeout=0 -c idle_in_transaction_session_timeout=0";
    const other = new Client({ connectionString: database.url, options: lifted });
    await other.connect();
    await other.query("begin; select * from mastermind_applications");
    const limits = { connection: 5_000, lock: 100, statement: 5_000, answer: 5_000 };
    const connecting = open(database.url, { limits });
    // Twice as long as the account's limit, and well below what a migration waits in one try.
    const waits = async () => {
      await other.query("select pg_stat_clear_snapshot()");
      const { rowCount } = await other.query(
        "select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and query_start < clock_timestamp() - interval '200 ms'",
        [name()],
      );
      return rowCount;
    };
    await expect.poll(waits).toBe(1);
    await other.end();
    expect(await (await connecting).check()).toBe(true);
    expect(
      (await sql`select from slow_statements where is_called`.execute((await connecting).db)).rows,
    ).toHaveLength(1);
  });
});

describe("connectDatabase and sslmode", () => {
  let folder: string;
  let server: RunningPostgres;
  const files = { own: "", other: "" };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "tls-"));
    const made = async (file: "own" | "other") => {
      const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
        extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
      });
      files[file] = join(folder, `${file}.crt`);
      writeFileSync(files[file], cert);
      return { key, cert };
    };
    server = await startPostgres({ isDurable: false, certificate: await made("own") });
    await made("other");
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Whether the connection is encrypted, or why there is none. */
  async function encrypted(address: string, host: string, query: string): Promise<boolean | string> {
    const url = new URL(address);
    url.hostname = host;
    url.search = query.replace("OWN", files.own).replace("OTHER", files.other);
    try {
      const { db, close } = await connectDatabase(url.href);
      const { rows } = await sql<{
        ssl: boolean;
      }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
      await close();
      return rows[0]?.ssl ?? "no row";
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  const refused = expect.stringMatching(/certificate|verify-ca|altnames/i);

  it.each<[query: string, host: string, result: unknown]>([
    ["", "localhost", true],
    ["sslmode=disable", "localhost", false],
    ["sslmode=allow", "localhost", true],
    ["sslmode=prefer", "localhost", true],
    ["sslmode=require", "localhost", true],
    ["sslmode=require&sslrootcert=OWN", "127.0.0.1", true],
    ["sslmode=require&sslrootcert=OTHER", "localhost", refused],
    ["sslmode=verify-ca", "localhost", refused],
    ["sslmode=verify-ca&sslrootcert=OWN", "127.0.0.1", true],
    ["sslmode=verify-ca&sslrootcert=OTHER", "localhost", refused],
    ["sslmode=verify-full", "localhost", refused],
    ["sslmode=verify-full&sslrootcert=OWN", "localhost", true],
    ["sslmode=verify-full&sslrootcert=OWN", "127.0.0.1", refused],
    ["sslrootcert=system", "localhost", refused],
    ["sslmode=require&sslrootcert=system", "localhost", expect.stringContaining("needs sslmode=verify-full")],
    ["sslmode=maybe", "localhost", expect.stringContaining("sslmode is one of")],
  ])("with '%s' to a server at %s that is its own authority: %o", async (query, host, result) => {
    expect(await encrypted(server.url, host, query)).toEqual(result);
  });

  it("finds out at each connection whether the server offers TLS, where it may be without", async () => {
    const turn = (ssl: string) =>
      administer(server.url, [`alter system set ssl = ${ssl}`, "select pg_reload_conf()"]);
    await turn("off");
    // The server reads its settings a moment later, and the sessions of before stay as they are.
    await expect.poll(() => encrypted(server.url, "localhost", "")).toBe(false);
    const { db, close } = await connectDatabase(server.url);
    const isEncrypted = () =>
      retryTransient(async () => {
        const { rows } = await sql<{ ssl: boolean }>`
          select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
        return rows[0]?.ssl;
      });
    expect(await isEncrypted()).toBe(false);
    for (const ssl of ["on", "off", "on"]) {
      await turn(ssl);
      const renewed = async () => {
        await administer(server.url, [
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'site'",
        ]);
        return isEncrypted();
      };
      await expect.poll(renewed).toBe(ssl === "on");
    }
    await close();
  });

  it.each([
    ["", false],
    ["sslmode=prefer", false],
    ["sslmode=require", expect.stringContaining("disconnected before secure TLS connection")],
  ])("with '%s' to a server with which TLS comes to nothing: %o", async (query, result) => {
    const { port, hostname } = new URL(server.url);
    const front = createServer((client) => {
      const drop = () => client.destroy();
      client.on("error", drop).once("data", (first: Buffer) => {
        // What asks for TLS has these eight bytes, and nothing else.
        if (first.length === 8) return client.once("data", drop).write("S");
        const behind = connectSocket(Number(port), hostname).on("error", drop);
        behind.write(first);
        client.pipe(behind).pipe(client);
      });
    }).listen(0, "127.0.0.1");
    await once(front, "listening");
    const address = new URL(server.url);
    address.port = String((front.address() as AddressInfo).port);
    expect(await encrypted(address.href, "127.0.0.1", query)).toEqual(result);
    front.close();
  });

  it.each<[query: string, result: unknown]>([
    ["", false],
    ["sslmode=allow", false],
    ["sslmode=prefer", false],
    ["sslmode=require", expect.stringContaining("does not support SSL")],
    ["sslmode=verify-full", expect.stringContaining("does not support SSL")],
  ])("with '%s' to a server without TLS: %o", async (query, result) => {
    expect(await encrypted(inject("postgresUrl"), "127.0.0.1", query)).toEqual(result);
  });

  // Linux takes the last one for this machine; to the site it is another.
  it.each([
    ["localhost", []],
    ["127.0.0.1", []],
    ["0.0.0.0", ["the connection to the database on another machine is not encrypted"]],
  ])("of a connection to %s without TLS is said: %j", async (host, said) => {
    const url = new URL(server.url);
    url.hostname = host;
    url.search = "sslmode=disable";
    const told: string[] = [];
    const onTrouble = (_error: unknown, message: string) => void told.push(message);
    await (await connectDatabase(url.href, { onTrouble })).close();
    await (await connectDatabase(url.href, { onTrouble, isForStaff: true })).close();
    expect(told).toEqual(said);
  });
});

describe("an SQLite file", () => {
  let database: TestDatabase;
  let path: string;
  let connection: Connection;
  const troubles: string[] = [];
  beforeEach(async () => {
    database = await createTestDatabase("sqlite");
    path = database.url.slice("sqlite:".length);
    troubles.length = 0;
    connection = await connectDatabase(database.url, {
      onTrouble: (_error, message) => void troubles.push(message),
    });
  });
  afterEach(async () => {
    await connection.close();
    await database.drop();
  });
  const remove = (...endings: string[]) => {
    for (const ending of endings) rmSync(path + ending);
  };
  const store = (value: string, during = () => {}) =>
    connection.db.transaction().execute(async (transaction) => {
      await transaction.insertInto("site_secrets").values({ name: value, value }).execute();
      during();
    });
  /** By what is on the disk. */
  const stored = () => {
    const copy = new DatabaseSync(path, { readOnly: true });
    const rows = copy.prepare("select value from site_secrets order by value").all();
    copy.close();
    return rows.map(({ value }) => value);
  };

  it("is set to be on the disk at each commit, and to overwrite what is erased", async () => {
    const { rows } =
      await sql`select synchronous, secure_delete from pragma_synchronous, pragma_secure_delete`.execute(
        connection.db,
      );
    expect(rows).toEqual([{ synchronous: 2, secure_delete: 1 }]);
  });

  it.each([
    { when: "between two posts", during: false },
    { when: "during a post", during: true },
  ])("that is removed $when takes nothing more, until it is there again", async ({ during }) => {
    await store("before");
    new DatabaseSync(path).prepare("vacuum into ?").run(`${path}.copy`);
    const removeAll = () => remove("", "-wal", "-shm");
    if (during) await expect(store("lost", removeAll)).rejects.toThrow(LostFileError);
    else removeAll();
    for (const value of ["one", "two"]) await expect(store(value)).rejects.toThrow(LostFileError);
    await expect(connection.check()).rejects.toThrow(LostFileError);
    expect(readdirSync(dirname(path))).toEqual(["site.db.copy"]);
    expect(troubles).toEqual([expect.stringContaining("removed")]);
    renameSync(`${path}.copy`, path);
    await store("after");
    expect(await connection.check()).toBe(true);
    expect(stored()).toEqual(["after", "before"]);
    expect(troubles).toHaveLength(2);
  });

  it.each([
    { how: "removed", replace: false },
    { how: "replaced", replace: true },
  ])("that is $how in the middle of a commit does not have the post stored", async ({ replace }) => {
    await store("before");
    new DatabaseSync(path).prepare("vacuum into ?").run(`${path}.copy`);
    const { prepare } = FileConnection.prototype;
    const spy = vi.spyOn(FileConnection.prototype, "prepare").mockImplementation(function (
      this: FileConnection,
      text,
    ) {
      if (text === "commit") {
        remove("", "-wal", "-shm");
        if (replace) renameSync(`${path}.copy`, path);
      }
      return prepare.call(this, text);
    });
    await expect(store("lost")).rejects.toThrow(LostFileError);
    spy.mockRestore();
    if (!replace) renameSync(`${path}.copy`, path);
    await store("after");
    expect(stored()).toEqual(["after", "before"]);
  });

  it.each([
    { how: "over it", away: false },
    { how: "after it was moved away", away: true },
  ])("is not mixed with a copy that is put in its place $how", async ({ away }) => {
    await store("before");
    new DatabaseSync(path).prepare("vacuum into ?").run(`${path}.copy`);
    // Lies in the log alone.
    await store("later");
    if (away) {
      renameSync(path, `${path}.away`);
      await expect(store("refused")).rejects.toThrow(LostFileError);
    }
    renameSync(`${path}.copy`, path);
    await store("after").catch(() => store("after"));
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(connection.db);
    expect(rows).toEqual([{ integrity_check: "ok" }]);
    expect(stored()).toEqual(["after", "before"]);
    const kept = readdirSync(dirname(path)).filter((name) => name.includes("-wal.of-lost-database"));
    expect(kept).toHaveLength(1);
    expect(troubles).toContainEqual(expect.stringContaining(String(kept[0])));
    if (!away) return;
    // With what was kept the lost one is whole.
    renameSync(`${path}.away`, `${path}.again`);
    renameSync(join(dirname(path), String(kept[0])), `${path}.again-wal`);
    const again = new DatabaseSync(`${path}.again`);
    expect(again.prepare("select count(*) as count from site_secrets").get()).toEqual({ count: 2 });
    again.close();
  });

  it("whose log is removed loses nothing that was taken", async () => {
    await store("before");
    remove("-wal");
    await store("next");
    await expect(store("during", () => remove("-wal"))).rejects.toThrow(LostFileError);
    await store("last");
    await connection.close();
    expect(stored()).toEqual(expect.arrayContaining(["before", "last", "next"]));
    expect(troubles.filter((message) => message.includes("removed"))).toHaveLength(2);
  });

  it("that another process holds makes nobody wait longer than one may, and the check hardly", async () => {
    const other = new DatabaseSync(path);
    other.exec("begin exclusive");
    const limit = 2_000;
    const db = new Kysely<Database>({ dialect: nodeSqliteDialect(path, limit) });
    const start = performance.now();
    const posts = Array.from({ length: 6 }, () => db.transaction().execute(async () => {}));
    expect((await Promise.allSettled(posts)).map(({ status }) => status)).toEqual(Array(6).fill("rejected"));
    // One after the other they would wait six times as long.
    expect(performance.now() - start).toBeLessThan(5 * limit);
    const waiting = store("in the queue");
    const checked = performance.now();
    await expect(connection.check()).rejects.toThrow("locked");
    expect(performance.now() - checked).toBeLessThan(5_000);
    other.exec("rollback");
    other.close();
    await waiting;
    expect(await connection.check()).toBe(true);
    await db.destroy();
  });

  it("goes to the next query when one has given up its place in the queue", async () => {
    const db = new Kysely<Database>({ dialect: nodeSqliteDialect(path, 200) });
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = db.transaction().execute(async () => {
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    const query = () => db.selectFrom("site_secrets").selectAll().execute();
    await expect(query()).rejects.toThrow("busy");
    end.resolve();
    await holder;
    expect(await query()).toEqual([]);
    await db.destroy();
  });

  it("is not ready while its disk is full", async ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), "disk-"));
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], {
      encoding: "utf8",
    });
    if (mounted.status !== 0) skip(`no file system of its own: ${mounted.stderr ?? mounted.error}`);
    try {
      const there = await connectDatabase(`sqlite:${join(folder, "site.db")}`);
      expect(await there.check()).toBe(true);
      const filler = join(folder, "filler");
      expect(() => writeFileSync(filler, Buffer.alloc(5_000_000))).toThrow("ENOSPC");
      await expect(there.check()).rejects.toThrow("no room");
      // What is left is less than the longest forms need.
      truncateSync(filler, statSync(filler).size - 500_000);
      await expect(there.check()).rejects.toThrow("no room");
      rmSync(filler);
      expect(await there.check()).toBe(true);
      await there.close();
    } finally {
      spawnSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true });
    }
  });

  it("has a log that becomes small again when a reader has gone", async () => {
    const reader = new DatabaseSync(path, { readOnly: true });
    reader.exec("begin; select * from site_secrets;");
    const words = "w".repeat(100_000);
    for (let index = 0; index < 60; index++) await store(`${index}${words}`);
    const size = () => statSync(`${path}-wal`).size;
    expect(size()).toBeGreaterThan(6_000_000);
    reader.close();
    for (let index = 0; index < 3; index++) await store(String(index));
    expect(size()).toBeLessThan(5_000_000);
  });
});
