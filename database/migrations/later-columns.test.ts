// docs/specification.md, 'Tables'

import { type Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import { createTestDatabase, databaseKinds } from "../../tests/support/databases.ts";
import { contactRow } from "../../tests/support/form.ts";
import { connectDatabase } from "../connect.server.ts";
import { laterColumns } from "./later-columns.ts";

const migration = "0006-pronouns-and-notes-compatible";
const later = [
  { table: "contact_submissions", name: "pronouns", migration },
  { table: "mastermind_applications", name: "note", migration },
  { table: "contact_submissions", name: "note", migration },
] as const;

it.each(databaseKinds)(
  "later columns of one migration on %s are all added, once, and are empty in rows from before",
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
    const migrations = laterColumns(kind, later);
    expect(Object.keys(migrations)).toEqual([migration]);
    await db.transaction().execute(async (transaction) => {
      for (const _ of ["missing", "there already"])
        await migrations[migration]?.up(transaction as unknown as Kysely<unknown>);
    });
    const { rows } = await sql`select email, pronouns, note from contact_submissions`.execute(db);
    expect(rows).toEqual([{ email: "ada@visitor.example", pronouns: null, note: null }]);
    expect((await sql`select note from mastermind_applications`.execute(db)).rows).toEqual([]);
    await close();
    await database.drop();
  },
);
