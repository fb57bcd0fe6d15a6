import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Database, type SubmissionTable, searchedColumns, submissionTables } from "#database/schema.ts";
import { formOfTable } from "#submissions/forms/forms.ts";
import { emailKey } from "#submissions/mailbox.ts";
import { idsOfReference } from "./find.ts";
import { mayHold } from "./named.ts";

type Table = SubmissionTable | "quarantine";

/** What a search looks into, in words for the staff. */
export const searchedWords =
  "names, e-mail and LinkedIn addresses, phone numbers, organizations, roles, references";

/** `message` and `fields` hold answers by the names of their questions. */
const columnsOf = (table: Table) => [
  "email",
  ...(table === "quarantine" ? ["fields"] : searchedColumns(table)),
];
/** Questions whose answers are looked into wherever they lie: those with a column, in one form or another, that is looked into. */
const answers = new Set(
  submissionTables.flatMap((table) =>
    Object.entries(formOfTable(table).fields).flatMap(([name, { stored }]) =>
      typeof stored === "object" && columnsOf(table).includes(stored.column) ? name : [],
    ),
  ),
);

interface Found<Name extends Table> {
  table: Name;
  id: string;
  /** UTC, ISO 8601 */
  time: string | null;
}

/** Submissions that hold the text, newest first and those without a time last. */
export function searchSubmissions(
  db: Kysely<Database>,
  text: string,
  part: { limit: number; offset: number },
): Promise<Found<SubmissionTable>[]> {
  return search(db, submissionTables, text, part);
}

/** Posts in quarantine that hold the text, newest first. */
export function searchQuarantine(
  db: Kysely<Database>,
  text: string,
  part: { limit: number; offset: number },
): Promise<Found<"quarantine">[]> {
  return search(db, ["quarantine"], text, part);
}

async function search<Name extends Table>(
  db: Kysely<Database>,
  tables: readonly Name[],
  text: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Found<Name>[]> {
  // The domain of an address is stored in ASCII; in older tables and in quarantine it may be as it was typed.
  const spellings = new Set([folded(text), folded(text.includes("@") ? emailKey(text) : text)]);
  const found = new Map<string, Found<Name>>();
  for (const table of tables)
    for (const spelling of spellings) {
      let count = 0;
      for await (const row of searchTable(db, table, spelling)) {
        found.set(row.id, row);
        count += 1;
        if (count === offset + limit) break;
      }
    }
  const order = ({ time, id }: Found<Name>) => `${time ?? ""} ${id}`;
  return [...found.values()].sort((a, b) => (order(a) < order(b) ? 1 : -1)).slice(offset, offset + limit);
}

/** Where a row stands in the order of a list. */
interface Place {
  id: string;
  /** As the database has it: it may be finer than milliseconds. */
  time: string | null;
}

/** Rows that are looked through at once: few at first, for what stands everywhere, then as many as memory holds easily. */
const slice = { first: 500, most: 8_000, growth: 4 };

/**
 * From the newest row to the oldest, slice by slice along the index of times, until nobody wants more. The database finds
 * rows that may be meant, as fast as it reads; what letters are alike is decided here.
 */
async function* searchTable<Name extends Table>(
  db: Kysely<Database>,
  table: Name,
  text: string,
): AsyncGenerator<Found<Name>> {
  const ids = await idsOfReference(db, table, text);
  const columns = columnsOf(table);
  const texts = columns.map((name) => sql`cast(${sql.ref(name)} as text)`);
  for (const time of ["is not", "is"] as const) {
    let after: Place | undefined;
    for (let length = slice.first; ; length = Math.min(length * slice.growth, slice.most)) {
      const part = rowsAfter(db, table, time, after);
      const end = await endOf(part, length);
      const rows = await part
        .select(["created_at", sql<string>`cast(id as text)`.as("id")])
        .select(texts.map((column, place) => column.as(columns[place] ?? "")))
        .$if(end !== undefined, (query) => query.where(compare(end as Place, ">=")))
        .where((eb) =>
          eb.or([
            mayHold(db, sql`concat_ws(' ', ${sql.join(texts)})`, text),
            ...(ids.length > 0 ? [eb(sql<string>`cast(id as text)`, "in", ids)] : []),
          ]),
        )
        .execute();
      for (const { created_at, id, ...rest } of rows)
        if (
          ids.includes(id) ||
          textsOf(rest as Record<string, unknown>).some((one) => folded(one).includes(text))
        )
          yield { table, id, time: created_at };
      if (!end) break;
      after = end;
    }
  }
}

function rowsAfter(db: Kysely<Database>, table: Table, time: "is" | "is not", after: Place | undefined) {
  return (
    db
      .selectFrom(table)
      .where("created_at", time, null)
      .$if(after !== undefined, (query) => query.where(compare(after as Place, "<")))
      // With its table, for the order of the index: a mere `id` would be what is selected, a text.
      .orderBy(sql.ref(`${table}.created_at`), "desc")
      .orderBy(sql.ref(`${table}.id`), "desc")
  );
}

/** The time is compared by itself as well: of a pair, PostgreSQL cannot tell how few rows are meant, and reads them all. */
function compare({ time, id }: Place, how: "<" | ">="): RawBuilder<boolean> {
  const sign = sql.raw(how);
  return time === null
    ? sql<boolean>`id ${sign} ${id}`
    : sql<boolean>`created_at ${sql.raw(how === "<" ? "<=" : how)} ${time} and (created_at, id) ${sign} (${time}, ${id})`;
}

/** The last row of so many, from the index alone; undefined when there are not so many. */
function endOf(rows: ReturnType<typeof rowsAfter>, length: number): Promise<Place | undefined> {
  return rows
    .select([sql<string>`cast(id as text)`.as("id"), sql<string | null>`cast(created_at as text)`.as("time")])
    .offset(length - 1)
    .limit(1)
    .executeTakeFirst();
}

/** Letters in capitals, and put together in another way, are the same. */
function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

function textsOf({ first_name, last_name, message, fields, ...rest }: Record<string, unknown>): string[] {
  const given =
    fields === undefined ? answersIn(message) : new Map<string, unknown>(JSON.parse(String(fields)));
  const names = [
    [first_name, last_name],
    [given.get("firstName"), given.get("lastName")],
  ].map((parts) => parts.filter((part) => typeof part === "string").join(" "));
  return [...names, ...Object.values(rest), ...[...answers].map((name) => given.get(name))].filter(
    (one) => typeof one === "string",
  );
}

/** By name; a message of another kind, in a table that was taken over, has none. */
function answersIn(message: unknown): Map<string, unknown> {
  try {
    const value: unknown = JSON.parse(String(message));
    return new Map(value !== null && typeof value === "object" ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
}
