import type { Migration } from "kysely/migration";

/** What a form held when it was stored. Nullable, so that an earlier version of the site can run beside this one. */
export function submissionDigests(): Migration {
  return {
    async up(db) {
      await db.schema.alterTable("submission_keys").addColumn("digest", "text").execute();
    },
  };
}
