// docs/specification.md, 'Tables'

import { createHash } from "node:crypto";
import { Kysely, type KyselyConfig, sql } from "kysely";
import { expect, it } from "vitest";
import { createTestDatabase, databaseKinds, prepare } from "../tests/support/databases.ts";
import { connectDatabase } from "./connect.server.ts";
import { indexPostgres } from "./indexes.ts";
import { bringUpToDate } from "./migrate.server.ts";
import { findPostgres } from "./postgres/find-postgres.server.ts";
import { connectionsOfInstance, postgresDialect } from "./postgres/postgres-dialect.server.ts";
import { addedColumns, type Database } from "./schema.ts";

/** As the index over all words was before the later columns, which give it another name. */
const asBefore = (text: string) =>
  addedColumns.reduce(
    (sql, { name }) => sql.replace(` || coalesce(cast(${name} as text), '')`, ""),
    text.replace(/_names\d+/, "_names"),
  );
const definition = (name: string, sql: string) =>
  `${asBefore(name)} ${createHash("sha256").update(asBefore(sql)).digest("hex").slice(0, 6)}`;

it("gives an index another name when its definition changes: a database that has the name keeps what it has", async () => {
  const database = await createTestDatabase("sqlite");
  const { db, close } = await connectDatabase(database.url);
  const { rows } = await sql<{
    name: string;
    sql: string;
  }>`select name, sql from sqlite_schema where type = 'index' and sql is not null order by name`.execute(db);
  await close();
  await database.drop();
  expect(rows.map(({ name, sql }) => definition(name, sql))).toEqual([
    "contact_submissions_names 2a35bc",
    "contact_submissions_oddly_written 28b114",
    "contact_submissions_person 4d3eb8",
    "contact_submissions_reference 97ad80",
    "contact_submissions_time 0cb53f",
    "mastermind_applications_names 3931d0",
    "mastermind_applications_oddly_written 954fe0",
    "mastermind_applications_person 4d9dff",
    "mastermind_applications_reference e8ec25",
    "mastermind_applications_time dcd29f",
    "notifications_due d1e40b",
    "notifications_email 9246d2",
    "notifications_names 306771",
    "notifications_open a9a4ed",
    "notifications_submission c675a4",
    "notifications_time 43e6fe",
    "notifications_waiting 9549ff",
    "quarantine_names 7fff77",
    "quarantine_other_persons 72fbc7",
    "quarantine_person 1daf60",
    "quarantine_reference 4900ab",
    "quarantine_time c7ae38",
    "submission_keys_row b79b92",
  ]);
});

it("makes on PostgreSQL the same indexes in its own words, each once", async () => {
  const database = await createTestDatabase("postgres");
  const made: string[] = [];
  const log: KyselyConfig["log"] = ({ query }) => {
    const [, name] = /^create index concurrently .*?"(.*?)"/.exec(query.sql) ?? [];
    if (name) made.push(definition(name, query.sql));
  };
  const server = await findPostgres(database.url);
  const db = new Kysely<Database>({ dialect: postgresDialect(server, "staff", () => {}), log });
  await bringUpToDate(db, "postgres", {});
  for (const _ of ["missing", "there already"])
    await indexPostgres(db, new AbortController().signal, (error) => made.push(String(error)));
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'`.execute(db);
  await db.destroy();
  await database.drop();
  expect(rows).toEqual([{ count: connectionsOfInstance.indexing }]);
  expect(made.sort()).toEqual([
    "contact_submissions_names 13a577",
    "contact_submissions_oddly_written 541c61",
    "contact_submissions_person 472549",
    "contact_submissions_reference 3024f7",
    "contact_submissions_time 640d3a",
    "mastermind_applications_names fef762",
    "mastermind_applications_oddly_written 11d0d8",
    "mastermind_applications_person 689398",
    "mastermind_applications_reference 5d8b5d",
    "mastermind_applications_time 10d125",
    "notifications_email 89f3a7",
    "notifications_names 428441",
    "notifications_open fc6fa8",
    "notifications_time c351f8",
    "notifications_waiting 98cffe",
    "quarantine_names 91b27f",
    "quarantine_other_persons aa9072",
    "quarantine_person ceca90",
    "quarantine_reference 517af9",
    "quarantine_time 3bc4f5",
    "submission_keys_row fe7f7d",
  ]);
});

it.each(databaseKinds)(
  "takes away on %s an index of an earlier version, and makes one that is gone",
  async (kind) => {
    const database = await createTestDatabase(kind);
    const start = async () => {
      const { indexed, close } = await connectDatabase(database.url);
      await indexed;
      await close();
    };
    const names = async () => {
      const { db, close } = await connectDatabase(database.url, { isForStaff: true });
      const { rows } = await sql<{ name: string }>`select name from ${sql.raw(
        kind === "sqlite"
          ? "sqlite_schema where type = 'index'"
          : "(select indexname as name from pg_indexes) as all_indexes",
      )}`.execute(db);
      await close();
      return rows.map(({ name }) => name).sort();
    };
    await start();
    const all = await names();
    await prepare(kind, database.url, ["create index quarantine_email on quarantine (email)"]);
    await start();
    expect(await names()).toEqual(all);
    await prepare(kind, database.url, ["drop index quarantine_time"]);
    await start();
    expect(await names()).toEqual(all);
    await database.drop();
  },
);

it("goes without an index of what PostgreSQL cannot turn into text", async () => {
  const database = await createTestDatabase("postgres");
  await prepare("postgres", database.url, [
    // The text of a list depends on settings.
    "create table contact_submissions (id text, email text, message timestamptz[])",
  ]);
  const troubles: unknown[] = [];
  const onTrouble = (error: unknown, message: string) => void troubles.push(error ?? message);
  const { db, indexed, close } = await connectDatabase(database.url, { onTrouble });
  await indexed;
  const { rows } =
    await sql`select 1 from pg_indexes where indexname like 'contact_submissions_names%'`.execute(db);
  await close();
  await database.drop();
  expect([troubles, rows]).toEqual([[], []]);
});
