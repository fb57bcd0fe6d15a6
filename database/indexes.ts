import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { DatabaseKind } from "./migrations/column-types.ts";
import { oneRow } from "./one-row.ts";
import { liftOfTransaction } from "./postgres/lifted-limits.ts";
import { isTransient } from "./retry-transient.server.ts";
import { addedColumns, postTables, type SubmissionTable, submissionTables, wordColumns } from "./schema.ts";

/** An address as people are looked up by it; cut, since PostgreSQL's indexes take no long values. */
export const emailPart = "substr(lower(trim(email)), 1, 256)";

/**
 * Of which rows the address may be somebody's though `emailPart` says otherwise: the program takes away other blanks, makes small
 * letters of every script, and writes hosts of other letters or numbers in one way. Databases that are set to Turkish have
 * another small form of the capital I.
 */
export const isOddlyWritten: Record<DatabaseKind, string> = {
  sqlite: "(cast(email as text) glob '*[^-a-zA-Z0-9._+@]*' or email glob '*@*[0-9]*')",
  postgres: `(cast(email as text) collate "C" ~ '[^-a-zA-HJ-Z0-9._+@]|@.*[0-9]')`,
};

/** Which posts of robots hold an address that is not in the column, or is oddly written: of several, the column has the first. */
export const mayHoldOthers = (kind: DatabaseKind) =>
  `(${isOddlyWritten[kind]} or length(replace(fields, '["email",', '')) < length(fields) - length('["email",'))`;

/** What is left of JSON without the texts that are the row's own address. */
const besideOwn = (json: string) => `replace(lower(${json}), '"' || email || '"', '')`;

/** Which rows may name somebody by an address that is not their own. The others need not be looked through for a person. */
export function mayNameOthers(
  table: SubmissionTable | "quarantine" | "notifications",
  kind: DatabaseKind,
): string {
  if (table === "notifications") return few(`${besideOwn("payload")} like '%@%'`);
  const words =
    table === "quarantine"
      ? besideOwn("fields")
      : wordColumns(table)
          .map((column) => `coalesce(cast(${column} as text), '')`)
          .join(" || ");
  return few(`${words} like '%@%' or cast(email as text) like '%@%@%' or ${isOddlyWritten[kind]}`);
}

/** A condition of which PostgreSQL expects that few rows meet it; of `like '%@%'` that most do, and no index is used. */
const few = (condition: string) => `(case when ${condition} then 1 end) = 1`;

/**
 * The last byte of a UUID, which its reference tells as well (`lastByteOf`), in tables that were taken over too, whose ids
 * may be of PostgreSQL's own type.
 */
export const lastByte = "substr(cast(id as text), 35)";

/** Of which notifications the mail is not sent: few, and looked at often. */
export const isOpen = "status <> 'sent'";

/** Of which notifications the mail is to be sent. */
export const isWaiting = "status = 'pending'";

interface Index {
  name: string;
  table: string;
  /** Columns and expressions in SQL that both databases understand. */
  on: string;
  /** Which rows; all, if it does not say. */
  where?: string | Record<DatabaseKind, string>;
}

/** What is looked for otherwise than by its key, in tables that grow. None is needed for anything but speed. */
const indexes: readonly Index[] = [
  ...submissionTables.flatMap((table) => [
    { name: `${table}_time`, table, on: "created_at, id" },
    { name: `${table}_person`, table, on: emailPart },
    { name: `${table}_oddly_written`, table, on: "id", where: isOddlyWritten },
    { name: `${table}_reference`, table, on: `${lastByte}, id` },
  ]),
  { name: "notifications_time", table: "notifications", on: "created_at, id" },
  { name: "notifications_email", table: "notifications", on: "email" },
  { name: "notifications_open", table: "notifications", on: "created_at, id, kind, status", where: isOpen },
  { name: "notifications_waiting", table: "notifications", on: "kind, next_attempt_at", where: isWaiting },
  { name: "quarantine_time", table: "quarantine", on: "created_at, id" },
  { name: "quarantine_person", table: "quarantine", on: emailPart },
  {
    ...{ name: "quarantine_other_persons", table: "quarantine", on: "id" },
    where: { sqlite: mayHoldOthers("sqlite"), postgres: mayHoldOthers("postgres") },
  },
  { name: "quarantine_reference", table: "quarantine", on: `${lastByte}, id` },
  ...([...postTables, "notifications"] as const).map((table) => ({
    // With a later column it is another one.
    name: `${table}_names${addedColumns.filter((column) => column.table === table).length || ""}`,
    ...{ table, on: "id" },
    where: { sqlite: mayNameOthers(table, "sqlite"), postgres: mayNameOthers(table, "postgres") },
  })),
  { name: "submission_keys_row", table: "submission_keys", on: "row_id" },
];

