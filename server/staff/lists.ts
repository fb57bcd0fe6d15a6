import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { answeredQuestions } from "#app/submissions/questions.ts";
import { referenceOf } from "#app/submissions/submission.ts";
import { shortTime } from "./date.ts";
import { asJson } from "./export.ts";
import { newestRecords, recordsOf, type submissionTables } from "./records.ts";
import { type Terminal, table, visible } from "./terminal.ts";

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Which part of a list, and how it is written. */
export interface Page {
  limit: number;
  /** Rows before it. */
  offset: number;
  isJson: boolean;
}

export async function listSubmissions(db: Kysely<Database>, terminal: Terminal, page: Page): Promise<void> {
  const latest = await newestRecords(db, page);
  if (page.isJson) return terminal.write(json(latest.map(asJson)));
  if (latest.length === 0)
    return terminal.write(page.offset > 0 ? "There are no more.\n" : "There are no submissions yet.\n");
  await terminal.write(
    table(
      ["Reference", "Came", "Form", "Name", "E-mail", "Id"],
      latest.map((record) => [
        record.reference,
        shortTime(record.createdAt),
        record.table === "contact_submissions" ? "interest" : "mastermind",
        record.name,
        record.email,
        record.id.slice(0, 8),
      ]),
    ),
  );
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
  if (isJson) return terminal.write(json(asJson(record)));
  const answers = answeredQuestions(record.formType, record.answers).map(({ question, answer }) => {
    const text = typeof answer === "boolean" ? (answer ? "yes" : "no") : answer.join("\n") || "–";
    return `${visible(question)}\n  ${indented(text)}\n`;
  });
  await terminal.write(
    `${visible(record.reference)}  ${shortTime(record.createdAt)}  ${visible(record.name)} <${visible(record.email)}>\n${record.table} ${visible(record.id)}\n${record.replaces ? `replaces ${record.replaces}\n` : ""}\n${answers.join("\n")}`,
  );
}

/** Shows counts by state and by the mail server's answer, and one page of mails that are not sent, oldest first. */
export async function listNotifications(
  db: Kysely<Database>,
  terminal: Terminal,
  { limit, offset, isJson }: Page,
): Promise<void> {
  const open = await db
    .selectFrom("notifications")
    .selectAll()
    .where("status", "!=", "sent")
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();
  if (isJson) return terminal.write(json(open.map((row) => ({ ...row, payload: JSON.parse(row.payload) }))));
  const counts = await db
    .selectFrom("notifications")
    .select(["status", (eb) => eb.fn.countAll().as("count")])
    .groupBy("status")
    .execute();
  const summary = counts.map(({ status, count }) => `${count} ${status}`).join(", ") || "none";
  await terminal.write(`Notifications: ${summary}\n`);
  if (open.length === 0) return;
  const errors = await db
    .selectFrom("notifications")
    .select(["last_error", (eb) => eb.fn.countAll<number | string>().as("count")])
    .where("status", "!=", "sent")
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
      open.map((row) => [
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
  await tellRest(terminal, rest - offset - open.length);
}

/** How many different answers of the mail server a summary shows. */
const mostErrors = 5;

async function tellRest(terminal: Terminal, rest: number): Promise<void> {
  if (rest > 0) await terminal.write(`\n${rest} more: --page 2 and so on, or --limit.\n`);
}

export async function listQuarantine(
  db: Kysely<Database>,
  terminal: Terminal,
  { limit, offset, isJson }: Page,
): Promise<void> {
  const rows = await db
    .selectFrom("quarantine")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  if (isJson) return terminal.write(json(rows.map((row) => ({ ...row, fields: JSON.parse(row.fields) }))));
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
  const { count } = await db
    .selectFrom("quarantine")
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  await tellRest(terminal, Number(count) - offset - rows.length);
}

function indented(text: string): string {
  return visible(text, { isMultiline: true }).replaceAll("\n", "\n  ");
}
