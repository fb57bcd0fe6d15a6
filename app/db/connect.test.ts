import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, databaseKinds, type TestDatabase } from "../../tests/support/databases.ts";
import { connectDatabase } from "./connect.server.ts";
import type { DatabaseKind } from "./migrations/column-types.ts";
import { postgresDialect } from "./postgres-dialect.server.ts";
import { nodeSqliteDialect } from "./sqlite-dialect.server.ts";

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
  const { Kysely } = await import("kysely");
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

  it("says so when a table's ids are numbers", async () => {
    const key = kind === "sqlite" ? "integer primary key" : "serial primary key";
    await prepare(kind, database.url, [`create table contact_submissions (id ${key}, email text)`]);
    await expect(connectDatabase(database.url)).rejects.toThrow(
      /contact_submissions\.id is .*; expected text or uuid/,
    );
  });
});
