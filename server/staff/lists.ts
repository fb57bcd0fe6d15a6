import { type Kysely, sql } from "kysely";
import { isOpen } from "#app/db/indexes.ts";
import type { Database } from "#app/db/schema.ts";
import { answeredQuestions } from "#app/submissions/questions.ts";
import { referenceOf } from "#app/submissions/submission.ts";
import { shortTime } from "./date.ts";
import { asJson } from "./export.ts";
import {
  newestRecords,
  recordsInOrder,
  recordsOf,
  type SubmissionRecord,
  type submissionTables,
} from "./records.ts";
import { searchedWords, searchQuarantine, searchSubmissions } from "./search.ts";
import { type Terminal, table, visible } from "./terminal.ts";

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Which part of a list, and how it is written. */
export interface Page {
  limit: number;
  /** Rows before it. */
  offset: number;
  isJson: boolean;
  /** Only those that hold it. */
  search?: string | undefined;
}

export async function listSubmissions(
  db: Kysely<Database>,
  terminal: Terminal,
  page: Page,
  now: Date,
): Promise<void> {
  const { search, offset } = page;
  const latest =
    search === undefined
      ? await newestRecords(db, page)
      : await recordsInOrder(db, await searchSubmissions(db, search, page));
  const beside = page.isJson ? (text: string) => terminal.note?.(text) : terminal.write;
  const overdue = await countOverdue(db, now);
  if (overdue > 0) await beside(`${overdueWords(overdue)} See 'notifications'.\n\n`);
  if (page.isJson)
    await terminal.write(json(latest.map((record) => ({ ...asJson(record), mail: record.mail }))));
  else if (latest.length > 0) await terminal.write(tableOf(latest));
  else if (offset > 0) await terminal.write("There are no more.\n");
  else if (search === undefined) await terminal.write("There are no submissions yet.\n");
  else await terminal.write(`No submission has '${visible(search)}'.\n`);
  if (search === undefined) return;
  await beside(`\nSearched: ${searchedWords}.\n`);
  const aside = await searchQuarantine(db, search, { limit: mostAside, offset: 0 });
  if (aside.length > 0)
    await beside(
      `In quarantine: ${aside.length}${aside.length === mostAside ? " or more" : ""}; 'quarantine --search' shows them.\n`,
    );
}

/** Quarantined posts that a search of submissions counts. */
const mostAside = 100;

function tableOf(records: SubmissionRecord[]): string {
  return table(
    ["Reference", "Came", "Form", "Name", "E-mail", "Mail", "Id"],
    records.map((record) => [
      record.reference,
      shortTime(record.createdAt),
      record.table === "contact_submissions" ? "interest" : "mastermind",
      record.name,
      record.email,
      stateOf(record),
      record.id.slice(0, 8),
    ]),
  );
}

/** The worst of its mails; the notification to the staff counts for itself, and so does a confirmation. */
function stateOf({ mail }: SubmissionRecord): string {
  const states = Object.values(mail);
  if (states.includes("dead")) return "dead";
  if (states.includes("pending")) return "waiting";
  return states.length > 0 ? "sent" : "–";
}

/** One submission or quarantined post, with every answer under its question. */
export async function showRow(
  db: Kysely<Database>,
  terminal: Terminal,
  { table: name, id }: { table: (typeof submissionTables)[number] | "quarantine"; id: string },
  isJson: boolean,
): Promise<void> {
  if (name === "quarantine") {
    const row = await db.selectFrom("quarantine").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const fields: [string, string][] = JSON.parse(row.fields);
    if (isJson) return terminal.write(json({ ...row, fields }));
    const lines = fields.map(([field, value]) => `${visible(field)}\n  ${indented(value)}\n`);
    return terminal.write(
      `In quarantine since ${shortTime(row.created_at)}: ${row.reason}\n\n${lines.join("\n")}`,
    );
  }
  const [record] = await recordsOf(db, name, [id]);
  if (!record) return;
  if (isJson) return terminal.write(json({ ...asJson(record), mail: record.mail }));
  const mails = Object.entries(record.mail).map(([kind, status]) => `e-mail (${kind}): ${status}\n`);
  const answers = answeredQuestions(record.formType, record.answers).map(({ question, answer }) => {
    const text = typeof answer === "boolean" ? (answer ? "yes" : "no") : answer.join("\n") || "–";
    return `${visible(question)}\n  ${indented(text)}\n`;
  });
  await terminal.write(
    `${visible(record.reference)}  ${shortTime(record.createdAt)}  ${visible(record.name)} <${visible(record.email)}>\n${record.table} ${visible(record.id)}\n${record.replaces ? `replaces ${record.replaces}\n` : ""}${mails.join("")}\n${answers.join("\n")}`,
  );
}

/** In milliseconds; what `/readyz` calls overdue. */
const overdueAfter = 3_600_000;

