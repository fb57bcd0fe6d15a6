import { createHash } from "node:crypto";
import { connectDatabase } from "#database/connect.server.ts";
import { needsDatabase } from "../on-database.ts";

/**
 * Which site's database it is, wherever it lies and by whatever way it is reached: its copies and what is restored from its backups have
 * the same.
 *
 * @returns undefined where it cannot be found out
 */
export async function identityOf(databaseUrl: string): Promise<string | undefined> {
  try {
    // SQLite would make one.
    needsDatabase({ databaseUrl });
    const { db, close } = await connectDatabase(databaseUrl, { isForStaff: true });
    try {
      const secret = db.selectFrom("site_secrets").select("value").where("name", "=", "forms");
      const found = await secret.executeTakeFirst();
      return found && digestOf(found.value);
    } finally {
      await close();
    }
  } catch {
    return undefined;
  }
}

/** @param secret of a site, which stays a secret */
export function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex").slice(0, 16);
}
