import { DatabaseSync } from "node:sqlite";
import { isBusy } from "./sqlite-dialect.server.ts";

/**
 * Ends the claims on mails that a killed process has left in an SQLite file, so that they need not be waited for: while nobody
 * else has the file open, nobody is sending. Does nothing while somebody has.
 */
export function endLeftClaims(path: string): void {
  const database = new DatabaseSync(path);
  try {
    const has = (table: string) =>
      database.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(table) !==
      undefined;
    // Whoever has the file open, even if idle, keeps others from this mode: https://sqlite.org/wal.html#use_of_wal_without_shared_memory
    database.exec("pragma locking_mode = exclusive; pragma secure_delete = on");
    if (has("notifications"))
      database.exec(
        "update notifications set claimed_until = null where status = 'pending' and claimed_until > ''",
      );
  } catch (error) {
    if (!isBusy(error)) throw error;
  } finally {
    database.close();
  }
}
