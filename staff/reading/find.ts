import { type Kysely, sql } from "kysely";
import { lastByte } from "#database/indexes.ts";
import { type Database, postTables, type SubmissionTable, submissionTables } from "#database/schema.ts";
import { lastByteOf, referenceOf } from "#submissions/submission.ts";
import { typedAs } from "../command.ts";
import { CommandError } from "../terminal.ts";
import { isUuid } from "./records.ts";

type Table = SubmissionTable | "quarantine";

/** Rows that are named when more than one is meant. */
const mostNamed = 5;

/**
 * The row that somebody means by its id, by the beginning of its id, or by the reference that a visitor was given.
 *
 * @throws CommandError when there is none, or more than one
 */
export async function findRow(
  db: Kysely<Database>,
  wanted: string,
  tables: readonly Table[] = postTables,
): Promise<{ table: Table; id: string }> {
  const found = await findRows(db, wanted, tables);
  const [first, ...more] = found;
  if (!first) throw new CommandError(await whereElse(db, wanted, tables));
  if (more.length === 0) return first;
  const ids = found.slice(0, mostNamed).map(({ id }) => id);
  const dots = found.length > mostNamed ? " …" : "";
  throw new CommandError(`${wanted} means more than one; write more of the id: ${ids.join(" ")}${dots}`);
}

/** The rows that may be meant; the one alone whose whole id it is. */
async function findRows(
  db: Kysely<Database>,
  wanted: string,
  tables: readonly Table[],
): Promise<{ table: Table; id: string }[]> {
  const found: { table: Table; id: string }[] = [];
  const ways = [idsOfReference, idsOfUuid, idsOfOtherKind];
  for (const way of ways) {
    // Reads a whole table, and is for ids that are no UUIDs only.
    if (way === idsOfOtherKind && found.length > 0) break;
    for (const table of tables)
      for (const id of await way(db, table, wanted))
        if (!found.some((row) => row.table === table && row.id === id)) found.push({ table, id });
  }
  const exact = found.filter(({ id }) => id.toLowerCase() === wanted.toLowerCase());
  return exact.length > 0 ? exact : found;
}

/** Why there is none: it may be in a table that the command does not look into. */
async function whereElse(db: Kysely<Database>, wanted: string, tables: readonly Table[]): Promise<string> {
  const others = postTables.filter((table) => !tables.includes(table));
  const shows = tables.includes(submissionTables[0] ?? "quarantine") ? "list" : "quarantine";
  const way = /^\S+@\S+$/.test(wanted)
    ? `${typedAs(`${shows} --search ${wanted}`)} looks for an address.`
    : `${typedAs(shows)} shows what there is.`;
  const nothing = `Nothing${others.length > 0 && shows === "quarantine" ? " in quarantine" : ""} has the id or reference ${wanted}. ${way}`;
  if (others.length === 0) return nothing;
  const [other] = await findRows(db, wanted, others);
  if (!other) return nothing;
  return other.table === "quarantine"
    ? `${wanted} is in quarantine, so there is no e-mail about it; ${typedAs(`release ${wanted}`)} makes it a submission.`
    : `${wanted} is a submission and not in quarantine, perhaps since it was released; ${typedAs(`show ${wanted}`)} prints it.`;
}

const idText = sql<string>`cast(id as text)`;

/** The reference as `referenceOf` writes it, if the word can be one. */
export function toReference(word: string): string | undefined {
  const [, start, end] = /^([A-HJKMNP-TV-Z2-9]{4})[- ]?([A-HJKMNP-TV-Z2-9]{4})$/i.exec(word) ?? [];
  return start && end ? `${start}-${end}`.toUpperCase() : undefined;
}

/** Of a million rows, an index leaves four thousand to compare. */
export async function idsOfReference(db: Kysely<Database>, table: Table, word: string): Promise<string[]> {
  const reference = toReference(word);
  if (!reference) return [];
  const byte = lastByteOf(reference);
  const rows = await db
    .selectFrom(table)
    .select(idText.as("id"))
    .where(sql<string>`${sql.raw(lastByte)}`, "in", [byte, byte.toUpperCase()])
    .execute();
  return rows.map(({ id }) => id).filter((id) => isUuid(id) && referenceOf(id) === reference);
}

/** By the key's own index: between the first and the last UUID with this beginning, in lower case or in capitals. */
async function idsOfUuid(db: Kysely<Database>, table: Table, start: string): Promise<string[]> {
  const [first, last] = ["0", "f"].map(
    (digit) =>
      start.toLowerCase() + "00000000-0000-0000-0000-000000000000".replaceAll("0", digit).slice(start.length),
  );
  if (!first || !last || !isUuid(first)) return [];
  const ids: string[] = [];
  for (const bounds of [
    [first, last],
    [first.toUpperCase(), last.toUpperCase()],
  ]) {
    const rows = await db
      .selectFrom(table)
      .select(idText.as("id"))
      .where("id", ">=", bounds[0] ?? "")
      .where("id", "<=", bounds[1] ?? "")
      .limit(mostNamed + 1)
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** Tables that were taken over may have ids of any form. */
async function idsOfOtherKind(db: Kysely<Database>, table: Table, start: string): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select(idText.as("id"))
    .where(
      sql<string>`substr(lower(cast(id as text)), 1, ${sql.lit(start.length)})`,
      "=",
      start.toLowerCase(),
    )
    .orderBy(sql`length(cast(id as text))`)
    .limit(mostNamed + 1)
    .execute();
  return rows.map(({ id }) => id);
}
