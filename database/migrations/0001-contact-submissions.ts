import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { columnTypes, type DatabaseKind } from "./column-types.ts";

/** `ifNotExists`: a database of the original product has the table already, with rows that stay. */
export function contactSubmissions(kind: DatabaseKind): Migration {
  const types = columnTypes(kind);
  return {
    async up(db) {
      await db.schema
        .createTable("contact_submissions")
        .ifNotExists()
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("created_at", types.time, (column) => column.notNull())
        .addColumn("full_name", "text", (column) => column.notNull())
        .addColumn("email", "text", (column) => column.notNull())
        .addColumn("linkedin_url", "text")
        .addColumn("reason_for_contact", "text", (column) => column.notNull())
        .addColumn("message", "text", (column) => column.notNull())
        .addColumn("newsletter_signup", types.flag, (column) => column.notNull().defaultTo(sql`false`))
        .execute();
      await db.schema
        .createTable("submission_keys")
        .addColumn("submission_id", "text", (column) => column.primaryKey().notNull())
        .addColumn("table_name", "text", (column) => column.notNull())
        .addColumn("row_id", "text", (column) => column.notNull())
        .execute();
    },
  };
}
