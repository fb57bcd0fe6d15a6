import type { Migration } from "kysely/migration";

/** More state of a mail in the outbox. Versions that do not know the columns can work with the table. */
export const mailDeliveries: Migration = {
  async up(db) {
    await db.schema.alterTable("notifications").addColumn("recipients", "text").execute();
    await db.schema
      .alterTable("notifications")
      .addColumn("unclear_attempts", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