/** Of earlier versions. On PostgreSQL it took no address of more than 2,700 bytes, and so no post of a robot with one. */
const retired = "quarantine_email";

function definitionOf({ name, table, on, where }: Index, kind: DatabaseKind) {
  const rows = typeof where === "object" ? where[kind] : where;
  return sql`if not exists ${sql.ref(name)} on ${sql.table(table)} (${sql.raw(on)}) ${sql.raw(rows ? `where ${rows}` : "")}`;
}

/** Makes the indexes that are missing, with one commit: each waits for the disk. */
// biome-ignore lint/suspicious/noExplicitAny: tables of any version
export async function indexSqlite(db: Kysely<any>): Promise<void> {
  const found = await sql<{ name: string }>`select name from sqlite_schema where type = 'index'`.execute(db);
  const names = new Set(found.rows.map(({ name }) => name));
  const missing = indexes.filter(({ name }) => !names.has(name));
  if (missing.length === 0 && !names.has(retired)) return;
  await db.transaction().execute(async (transaction) => {
    await sql`drop index if exists ${sql.ref(retired)}`.execute(transaction);
    for (const index of missing)
      await sql`create index ${definitionOf(index, "sqlite")}`.execute(transaction);
  });
}

/** The number of the advisory lock under which one instance makes the indexes. */
const lock = sql.lit(3853314791);

/** After so many milliseconds an instance looks whether another one has made the indexes, or has ended before. */
const pause = 500;

/** After so many milliseconds indexes that could not be made are tried again: a fault passes, or somebody has seen to it. */
const retries = { ofFault: 60_000, ofRefusal: 60 * 60_000 };

/**
 * Makes the missing indexes while posts are stored, or waits until another instance has made them. It waits for other
 * sessions' long transactions (a dump, for example). What cannot be made is tried again. Never rejects.
 *
 * @param db without time limits, and with two free connections
 * @param stop ends the waiting
 * @param onTrouble called each time that an index could not be made
 * @param retry milliseconds until it is tried again
 */
export async function indexPostgres(
  // biome-ignore lint/suspicious/noExplicitAny: tables of any version
  db: Kysely<any>,
  stop: AbortSignal,
  onTrouble: (error: unknown) => void,
  retry?: number,
): Promise<void> {
  const wait = (time: number) => sleep(time, undefined, { signal: stop }).catch(() => {});
  while (!stop.aborted) {
    try {
      if (await areMade(db)) return;
      await wait(pause);
    } catch (error) {
      if (stop.aborted) return;
      onTrouble(error);
      await wait(retry ?? (isTransient(error) ? retries.ofFault : retries.ofRefusal));
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tables of any version
async function make(db: Kysely<any>, index: Index): Promise<void> {
  // An index whose creation was interrupted stays invalid.
  await sql`drop index concurrently if exists ${sql.ref(index.name)}`.execute(db);
  await sql`create index concurrently ${definitionOf(index, "postgres")}`.execute(db).catch(passOver);
}

/** A table that was taken over may have columns (lists, for example) that no index can turn into text: it is read as a whole. */
function passOver(error: unknown): void {
  const { code } = error as { code?: string };
  // invalid_object_definition; PostgreSQL manual, appendix A.
  if (code !== "42P17") throw error;
}

/** @returns false while another instance makes them */
// biome-ignore lint/suspicious/noExplicitAny: tables of any version
async function areMade(db: Kysely<any>): Promise<boolean> {
  const names = [retired, ...indexes.map(({ name }) => name)];
  const found = await sql<{ name: string; is_valid: boolean }>`
    select relname as name, indisvalid as is_valid from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = current_schema()::regnamespace and relname in (${sql.join(names)})`.execute(db);
  const isThere = (wanted: string) => found.rows.some(({ name, is_valid }) => name === wanted && is_valid);
  const missing = indexes.filter(({ name }) => !isThere(name));
  if (missing.length === 0 && !isThere(retired)) return true;
  // The lock is a transaction's: behind a pooler a session cannot hold one. Read committed, it holds no snapshot while it
  // waits, for which the making of an index would wait in turn.
  return db
    .transaction()
    .setIsolationLevel("read committed")
    .execute(async (transaction) => {
      await sql.raw(liftOfTransaction).execute(transaction);
      const claim = sql<{ is_mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as is_mine`;
      if (!(await oneRow(transaction, claim)).is_mine) return false;
      await sql`drop index concurrently if exists ${sql.ref(retired)}`.execute(db);
      const faults: unknown[] = [];
      for (const index of missing) await make(db, index).catch((error) => faults.push(error));
      if (faults.length > 0) throw faults[0];
      return true;
    });
}
