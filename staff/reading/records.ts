import { type Kysely, sql } from "kysely";
import {
  type Database,
  flagColumns,
  type NotificationRow,
  type SubmissionTable,
  submissionTables,
} from "#database/schema.ts";
import {
  type Answers,
  type FormType,
  formTypeOf,
  type NotificationPayload,
  referenceOf,
} from "#submissions/submission.ts";
import { mailStates } from "./mail-states.ts";
import { messageOf, rowAnswers } from "./row-answers.ts";

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
  /** Its mails: what became of that to the staff, and of the sender's confirmation. None of rows older than the outbox. */
  mail: MailStates;
}

type MailStates = Partial<Record<NotificationRow["kind"], NotificationRow["status"]>>;

/** Rows that are in memory at once: what they need is gone before V8 takes it for something that lasts. */
const pageLength = 100;

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
  // In two queries, and of each table no more than may be shown, so that an index gives the order.
  const rows = (time: "is" | "is not", most: number) => {
    const part = (table: SubmissionTable) =>
      db
        .selectFrom(
          db
            .selectFrom(table)
            // The ids of a table that was taken over may have PostgreSQL's type uuid.
            .select(["created_at", sql<string>`cast(id as text)`.as("id")])
            .select(sql<SubmissionTable>`cast(${sql.lit(table)} as text)`.as("table"))
            .where("created_at", time, null)
            .orderBy(`${table}.created_at`, "desc")
            .orderBy(`${table}.id`, "desc")
            .limit(most)
            .as("newest"),
        )
        .selectAll();
    const parts = submissionTables.map(part).reduce((all, one) => all.unionAll(one));
    return db
      .selectFrom(parts.as("submissions"))
      .select(["table", "id"])
      .orderBy("created_at", "desc")
      .orderBy("id", "desc");
  };
  const found = await rows("is not", offset + limit)
    .limit(limit)
    .offset(offset)
    .execute();
  if (found.length < limit) {
    let dated = 0;
    for (const table of submissionTables) {
      const { count } = await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as("count"))
        .where("created_at", "is not", null)
        .executeTakeFirstOrThrow();
      dated += Number(count);
    }
    const skipped = Math.max(0, offset - dated);
    const rest = limit - found.length;
    found.push(
      ...(await rows("is", skipped + rest)
        .limit(rest)
        .offset(skipped)
        .execute()),
    );
  }
  return recordsInOrder(db, found);
}

/** The submissions of these rows, in their order. */
export async function recordsInOrder(
  db: Kysely<Database>,
  rows: readonly { table: SubmissionTable; id: string }[],
): Promise<SubmissionRecord[]> {
  const records: SubmissionRecord[] = [];
  for (const table of submissionTables) {
    const ids = rows.filter((row) => row.table === table).map(({ id }) => id);
    records.push(...(await recordsOf(db, table, ids)));
  }
  const places = new Map(rows.map(({ id }, place) => [id, place]));
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
    .select(["submission_id", "kind", "status", "payload"])
    .where(
      "submission_id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  const mails = new Map<string, typeof notifications>();
  for (const mail of notifications)
    mails.set(mail.submission_id, [...(mails.get(mail.submission_id) ?? []), mail]);
  return rows.map((row) => toRecord(table, { ...row }, mails.get(row.id) ?? []));
}

function toRecord(
  table: SubmissionTable,
  row: Record<string, unknown>,
  mails: Pick<NotificationRow, "kind" | "status" | "payload">[],
): SubmissionRecord {
  const columns = { ...row };
  for (const flag of flagColumns) if (flag in columns) columns[flag] = Boolean(columns[flag]);
  if ("message" in row) columns.message = messageOf(row.message);
  const id = String(row.id);
  const text = mails.find(({ kind }) => kind === "staff")?.payload;
  const payload: NotificationPayload | undefined = text ? JSON.parse(text) : undefined;
  return {
    id,
    table,
    formType: formTypeOf[table],
    reference: isUuid(id) ? referenceOf(id) : id,
    createdAt: String(row.created_at ?? ""),
    name: [row.full_name ?? [row.first_name, row.last_name]].flat().filter(Boolean).join(" ") || "–",
    email: String(row.email ?? "–"),
    columns,
    replaces: payload?.replaces,
    answers: payload?.formData ?? rowAnswers(columns),
    // Of several to the staff the one that has to be looked after first; the last one of a kind counts.
    mail: Object.fromEntries(
      mails
        .toSorted((one, other) => mailStates.indexOf(other.status) - mailStates.indexOf(one.status))
        .map(({ kind, status }) => [kind, status]),
    ),
  };
}

export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}
