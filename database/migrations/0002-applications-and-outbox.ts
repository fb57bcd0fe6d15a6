import type { Migration } from "kysely/migration";
import { adoptTable } from "./adopt-table.ts";
import { columnTypes, type DatabaseKind } from "./column-types.ts";

/** The applications (kept when the original product's table is there), the outbox, the quarantine and the rate limits. */
export function applicationsAndOutbox(kind: DatabaseKind): Migration {
  const types = columnTypes(kind);
  return {
    async up(db) {
      await db.schema
        .createTable("mastermind_applications")
        .ifNotExists()
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("created_at", types.time, (column) => column.notNull())
        .addColumn("first_name", "text", (column) => column.notNull())
        .addColumn("last_name", "text", (column) => column.notNull())
        .addColumn("email", "text", (column) => column.notNull())
        .addColumn("phone", "text")
        .addColumn("organization", "text", (column) => column.notNull())
        .addColumn("role", "text", (column) => column.notNull())
        .addColumn("challenges", "text", (column) => column.notNull())
        .addColumn("expectations", "text", (column) => column.notNull())
        .addColumn("experience", "text", (column) => column.notNull())
        .addColumn("commitment", "text", (column) => column.notNull())
        .addColumn("availability", "text", (column) => column.notNull())
        .addColumn("motivation", "text", (column) => column.notNull())
        .addColumn("agree_to_terms", types.flag, (column) => column.notNull())
        .execute();
      await adoptTable(db, kind, "contact_submissions", {
        text: ["full_name", "email", "linkedin_url", "reason_for_contact", "message"],
        flag: "newsletter_signup",
      });
      await adoptTable(db, kind, "mastermind_applications", {
        text: [
          ...["first_name", "last_name", "email", "phone", "organization", "role", "challenges"],
          ...["expectations", "experience", "commitment", "availability", "motivation"],
        ],
        flag: "agree_to_terms",
      });
      await db.schema
        .createTable("notifications")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("created_at", types.time, (column) => column.notNull())
        .addColumn("submission_table", "text", (column) => column.notNull())
        .addColumn("submission_id", "text", (column) => column.notNull())
        .addColumn("kind", "text", (column) => column.notNull())
        .addColumn("email", "text", (column) => column.notNull())
        .addColumn("payload", "text", (column) => column.notNull())
        .addColumn("status", "text", (column) => column.notNull())
        .addColumn("attempts", "integer", (column) => column.notNull())
        .addColumn("next_attempt_at", types.time, (column) => column.notNull())
        .addColumn("claimed_until", types.time)
        .addColumn("sent_at", types.time)
        .addColumn("last_error", "text")
        .execute();
      await db.schema
        .createIndex("notifications_due")
        .on("notifications")
        .columns(["status", "next_attempt_at"])
        .execute();
      await db.schema
        .createIndex("notifications_submission")
        .on("notifications")
        .column("submission_id")
        .execute();
      await db.schema
        .createTable("quarantine")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("created_at", types.time, (column) => column.notNull())
        .addColumn("form_type", "text", (column) => column.notNull())
        .addColumn("reason", "text", (column) => column.notNull())
        .addColumn("email", "text", (column) => column.notNull())
        .addColumn("fields", "text", (column) => column.notNull())
        .execute();
      await db.schema
        .createTable("rate_limits")
        .addColumn("key", "text", (column) => column.primaryKey().notNull())
        .addColumn("points", "integer", (column) => column.notNull())
        .addColumn("expires_at", types.milliseconds, (column) => column.notNull())
        .execute();
      await db.schema
        .createTable("site_secrets")
        .addColumn("name", "text", (column) => column.primaryKey().notNull())
        .addColumn("value", "text", (column) => column.notNull())
        .execute();
    },
  };
}
