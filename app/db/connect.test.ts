import { randomUUID } from "node:crypto";
import { readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, databaseKinds, type TestDatabase } from "../../tests/support/databases.ts";
import { type Connection, connectDatabase } from "./connect.server.ts";
import type { DatabaseKind } from "./migrations/column-types.ts";
import { postgresDialect } from "./postgres-dialect.server.ts";
import type { Database } from "./schema.ts";
import { LostFileError, nodeSqliteDialect } from "./sqlite-dialect.server.ts";

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
    // Without id and time: the columns of SPEC.md, section 3, alone.
    `create table mastermind_applications (first_name text not null, last_name text not null, email text not null,
      phone text, organization text, role text, challenges text, expectations text, experience text, commitment text,
      availability text, motivation text, agree_to_terms boolean not null)`,
    `insert into mastermind_applications (first_name, last_name, email, agree_to_terms) values
      ('Old', 'Friend', 'old@visitor.example', 1), ('Old', 'Foe', 'foe@visitor.example', 1)`,
  ],
};

async function prepare(kind: DatabaseKind, url: string, statements: string[]): Promise<void> {
  const dialect =
    kind === "sqlite" ? nodeSqliteDialect(url.slice("sqlite:".length)) : postgresDialect(url, () => {});
  const db: Kysely<unknown> = new Kysely({ dialect });
  for (const statement of statements) await sql.raw(statement).execute(db);
  await db.destroy();
}

describe.each(databaseKinds)("connectDatabase on %s", (kind) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(kind);
  });
  afterEach(() => database.drop());

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

    const row = { full_name: "New", email: "new@visitor.example", reason_for_contact: "", message: "{}" };
    await db
      .insertInto("contact_submissions")
      .values({ ...row, id: randomUUID(), created_at: new Date().toISOString(), newsletter_signup: true })
      .execute();
    expect(await db.selectFrom("contact_submissions").select("email").execute()).toHaveLength(2);
    await close();
  });

  it("writes the times of a table that is taken over as it writes its own", async () => {
    const values: Record<string, string> =
      kind === "sqlite"
        ? {
            "'2026-11-21 08:10:00'": "2026-11-21T08:10:00.000Z",
            "'2026-11-21 08:10:00.25'": "2026-11-21T08:10:00.250Z",
            "'2026-11-21 10:10:00+02'": "2026-11-21T08:10:00.000Z",
            "'2026-11-21T03:10:00-05:00'": "2026-11-21T08:10:00.000Z",
            "'2026-11-21T08:10:00Z'": "2026-11-21T08:10:00.000Z",
            "'2026-11-21T08:10:00.123Z'": "2026-11-21T08:10:00.123Z",
            "'2026-11-21'": "2026-11-21T00:00:00.000Z",
            "1795248600": "2026-11-21T08:10:00.000Z",
            "'1795248600000'": "2026-11-21T08:10:00.000Z",
            null: "taken over",
            "'yesterday'": "taken over",
          }
        : { "'2026-11-21 10:10:00+02'": "2026-11-21T08:10:00.000Z", null: "taken over" };
    const ids = Object.keys(values).map(() => randomUUID());
    const [table = ""] = originalTables[kind];
    await prepare(kind, database.url, [
      table.replace("not null\n      default now()", ""),
      ...Object.keys(values).map(
        (value, index) => `insert into contact_submissions (id, created_at, full_name, email) values
          ('${ids[index]}', ${value}, 'Old Friend', 'old@visitor.example')`,
      ),
    ]);
    const before = new Date().toISOString();
    const { db, close } = await connectDatabase(database.url);
    const rows = await db.selectFrom("contact_submissions").select(["id", "created_at"]).execute();
    const after = new Date().toISOString();
    await close();
    const times = new Map(rows.map(({ id, created_at }) => [id, created_at]));
    for (const [index, [value, expected]] of Object.entries(values).entries()) {
      const time = times.get(ids[index] ?? "") ?? "";
      if (expected !== "taken over") expect(time, value).toBe(expected);
      else expect(before <= time && time <= after, `${value}: ${time}`).toBe(true);
    }
  });

  it("says so when a table's ids are numbers", async () => {
    const key = kind === "sqlite" ? "integer primary key" : "serial primary key";
    await prepare(kind, database.url, [`create table contact_submissions (id ${key}, email text)`]);
    await expect(connectDatabase(database.url)).rejects.toThrow(
      /contact_submissions\.id is .*; expected text or uuid/,
    );
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
    connection = await connectDatabase(
      database.url,
      () => {},
      (message) => void troubles.push(message),
    );
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
    expect(performance.now() - start).toBeLessThan(2 * limit);
    const waiting = store("in the queue");
    const checked = performance.now();
    await expect(connection.check()).rejects.toThrow("locked");
    expect(performance.now() - checked).toBeLessThan(5_000);
    other.exec("rollback");
    other.close();
    await waiting;
    expect(await connection.check()).toBe(true);
    await db.destroy();
  }, 30_000);

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
