import { type Kysely, sql } from "kysely";
import type { Database, SubmissionTable } from "#app/db/schema.ts";
import {
  type Answers,
  type FormType,
  formTypeOf,
  type NotificationPayload,
  referenceOf,
} from "#app/submissions/submission.ts";

export const submissionTables: readonly SubmissionTable[] = [
  "contact_submissions",
  "mastermind_applications",
];

/** A submission with everything that is known of it. */
export interface SubmissionRecord {
  id: string;
  table: SubmissionTable;
  formType: FormType;
  reference: string;
  /** Reference of the submission that this one replaces. */
  replaces: string | undefined;
  /** UTC, ISO 8601 */
  createdAt: string;
  name: string;
  email: string;
  /** The row's columns; `message` as the object that it holds. */
  columns: Record<string, unknown>;
  /** Every answer of the form; of rows older than the outbox, those that the row holds. */
  answers: Answers;
}

/** Rows that are in memory at once. */
const pageLength = 500;

/**
 * Reads submissions page by page, oldest first and those without a time last, so that a million need little memory and
 * nothing is held in the database while somebody reads slowly.
 *
 * @param since UTC, ISO 8601: only those that came then or later
 */
export async function* readRecords(
  db: Kysely<Database>,
  tables: readonly SubmissionTable[],
  since = "",
): AsyncGenerator<SubmissionRecord> {
  for (const table of tables) {
    let last: { id: string; time: string | null } | undefined;
    for (;;) {
      const rows = await pageAfter(db, table, since, last);
      yield* await withAnswers(
        db,
        table,
        rows.map(({ exact_time: _, ...row }) => row),
      );
      const end = rows.at(-1);
      if (end && rows.length === pageLength) last = { id: end.id, time: end.exact_time };
      else if (since === "" && last?.time !== null) last = { id: "", time: null };
      else break;
    }
  }
}

/** @param last the last row of the page before, with its time as the database has it (it may be finer than milliseconds) */
function pageAfter(
  db: Kysely<Database>,
  table: SubmissionTable,
  since: string,
  last: { id: string; time: string | null } | undefined,
) {
  return db
    .selectFrom(table)
    .selectAll()
    .select(sql<string | null>`cast(created_at as text)`.as("exact_time"))
    .where("created_at", last?.time === null ? "is" : "is not", null)
    .$if(since !== "", (query) => query.where("created_at", ">=", since))
    .$if(typeof last?.time === "string", (query) =>
      query.where(sql<boolean>`(created_at, id) > (${last?.time}, ${last?.id})`),
    )
    .$if(last?.time === null && last.id !== "", (query) => query.where("id", ">", last?.id ?? ""))
    .orderBy("created_at")
    .orderBy("id")
    .limit(pageLength)
    .execute();
}

/** The latest submissions, newest first and those without a time last. */
export async function newestRecords(
  db: Kysely<Database>,
  { limit, offset }: { limit: number; offset: number },
): Promise<SubmissionRecord[]> {
  const rows = (time: "is" | "is not") => {
    const part = (table: SubmissionTable) =>
      db
        .selectFrom(table)
        // The ids of a table that was taken over may have PostgreSQL's type uuid.
        .select(["created_at", sql<string>`cast(id as text)`.as("id")])
        .select(sql<SubmissionTable>`cast(${sql.lit(table)} as text)`.as("table"))
        .where("created_at", time, null);
    return db.selectFrom(
      part("contact_submissions").unionAll(part("mastermind_applications")).as("submissions"),
    );
  };
  // Two queries, so that each can use an index for the order.
  const found = await rows("is not")
    .select(["table", "id"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  if (found.length < limit) {
    const { count } = await rows("is not")
      .select((eb) => eb.fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
    found.push(
      ...(await rows("is")
        .select(["table", "id"])
        .orderBy("id")
        .limit(limit - found.length)
        .offset(Math.max(0, offset - Number(count)))
        .execute()),
    );
  }
  const records: SubmissionRecord[] = [];
  for (const table of submissionTables) {
    const ids = found.filter((row) => row.table === table).map(({ id }) => id);
    records.push(...(await recordsOf(db, table, ids)));
  }
  const places = new Map(found.map(({ id }, place) => [id, place]));
  return records.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

/** The submissions with these ids, without those that were removed meanwhile. */
export async function recordsOf(
  db: Kysely<Database>,
  table: SubmissionTable,
  ids: string[],
): Promise<SubmissionRecord[]> {
  if (ids.length === 0) return [];
  return withAnswers(db, table, await db.selectFrom(table).selectAll().where("id", "in", ids).execute());
}

async function withAnswers(
  db: Kysely<Database>,
  table: SubmissionTable,
  rows: { id: string }[],
): Promise<SubmissionRecord[]> {
  if (rows.length === 0) return [];
  const notifications = await db
    .selectFrom("notifications")
    .select(["submission_id", "payload"])
    .where(
      "submission_id",
      "in",
      rows.map(({ id }) => id),
    )
    .where("kind", "=", "staff")
    .execute();
  const payloads = new Map(notifications.map((row) => [row.submission_id, row.payload]));
  return rows.map((row) => toRecord(table, { ...row }, payloads.get(row.id)));
}

function toRecord(
  table: SubmissionTable,
  row: Record<string, unknown>,
  payload: string | undefined,
): SubmissionRecord {
  const columns = { ...row };
  for (const flag of ["newsletter_signup", "agree_to_terms"])
    if (flag in columns) columns[flag] = Boolean(columns[flag]);
  if (table === "contact_submissions") columns.message = messageOf(row.message);
  const id = String(row.id);
  const told: NotificationPayload | undefined = payload ? JSON.parse(payload) : undefined;
  return {
    id,
    table,
    formType: formTypeOf[table],
    reference: isUuid(id) ? referenceOf(id) : id,
    createdAt: String(row.created_at ?? ""),
    name: String(row.full_name ?? `${row.first_name} ${row.last_name}`),
    email: String(row.email),
    columns,
    replaces: told?.replaces,
    answers: told?.formData ?? rowAnswers(table, columns),
  };
}

/** The message of a row that was taken over may be plain text; it is kept under its own name. */
function messageOf(message: unknown): Answers {
  try {
    const parsed = JSON.parse(String(message));
    return parsed !== null && typeof parsed === "object" && !Array.isArray(parsed)
      ? parsed
      : { message: parsed };
  } catch {
    return { message: String(message ?? "") };
  }
}

function rowAnswers(table: SubmissionTable, columns: Record<string, unknown>): Answers {
  const { id: _id, created_at: _created, message, ...rest } = columns;
  const own = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      typeof value === "boolean" ? value : String(value ?? ""),
    ]),
  );
  return table === "contact_submissions" ? { ...own, ...(message as Answers) } : own;
}

export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}
