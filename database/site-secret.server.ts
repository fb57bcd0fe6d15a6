import { hkdfSync, randomBytes, scryptSync } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Kysely } from "kysely";
import { giveToOwner } from "#system/private-files.server.ts";
import type { Database } from "./schema.ts";

/**
 * A key that nobody can compute from the database or a dump alone; docs/decisions/0013-rate-limits.md. For SQLite it
 * lies in a file beside the database; for PostgreSQL it is made from the password, which all instances know.
 *
 * @param stored what lies in the database: two sites with one password have different keys
 * @param isForStaff whether a key that is missing is left to the site to make: nothing was counted under it yet
 * @throws when this account has no right to it
 */
export function outsideKey(databaseUrl: string, stored: string, isForStaff = false): Buffer {
  // Slow on purpose: nobody shall find out the password by trying keys.
  if (!databaseUrl.startsWith("sqlite:")) return scryptSync(passwordIn(new URL(databaseUrl)), stored, 32);
  // A random key needs no such thing (RFC 5869), and it would be a tenth of the start.
  const key = keyBeside(databaseUrl.slice("sqlite:".length), isForStaff);
  return Buffer.from(hkdfSync("sha256", key, stored, "outside key", 32));
}

function keyBeside(database: string, isForStaff: boolean): string {
  const key = randomBytes(32).toString("base64url");
  if (database === ":memory:") return key;
  const file = `${database}.key`;
  const draft = `${file}.${process.pid}`;
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    if (isForStaff) return key;
    writeFileSync(draft, key, { mode: 0o600 });
    giveToOwner(draft);
  }
  try {
    // Of several processes that start at once, one makes the key.
    linkSync(draft, file);
    rmSync(draft);
  } catch {
    if (existsSync(file)) rmSync(draft);
    // Some file systems have no hard links.
    else renameSync(draft, file);
  }
  return readFileSync(file, "utf8");
}

function passwordIn({ password, searchParams }: URL): string {
  return decodeURIComponent(password) || (searchParams.get("password") ?? "");
}

/** A random key that all instances share; the first call makes it, and the others write nothing. */
export async function siteSecret(db: Kysely<Database>, name: string): Promise<string> {
  const secret = db.selectFrom("site_secrets").select("value").where("name", "=", name);
  const found = await secret.executeTakeFirst();
  if (found) return found.value;
  await db
    .insertInto("site_secrets")
    .values({ name, value: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return (await secret.executeTakeFirstOrThrow()).value;
}
