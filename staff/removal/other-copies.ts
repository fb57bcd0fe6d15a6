import { globSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Kysely, sql } from "kysely";
import { type Connection, connectDatabase } from "#database/connect.server.ts";
import { type Database, submissionTables } from "#database/schema.ts";
import type { Config } from "#server/config.ts";
import { readLastBackup } from "../copies/backup-troubles.ts";
import { inWords } from "../faults.ts";
import { beginningOf, isThere, sqliteBeginning } from "../files.ts";
import { overwriteLeftovers } from "./remove-rows.ts";

/** Where people are kept beside the site's own database. */
export interface OtherCopies {
  /** Databases that `restore` had put aside, which were gone through as well. */
  copies: string[];
  /** What was not looked into: see `otherPlaces`, and what lies where databases are put aside and is none. */
  untouched: string[];
  /** Why removed words may still be in one of them; undefined when they cannot. */
  leftover: string | undefined;
}

type Place = Pick<Config, "dataDir" | "databaseUrl">;

/** Goes through the databases that `restore` has put aside, and names what else may hold people. */
export async function goThroughCopies(
  connection: Connection,
  place: Place,
  remove: (copy: Connection) => Promise<unknown>,
): Promise<OtherCopies> {
  const copies: string[] = [];
  const untouched = otherPlaces(place);
  const leftovers: string[] = [];
  for (const schema of connection.kind === "postgres" ? await asideSchemas(connection.db) : []) {
    await remove({ ...connection, db: connection.db.withSchema(schema) });
    leftovers.push((await overwriteLeftovers(connection, { schema: `${schema}.` })) ?? "");
    copies.push(schema);
  }
  for (const file of asideFiles(place)) {
    try {
      if (!beginningOf(file).startsWith(sqliteBeginning)) {
        untouched.push(file);
        continue;
      }
      const copy = await connectDatabase(`sqlite:${file}`);
      try {
        await remove(copy);
        const left = await overwriteLeftovers(copy);
        if (left) leftovers.push(`${file}: ${left}`);
        copies.push(file);
      } finally {
        await copy.close();
      }
    } catch (error) {
      const told = inWords(error);
      leftovers.push(
        `${file}: what was to go may still be in it. ${told instanceof Error ? told.message : told}`,
      );
    }
  }
  return { copies, untouched, leftover: leftovers.filter(Boolean).join("\n") || undefined };
}

/** SQLite's databases that `restore` has put aside. Reading the logs of those that are open would end SQLite's locks. */
function asideFiles(place: Place): string[] {
  const own = ownDatabase(place);
  return globSync(`${basename(own)}.{before-*,new}`, { cwd: dirname(own) })
    .filter((name) => !isLog(name))
    .map((name) => join(dirname(own), name));
}

/** Exports, backups and whatever else lies in DATA_DIR, and the folder of backups that is elsewhere; folders end with a slash. */
export function otherPlaces(place: Place): string[] {
  const { dataDir, databaseUrl } = place;
  const own = ownDatabase(place);
  const known = [...asideFiles(place), `${own}.key`, ...(databaseUrl.startsWith("sqlite:") ? [own] : [])];
  const others = (isThere(dataDir) ? readdirSync(dataDir) : [])
    .filter((name) => !isLog(name) && !keptBesides.test(name))
    .map((name) => join(dataDir, name))
    .filter((path) => !known.includes(path));
  return [...others, ...backupFolder(dataDir)].map((path) => (isFolder(path) ? join(path, "/") : path));
}

/** What the site keeps in DATA_DIR beside its database: e-mails, which are gone through, and files that hold nobody. */
const keptBesides = /^(?:(?:mail|assets)$|calendar\.json|last-backup\.json)/;

/** Where the last backup was put, unless that is within DATA_DIR. */
function backupFolder(dataDir: string): string[] {
  try {
    const folder = dirname(readLastBackup(dataDir)?.file ?? join(dataDir, "none"));
    return isThere(folder) && !join(folder, "/").startsWith(join(dataDir, "/")) ? [folder] : [];
  } catch {
    // A damaged note tells of none.
    return [];
  }
}

/** On PostgreSQL what it was before, or would be. */
function ownDatabase({ dataDir, databaseUrl }: Place): string {
  return databaseUrl.startsWith("sqlite:") ? databaseUrl.slice("sqlite:".length) : join(dataDir, "site.db");
}

function isLog(name: string): boolean {
  return /-(wal|shm|journal)$/.test(name);
}

/** A link that leads nowhere is none. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Where `restore` has put tables of PostgreSQL aside. */
async function asideSchemas(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ schema: string }>`
    select distinct schemaname as schema from pg_tables
    where tablename in (${sql.join(submissionTables)}) and schemaname like 'before\\_%'`.execute(db);
  return rows.map(({ schema }) => schema);
}
