import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DatabaseKind } from "#database/migrations/column-types.ts";
import { type Database, flagColumns } from "#database/schema.ts";
import { CommandError } from "../terminal.ts";

/** Every table of the site and its key, or null where rows are not copied; a new table is missed by the compiler until it stands here. */
const keys = {
  site_secrets: "name",
  contact_submissions: "id",
  mastermind_applications: "id",
  notifications: "id",
  quarantine: "id",
  submission_keys: "submission_id",
  // Clients are counted for minutes, under a key that does not lie in the database: those of another one mean nothing.
  rate_limits: null,
} as const satisfies Record<keyof Database, string | null>;

type Keys = typeof keys;
export type CopiedTable = { [Table in keyof Keys]: Keys[Table] extends string ? Table : never }[keyof Keys];

/** In the order in which they are copied. */
export const tablesToCopy = Object.keys(keys).filter(
  (table) => keys[table as keyof Keys] !== null,
) as CopiedTable[];

export interface Column {
  name: string;
  isNullable: boolean;
}

/**
 * A row as both databases can hold it: texts as they are, times in UTC as ISO 8601 with milliseconds. What is no text in UTF-8, or has a
 * NUL in it, is as PostgreSQL writes bytes: `\x` and hexadecimal digits.
 */
export type Row = Record<string, string | number | boolean | null>;

/** One of the tables in one of the databases. */
export interface CopyTable {
  db: Kysely<Database>;
  kind: DatabaseKind;
  name: CopiedTable;
  /** Those to read, in the order that the digest has them. */
  columns: readonly string[];
  /** Filled while it is read: which rows, by their keys, hold bytes that are no text, and in which column. */
  bytes?: Map<string, string>;
}

export async function columnsOf(db: Kysely<Database>, kind: DatabaseKind, table: string): Promise<Column[]> {
  const { rows } = await (kind === "sqlite"
    ? sql<{ name: string; is_nullable: number }>`
        select name, not "notnull" as is_nullable from pragma_table_info(${table}) order by cid`
    : sql<{ name: string; is_nullable: boolean }>`
        select attname as name, not attnotnull as is_nullable from pg_attribute
        where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped order by attnum`
  ).execute(db);
  return rows.map(({ name, is_nullable }) => ({ name, isNullable: Boolean(is_nullable) }));
}

const times = ["created_at", "next_attempt_at", "claimed_until", "sent_at"];
const numbers = ["attempts", "unclear_attempts"];
/** Everything else is text, also where a table of the original product has another type. */
const isText = (column: string) => ![...times, ...numbers, ...flagColumns].includes(column);

/**
 * Rows are read in the order of their keys, and compared by them.
 *
 * @throws CommandError where rows have no key that is a text
 */
export async function assertKeys({ db, kind, name }: CopyTable): Promise<void> {
  const key = sql.ref(keys[name]);
  const [row, isWrong] =
    kind === "sqlite" ? [sql`rowid`, sql`typeof(${key}) <> 'text'`] : [sql`ctid::text`, sql`${key} is null`];
  const { rows } = await sql<{ place: string | number }>`
    select ${row} as place from ${sql.table(name)} where ${isWrong} limit 5`.execute(db);
  if (rows.length > 0)
    throw new CommandError(
      `${name} has rows whose ${keys[name]} is no text (${kind === "sqlite" ? "rowid" : "ctid"} ${rows.map(({ place }) => place).join(", ")}): give them one.`,
    );
}

/** Rows that are in memory at once. */
const pageLength = 100;

/** All rows in the order of their keys. */
export async function* pagesOf(table: CopyTable): AsyncGenerator<Row[]> {
  let last: string | undefined;
  for (;;) {
    const after = last === undefined ? sql`true` : sql`${keyIn(table)} > ${last}`;
    const rows = await read(table, sql`where ${after} order by ${keyIn(table)} limit ${pageLength}`);
    if (rows.length > 0) yield rows;
    if (rows.length < pageLength) return;
    last = keyOf(table, rows.at(-1));
  }
}

