import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "../schema.ts";

/** `ifNotExists`: a database of the original product has the table already, with rows that stay. */
export const contactSubmissions: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .createTable("contact_submissions")
      .ifNotExists()
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("full_name", "text", (column) => column.notNull())
      .addColumn("email", "text", (column) => column.notNull())
      .addColumn("linkedin_url", "text")
      .addColumn("reason_for_contact", "text", (column) => column.notNull())
      .addColumn("message", "text", (column) => column.notNull())
      .addColumn("newsletter_signup", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable("submission_keys")
      .addColumn("submission_id", "text", (column) => column.primaryKey().notNull())
      .addColumn("table_name", "text", (column) => column.notNull())
      .addColumn("row_id", "text", (column) => column.notNull())
      .execute();
  },
};
