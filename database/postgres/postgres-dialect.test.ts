// docs/specification.md, 'Two databases'

import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/databases.ts";
import { type Connection, connectDatabase } from "../connect.server.ts";
import { connectionsOfInstance } from "./postgres-dialect.server.ts";

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase("postgres");
  connection = await connectDatabase(database.url);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** What an expression is read as by a session of that zone. */
const readAs = (expression: string, zone = "UTC") =>
  connection.db.transaction().execute(async (transaction) => {
    await sql`set local time zone ${sql.lit(zone)}`.execute(transaction);
    const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(
      transaction,
    );
    return rows[0]?.value;
  });

const moment = "2026-11-21T08:10:00.500Z";
it.each([
  ["timestamptz '2026-11-21 10:10:00.5+02'", "UTC", moment],
  ["timestamptz '2026-11-21 10:10:00.5+02'", "Europe/Berlin", moment],
  ["timestamptz '2026-11-21 10:10:00.5+02'", "Asia/Kathmandu", moment],
  ["timestamptz '2026-11-21 10:10:00.5+02'", "America/St_Johns", moment],
  ["timestamp '2026-11-21 08:10:00.5'", "UTC", moment],
  ["timestamp '2026-11-21 08:10:00.5'", "Asia/Kathmandu", moment],
  // JavaScript takes shorter years for those of our time.
  ["timestamptz '0001-01-01 00:00:00Z'", "UTC", "0001-01-01T00:00:00.000Z"],
  ["timestamptz '12026-01-01 00:00:00Z'", "UTC", "12026-01-01 00:00:00+00"],
  ["timestamp '-infinity'", "UTC", "-infinity"],
  // Before zones it was the sun's time there, to the second.
  ["timestamptz '1800-01-01 00:00:00Z'", "Europe/Berlin", "1800-01-01 00:53:28+00:53:28"],
  ["date '2026-11-21'", "Asia/Kathmandu", "2026-11-21"],
  [`json '{"a": 1}'`, "UTC", '{"a": 1}'],
  [`jsonb '{"a":1}'`, "UTC", '{"a": 1}'],
  ["true", "UTC", true],
  ["7", "UTC", 7],
  ["bigint '7'", "UTC", "7"],
])("reads %s in the zone %s as %j", async (expression, zone, value) => {
  expect(await readAs(expression, zone)).toBe(value);
});

it("reads row by row", async () => {
  const { db } = connection;
  await db
    .insertInto("site_secrets")
    .values(["a", "b", "c"].map((name) => ({ name, value: name })))
    .execute();
  const names: string[] = [];
  for await (const { name } of db.selectFrom("site_secrets").select("name").orderBy("name").stream(2))
    names.push(name);
  expect(names).toEqual(["a", "b", "c"]);
});

it.each([
  ...["25006", "25P03", "25P04", "57P01", "57P02", "57P03", "57P05"].map((code) => [code, "leaves"] as const),
  ...["25P02", "40001", "57014", "57P04"].map((code) => [code, "keeps"] as const),
])("after the error %s %s the session", async (code, what) => {
  const { db } = connection;
  const session = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows;
  const before = await session();
  const fault = `do $$ begin raise exception 'a fault' using errcode = '${code}'; end $$`;
  await expect(sql.raw(fault).execute(db)).rejects.toThrow("a fault");
  if (what === "keeps") expect(await session()).toEqual(before);
  else expect(await session()).not.toEqual(before);
});

it("opens as many connections as it says for visitors, and one for the check of readiness", async () => {
  const { db, check, indexed } = connection;
  await indexed;
  const { visitors } = connectionsOfInstance;
  await Promise.all([
    ...Array.from({ length: 3 * visitors }, () => sql`select 1`.execute(db)),
    ...Array.from({ length: 3 }, () => check()),
  ]);
  const counted = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'`;
  // Those that made indexes are closed, and the server notices it soon.
  await expect
    .poll(async () => (await counted.execute(db)).rows[0]?.count)
    .toBe(visitors + connectionsOfInstance.check);
});
