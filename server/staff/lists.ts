import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { answeredQuestions } from "#app/submissions/questions.ts";
import { referenceOf } from "#app/submissions/submission.ts";
import { shortTime } from "./date.ts";
import { asJson } from "./export.ts";
import { recordsOf, type SubmissionRecord, submissionTables } from "./records.ts";
import { type Terminal, table, visible } from "./terminal.ts";

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

export async function listSubmissions(
  db: Kysely<Database>,
  terminal: Terminal,
  { isJson, limit }: { isJson: boolean; limit: number },
): Promise<void> {
  const records: SubmissionRecord[] = [];
  for (const name of submissionTables) {
    const ids = await db
      .selectFrom(name)
      .select("id")
      .orderBy("created_at", "desc")
      .orderBy("id")
      .limit(limit)
      .execute();
    records.push(
      ...(await recordsOf(
        db,
        name,
        ids.map(({ id }) => id),
      )),
    );
  }
  const latest = records.sort((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, limit);
  if (isJson) return terminal.write(json(latest.map(asJson)));
  if (latest.length === 0) return terminal.write("There are no submissions yet.\n");
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

export async function listNotifications(
  db: Kysely<Database>,
  terminal: Terminal,
  isJson: boolean,
): Promise<void> {
  const counts = await db
    .selectFrom("notifications")
    .select(["status", (eb) => eb.fn.countAll().as("count")])
    .groupBy("status")
    .execute();
  const open = await db
    .selectFrom("notifications")
    .selectAll()
    .where("status", "!=", "sent")
    .orderBy("created_at")
    .execute();
  if (isJson) return terminal.write(json(open.map((row) => ({ ...row, payload: JSON.parse(row.payload) }))));
  const summary = counts.map(({ status, count }) => `${count} ${status}`).join(", ") || "none";
  await terminal.write(`Notifications: ${summary}\n`);
  if (open.length === 0) return;
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
}

export async function listQuarantine(
  db: Kysely<Database>,
  terminal: Terminal,
  isJson: boolean,
): Promise<void> {
  const rows = await db.selectFrom("quarantine").selectAll().orderBy("created_at", "desc").execute();
  if (isJson) return terminal.write(json(rows.map((row) => ({ ...row, fields: JSON.parse(row.fields) }))));
  if (rows.length === 0) return terminal.write("Nothing is in quarantine.\n");
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
}

function indented(text: string): string {
  return visible(text, { isMultiline: true }).replaceAll("\n", "\n  ");
}
