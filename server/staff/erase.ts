import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import type { Connection } from "#app/db/connect.server.ts";
import type { Database } from "#app/db/schema.ts";
import type { RateLimit } from "#app/http/rate-limit.server.ts";
import { emailKey } from "#app/submissions/submission-store.server.ts";
import { submissionTables } from "./records.ts";

/** How many rows went from each table. */
export type Removed = Record<"submissions" | "notifications" | "quarantine" | "mails", number>;

interface Doomed {
  submissions: string[];
  quarantine: string[];
  /** Notifications beside those of the submissions. */
  notifications: string[];
}

/** Removes everything about the person with this address, also what was put aside and what is still to be sent. */
export async function erasePerson(
  connection: Connection,
  mailDir: string,
  receipts: RateLimit,
  address: string,
): Promise<Removed> {
  const { db } = connection;
  const key = emailKey(address);
  const removed = await removeRows(connection, mailDir, async (transaction) => {
    const submissions: string[] = [];
    for (const table of submissionTables) {
      const rows = await transaction.selectFrom(table).select(["id", "email"]).execute();
      submissions.push(...rows.filter(({ email }) => emailKey(email) === key).map(({ id }) => id));
    }
    const posts = await transaction.selectFrom("quarantine").select(["id", "email", "fields"]).execute();
    const notifications = await transaction
      .selectFrom("notifications")
      .select("id")
      .where("email", "=", key)
      .execute();
    return {
      submissions,
      quarantine: posts
        .filter(({ email, fields }) => email === key || fields.toLowerCase().includes(key))
        .map(({ id }) => id),
      notifications: notifications.map(({ id }) => id),
    };
  });
  await receipts.forget(key, db);
  return removed;
}

/**
 * Removes everything that is older.
 *
 * @param before UTC, ISO 8601
 */
export async function purge(connection: Connection, mailDir: string, before: string): Promise<Removed> {
  return removeRows(connection, mailDir, async (transaction) => {
    const submissions: string[] = [];
    for (const table of submissionTables) {
      const rows = await transaction
        .selectFrom(table)
        .select("id")
        .where("created_at", "<", before)
        .execute();
      submissions.push(...rows.map(({ id }) => id));
    }
    const [quarantine, notifications] = await Promise.all([
      transaction.selectFrom("quarantine").select("id").where("created_at", "<", before).execute(),
      transaction.selectFrom("notifications").select("id").where("created_at", "<", before).execute(),
    ]);
    return {
      submissions,
      quarantine: quarantine.map(({ id }) => id),
      notifications: notifications.map(({ id }) => id),
    };
  });
}

async function removeRows(
  connection: Connection,
  mailDir: string,
  choose: (transaction: Kysely<Database>) => Promise<Doomed>,
): Promise<Removed> {
  const mails = new Set<string>();
  const removed = await connection.db.transaction().execute(async (transaction) => {
    const doomed = await choose(transaction);
    let notifications = 0;
    for (const ids of slices([...doomed.submissions, ...doomed.quarantine])) {
      for (const table of submissionTables)
        await transaction.deleteFrom(table).where("id", "in", ids).execute();
      await transaction.deleteFrom("quarantine").where("id", "in", ids).execute();
      await transaction.deleteFrom("submission_keys").where("row_id", "in", ids).execute();
      const gone = await transaction
        .deleteFrom("notifications")
        .where("submission_id", "in", ids)
        .returning("id")
        .execute();
      for (const { id } of gone) mails.add(id);
      notifications += gone.length;
    }
    for (const ids of slices(doomed.notifications)) {
      const gone = await transaction
        .deleteFrom("notifications")
        .where("id", "in", ids)
        .returning("id")
        .execute();
      for (const { id } of [...gone, ...ids.map((id) => ({ id }))]) mails.add(id);
      notifications += gone.length;
    }
    return {
      submissions: doomed.submissions.length,
      quarantine: doomed.quarantine.length,
      notifications,
    };
  });
  for (const id of mails) await rm(join(mailDir, `${id}.eml`), { force: true });
  await overwriteLeftovers(connection);
  return { ...removed, mails: mails.size };
}

/**
 * SQLite has overwritten the rows in the file (secure_delete); the write-ahead log still holds older pages until it is
 * emptied. PostgreSQL frees dead rows when it vacuums.
 */
async function overwriteLeftovers({ db, kind }: Connection): Promise<void> {
  if (kind === "sqlite") await sql`pragma wal_checkpoint(truncate)`.execute(db);
  else
    for (const table of [...submissionTables, "notifications", "quarantine", "submission_keys"])
      await sql`vacuum ${sql.table(table)}`.execute(db);
}

/** Databases take a limited number of parameters at once. */
function slices(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / 500) }, (_, index) =>
    ids.slice(index * 500, (index + 1) * 500),
  );
}
