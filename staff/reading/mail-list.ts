import { type Kysely, sql } from "kysely";
import { isOpen } from "#database/indexes.ts";
import type { Database, NotificationRow } from "#database/schema.ts";
import { labelOf } from "#submissions/mail/notifications.server.ts";
import { countOverdue, overdueAfter } from "#submissions/mail/overdue.server.ts";
import { recipientsOf } from "#submissions/mail/staff-recipients.server.ts";
import { referenceOf } from "#submissions/submission.ts";
import { type Terminal, table, visible } from "../terminal.ts";
import { shortTime } from "./date.ts";
import { mailStates, wordsOfState } from "./mail-states.ts";
import { json, type Page, tellRest } from "./page.ts";
import { isUuid } from "./records.ts";

const open = sql<boolean>`${sql.raw(isOpen)}`;

export function overdueWords(overdue: number): string {
  return `E-mails that tell the staff of submissions: ${overdue} given up, held or waiting for more than ${overdueAfter.words}.`;
}

/**
 * Shows counts by state and by the mail server's answer, and one page of mails that are not sent, oldest first.
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

function recipientWords(row: Pick<NotificationRow, "kind" | "recipients">): string {
  const [recipient] = recipientsOf(row);
  return recipient ? `to ${recipient}` : labelOf(row.kind);
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
  const counts = await writeSummary(db, terminal);
  if (rows.length === 0) return;
  await terminal.write(
    `\n${table(
      ["Submission", "E-mail", "State", "Attempts", "Next attempt", "Last error"],
      rows.map((row) => [
        isUuid(row.submission_id) ? referenceOf(row.submission_id) : row.submission_id,
        recipientWords(row),
        wordsOfState(row.status),
        String(row.attempts),
        row.status === "pending" ? shortTime(row.next_attempt_at) : "",
        row.last_error ?? "",
      ]),
      60,
    )}`,
  );
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  await tellRest(terminal, all - counts.sent - offset - rows.length);
}

/** How many are in each state, and the mail server's most frequent answers. */
async function writeSummary(db: Kysely<Database>, terminal: Terminal): Promise<Counts> {
  const counts = await countByState(db);
  const summary = mailStates
    .filter((state) => counts[state] > 0)
    .map((state) => {
      const isMore = state === "sent" && counts.sent > mostSent;
      return `${isMore ? `more than ${mostSent}` : counts[state]} ${wordsOfState(state)}`;
    });
  for (const [state, count] of Object.entries(counts))
    if (!mailStates.some((known) => known === state))
      summary.push(visible(`${count} ${wordsOfState(state)}, which the site does not know`));
  await terminal.write(`Notifications: ${summary.join(", ") || "none"}\n`);
  const oldest = db
    .selectFrom("notifications")
    .select("last_error")
    .where(open)
    .orderBy("created_at")
    .orderBy("id")
    .limit(mostAsked);
  const errors = await db
    .selectFrom(oldest.as("oldest"))
    .select(["last_error", (eb) => eb.fn.countAll<number | string>().as("count")])
    .where("last_error", "is not", null)
    .groupBy("last_error")
    .orderBy("count", "desc")
    .limit(mostErrors)
    .execute();
  for (const { last_error, count } of errors)
    await terminal.write(`  ${count} × ${visible(last_error ?? "")}\n`);
  return counts;
}

type Counts = Record<NotificationRow["status"], number>;

/** Those that are not sent are few, and an index has them; those that are, are counted up to `mostSent` and one more. */
async function countByState(db: Kysely<Database>): Promise<Counts> {
  const rows = await db
    .selectFrom("notifications")
    .select(["status", (eb) => eb.fn.countAll().as("count")])
    .where(open)
    .groupBy("status")
    .execute();
  const some = db
    .selectFrom("notifications")
    .select("id")
    .where("status", "=", "sent")
    .limit(mostSent + 1);
  const sent = await db
    .selectFrom(some.as("sent"))
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  const counts: Counts = { dead: 0, held: 0, pending: 0, sent: Number(sent.count) };
  for (const { status, count } of rows) counts[status] = Number(count);
  return counts;
}

const mostSent = 10_000;
/** Different answers of the mail server that a summary shows, and of how many mails, the oldest, they are counted. */
const mostErrors = 5;
const mostAsked = 2_000;
