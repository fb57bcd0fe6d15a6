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
  /** Reference of the submission that the same form became before. */
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

/**
 * Submissions, oldest first, read row by row as the database gives them, so that a hundred thousand need little memory.
 *
 * @param since UTC, ISO 8601: only those that came then or later
 */
export async function* readRecords(
  db: Kysely<Database>,
  tables: readonly SubmissionTable[],
  since = "",
): AsyncGenerator<SubmissionRecord> {
  for (const table of tables) {
    const rows = db
      .selectFrom(table)
      // An older table's ids may be of PostgreSQL's own type.
      .leftJoin("notifications", (join) =>
        join
          .on("notifications.submission_id", "=", sql<string>`cast(${sql.ref(`${table}.id`)} as text)`)
          .on("notifications.kind", "=", "staff"),
      )
      .selectAll(table)
      .select("notifications.payload")
      .$if(since !== "", (query) => query.where(`${table}.created_at`, ">=", since))
      .orderBy(`${table}.created_at`)
      .orderBy(`${table}.id`)
      .stream(100);
    for await (const { payload, ...row } of rows) yield toRecord(table, row, payload ?? undefined);
  }
}

/** The submissions with these ids, in their order; those that are gone meanwhile are left out. */
export async function recordsOf(
  db: Kysely<Database>,
  table: SubmissionTable,
  ids: string[],
): Promise<SubmissionRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom(table).selectAll().where("id", "in", ids).execute();
  const notifications = await db
    .selectFrom("notifications")
    .select(["submission_id", "payload"])
    .where("submission_id", "in", ids)
    .where("kind", "=", "staff")
    .execute();
  const payloads = new Map(notifications.map((row) => [row.submission_id, row.payload]));
  const records = new Map(
    rows.map((row): [string, SubmissionRecord] => [
      row.id,
      toRecord(table, { ...row }, payloads.get(row.id)),
    ]),
  );
  return ids.flatMap((id) => records.get(id) ?? []);
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

/** An older message may be plain text; it is kept under a name of its own. */
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
