// docs/specification.md, 'Tables'

import { type Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import { createTestDatabase, databaseKinds } from "../../tests/support/databases.ts";
import { contactRow } from "../../tests/support/form.ts";
import { connectDatabase } from "../connect.server.ts";
import { laterColumns } from "./later-columns.ts";

const later = { table: "contact_submissions", name: "pronouns" } as const;

it.each(databaseKinds)(
  "a later column on %s is empty in rows from before, and is not added twice",
  async (kind) => {
    const database = await createTestDatabase(kind);
    const { db, close, indexed } = await connectDatabase(database.url);
    // While indexes are made, only the whole transaction could be tried again, as a start does.
    await indexed;
    await db
      .insertInto("contact_submissions")
      .values({
        ...{ id: crypto.randomUUID(), created_at: "2026-11-21T10:00:00.000Z" },
        ...contactRow(),
      })
      .execute();
    const migrations = laterColumns(kind, [{ ...later, migration: "0006-pronouns-compatible" }]);
    expect(Object.keys(migrations)).toEqual(["0006-pronouns-compatible"]);
    await db.transaction().execute(async (transaction) => {
      for (const _ of ["missing", "there already"])
        await migrations["0006-pronouns-compatible"]?.up(transaction as unknown as Kysely<unknown>);
    });
    const { rows } = await sql`select email, pronouns from contact_submissions`.execute(db);
    expect(rows).toEqual([{ email: "ada@visitor.example", pronouns: null }]);
    await close();
    await database.drop();
  },
);