/** Those that there are. */
export async function rowsWith(table: CopyTable, wanted: readonly string[]): Promise<Map<string, Row>> {
  const rows = await read(
    table,
    sql`where ${keyIn(table)} in (${sql.join(wanted)}) order by ${keyIn(table)}`,
  );
  return new Map(rows.map((row) => [keyOf(table, row), row]));
}

/** Puts rows in the place of those that have their keys, all or none. */
export async function replaceRows(
  { db, name }: CopyTable,
  gone: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (gone.length > 0)
      await sql`delete from ${sql.table(name)} where ${sql.ref(keys[name])} in (${sql.join(gone)})`.execute(
        transaction,
      );
    if (rows.length > 0)
      await transaction
        .insertInto(name)
        .values(rows as never)
        .execute();
  });
}

export async function countRows({
  db,
  name,
}: {
  db: Kysely<Database>;
  name: keyof Database;
}): Promise<number> {
  const { rows } = await sql<{
    count: number | string;
  }>`select count(*) as count from ${sql.table(name)}`.execute(db);
  return Number(rows[0]?.count);
}

export function keyOf({ name }: Pick<CopyTable, "name">, row: Row | undefined): string {
  return String(row?.[keys[name]]);
}

/** With the table's name, for the column: without it, the order would be that of what is read of it, which no index has. */
function keyIn({ name }: CopyTable): RawBuilder<unknown> {
  return sql.ref(`${name}.${keys[name]}`);
}

async function read(table: CopyTable, which: RawBuilder<unknown>): Promise<Row[]> {
  const rows = await select<Row>(table, sql`text`, which);
  for (const row of rows) {
    // SQLite has no booleans, and takes any text for a time.
    for (const flag of flagColumns) if (flag in row && row[flag] !== null) row[flag] = Boolean(row[flag]);
    for (const time of times) if (typeof row[time] === "string") row[time] = inIso(row[time]);
  }
  if (
    table.kind === "sqlite" &&
    rows.some((row) => table.columns.some((column) => isDoubtful(row[column])))
  ) {
    const all = await select<Record<string, Uint8Array | null>>(table, sql`blob`, which);
    for (const [index, row] of rows.entries())
      for (const column of table.columns) {
        const bytes = isDoubtful(row[column]) && all[index]?.[column];
        if (!bytes || (isUtf8(bytes) && !bytes.includes(0))) continue;
        row[column] = `\\x${Buffer.from(bytes).toString("hex")}`;
        table.bytes?.set(keyOf(table, row), column);
      }
  }
  return rows;
}

async function select<Found>(
  { db, name, columns }: CopyTable,
  type: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
): Promise<Found[]> {
  const list = columns.map((column) =>
    isText(column) ? sql`cast(${sql.ref(column)} as ${type}) as ${sql.ref(column)}` : sql.ref(column),
  );
  return (await sql<Found>`select ${sql.join(list)} from ${sql.table(name)} ${which}`.execute(db)).rows;
}

/** Whether SQLite may hold other bytes than this text's, or PostgreSQL does not take it. */
function isDoubtful(value: unknown): boolean {
  return typeof value === "string" && (value.includes("\ufffd") || value.includes("\0"));
}

/** The same moment as both databases tell it: `24:00` is the next day. What is no time stays as it is. */
function inIso(time: string): string {
  const moment = new Date(/^\d{4}-\d\d-\d\dT/.test(time) ? time : "");
  return Number.isNaN(moment.getTime()) ? time : moment.toISOString();
}

/** A row's values in one text, by which rows are compared. */
export function textOf({ columns }: Pick<CopyTable, "columns">, row: Row): string {
  return JSON.stringify(columns.map((column) => row[column]));
}

/** How many rows, and the sum of their SHA-256: the same in whatever order a database has them. */
export class Digest {
  count = 0;
  #sum = 0n;

  add(text: string): void {
    this.count += 1;
    this.#sum = BigInt.asUintN(
      256,
      this.#sum + BigInt(`0x${createHash("sha256").update(text).digest("hex")}`),
    );
  }

  toString(): string {
    return `${this.count} ${this.count === 1 ? "row" : "rows"}, digest ${this.#sum.toString(16).padStart(64, "0").slice(0, 32)}`;
  }
}
