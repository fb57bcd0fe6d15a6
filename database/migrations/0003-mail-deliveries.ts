import type { Migration } from "kysely/migration";

/** What the outbox remembers of a mail beside its attempts; a version that does not know the columns works with them. */
export const mailDeliveries: Migration = {
  async up(db) {
    await db.schema.alterTable("notifications").addColumn("recipients", "text").execute();
    await db.schema
      .alterTable("notifications")
      .addColumn("unclear_attempts", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