const open = sql<boolean>`${sql.raw(isOpen)}`;

/** Notifications to the staff that were given up, or wait for more than an hour. */
async function countOverdue(db: Kysely<Database>, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom("notifications")
    .select((eb) => eb.fn.countAll().as("count"))
    .where(open)
    .where("kind", "=", "staff")
    .where((eb) =>
      eb.or([
        eb("status", "=", "dead"),
        eb("created_at", "<", new Date(now.getTime() - overdueAfter).toISOString()),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

function overdueWords(overdue: number): string {
  return `E-mails that tell the staff of submissions: ${overdue} given up or waiting for more than an hour.`;
}

/**
 * How many there are, by state and by what the mail server said, and one page of those that are not sent, oldest first.
 *
 * @returns whether the staff have not been told of a submission in time
 */
export async function listNotifications(
  db: Kysely<Database>,
  terminal: Terminal,
  page: Page,
  now: Date,
): Promise<boolean> {
  const overdue = await countOverdue(db, now);
  await writeNotifications(db, terminal, page);
  if (overdue > 0) terminal.note?.(`${overdueWords(overdue)}\n`);
  return overdue > 0;
}

async function writeNotifications(
  db: Kysely<Database>,
  terminal: Terminal,
  { limit, offset, isJson }: Page,
): Promise<void> {
  const rows = await db
    .selectFrom("notifications")
    .selectAll()
    .where(open)
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();
  if (isJson) return terminal.write(json(rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }))));
  const counts = await db
    .selectFrom("notifications")
    .select(["status", (eb) => eb.fn.countAll().as("count")])
    .groupBy("status")
    .execute();
  const summary = counts.map(({ status, count }) => `${count} ${status}`).join(", ") || "none";
  await terminal.write(`Notifications: ${summary}\n`);
  if (rows.length === 0) return;
  const errors = await db
    .selectFrom(
      db
        .selectFrom("notifications")
        .select("last_error")
        .where(open)
        .orderBy("created_at")
        .orderBy("id")
        .limit(mostAsked)
        .as("oldest"),
    )
    .select(["last_error", (eb) => eb.fn.countAll<number | string>().as("count")])
    .where("last_error", "is not", null)
    .groupBy("last_error")
    .orderBy("count", "desc")
    .limit(mostErrors)
    .execute();
  for (const { last_error, count } of errors)
    await terminal.write(`  ${count} × ${visible(last_error ?? "")}\n`);
  await terminal.write(
    `\n${table(
      ["Submission", "Kind", "Status", "Attempts", "Next attempt", "Last error"],
      rows.map((row) => [
        referenceOf(row.submission_id),
        row.kind,
        row.status,
        String(row.attempts),
        row.status === "pending" ? shortTime(row.next_attempt_at) : "",
        row.last_error ?? "",
      ]),
      60,
    )}`,
  );
  const rest = counts.reduce((sum, { status, count }) => (status === "sent" ? sum : sum + Number(count)), 0);
  await tellRest(terminal, rest - offset - rows.length);
}

/** Different answers of the mail server that a summary shows, and of how many mails, the oldest, they are counted. */
const mostErrors = 5;
const mostAsked = 10_000;

async function tellRest(terminal: Terminal, rest: number): Promise<void> {
  if (rest > 0) await terminal.write(`\n${rest} more: --page 2 and so on, or --limit.\n`);
}

export async function listQuarantine(
  db: Kysely<Database>,
  terminal: Terminal,
  { limit, offset, isJson, search }: Page,
): Promise<void> {
  const found = search === undefined ? undefined : await searchQuarantine(db, search, { limit, offset });
  const ids = found?.map(({ id }) => id);
  const rows =
    ids?.length === 0
      ? []
      : await db
          .selectFrom("quarantine")
          .selectAll()
          .$if(ids !== undefined, (query) => query.where("id", "in", ids ?? []))
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .limit(limit)
          .offset(ids ? 0 : offset)
          .execute();
  if (isJson) return terminal.write(json(rows.map((row) => ({ ...row, fields: JSON.parse(row.fields) }))));
  if (rows.length === 0 && search !== undefined && offset === 0)
    return terminal.write(`Nothing in quarantine has '${visible(search)}'.\n`);
  if (rows.length === 0)
    return terminal.write(offset > 0 ? "There are no more.\n" : "Nothing is in quarantine.\n");
  await terminal.write(
    table(
      ["Id", "Came", "Form", "E-mail", "Reason"],
      rows.map((row) => [
        row.id.slice(0, 8),
        shortTime(row.created_at),
        row.form_type,
        row.email,
        row.reason,
      ]),
      60,
    ),
  );
  if (found) return;
  const { count } = await db
    .selectFrom("quarantine")
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  await tellRest(terminal, Number(count) - offset - rows.length);
}

function indented(text: string): string {
  return visible(text, { isMultiline: true }).replaceAll("\n", "\n  ");
}
