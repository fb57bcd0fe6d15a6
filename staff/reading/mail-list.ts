import { type Kysely, sql } from "kysely";
import { isOpen } from "#database/indexes.ts";
import type { Database } from "#database/schema.ts";
import { referenceOf } from "#submissions/submission.ts";
import { type Terminal, table, visible } from "../terminal.ts";
import { shortTime } from "./date.ts";
import { json, type Page, tellRest } from "./page.ts";
import { isUuid } from "./records.ts";

/** In milliseconds; what `/readyz` calls overdue. */
const overdueAfter = 3_600_000;

const open = sql<boolean>`${sql.raw(isOpen)}`;

/** Notifications to the staff that were given up or held, or wait for more than an hour. */
export async function countOverdue(db: Kysely<Database>, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom("notifications")
    .select((eb) => eb.fn.countAll().as("count"))
    .where(open)
    .where("kind", "=", "staff")
    .where((eb) =>
      eb.or([
        eb("status", "in", ["dead", "held"]),
        eb("created_at", "<", new Date(now.getTime() - overdueAfter).toISOString()),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function overdueWords(overdue: number): string {
  return `E-mails that tell the staff of submissions: ${overdue} given up, held or waiting for more than an hour.`;
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
        isUuid(row.submission_id) ? referenceOf(row.submission_id) : row.submission_id,
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
const mostAsked = 2_000;
