// docs/specification.md, 'Tables'

import { createHash } from "node:crypto";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { createTestDatabase } from "../tests/support/databases.ts";
import { connectDatabase } from "./connect.server.ts";
import { addedColumns } from "./schema.ts";

it("gives an index another name when its definition changes: a database that has the name keeps what it has", async () => {
  const database = await createTestDatabase("sqlite");
  const { db, close } = await connectDatabase(database.url);
  const { rows } = await sql<{
    name: string;
    sql: string;
  }>`select name, sql from sqlite_schema where type = 'index' and sql is not null order by name`.execute(db);
  await close();
  await database.drop();
  // As the index over all words was before the later columns, which give it another name.
  const asBefore = (text: string) =>
    addedColumns.reduce(
      (sql, { name }) => sql.replace(` || coalesce(cast(${name} as text), '')`, ""),
      text.replace(/_names\d+/, "_names"),
    );
  const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 6);
  expect(rows.map(({ name, sql }) => `${asBefore(name)} ${digest(asBefore(sql))}`)).toEqual([
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
