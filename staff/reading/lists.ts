import type { Kysely } from "kysely";
import { type Database, foundTime, type SubmissionTable } from "#database/schema.ts";
import { allKinds, labelOf } from "#submissions/mail/notifications.server.ts";
import { countOverdue } from "#submissions/mail/overdue.server.ts";
import { answeredQuestions } from "#submissions/questions.ts";
import type { FormType } from "#submissions/submission.ts";
import { typedAs } from "../command.ts";
import { type Terminal, table, visible } from "../terminal.ts";
import { shortTime } from "./date.ts";
import { asJson } from "./export.ts";
import { overdueWords } from "./mail-list.ts";
import { mailStates, wordsOfState } from "./mail-states.ts";
import { json, moreWords, type Page, tellRest } from "./page.ts";
import { newestRecords, recordsInOrder, recordsOf, type SubmissionRecord } from "./records.ts";
import { searchedWords, searchQuarantine, searchSubmissions } from "./search.ts";

export async function listSubmissions(
  db: Kysely<Database>,
  terminal: Terminal,
  page: Page,
  now: Date,
): Promise<void> {
  const { search, offset } = page;
  // One more than is shown tells whether there is more; counting a million rows would take longer than reading the page.
  const longer = { ...page, limit: page.limit + 1 };
  const found =
    search === undefined
      ? await newestRecords(db, longer)
      : await recordsInOrder(db, await searchSubmissions(db, search, longer));
  const latest = found.slice(0, page.limit);
  const beside = page.isJson ? (text: string) => terminal.note?.(text) : terminal.write;
  const overdue = await countOverdue(db, now);
  if (overdue > 0) await beside(`${overdueWords(overdue)} See ${typedAs("notifications")}.\n\n`);
  if (page.isJson)
    await terminal.write(json(latest.map((record) => ({ ...asJson(record), mail: record.mail }))));
  else if (latest.length > 0) await terminal.write(tableOf(latest));
  else if (offset > 0) await terminal.write("There are no more.\n");
  else if (search === undefined) await terminal.write("There are no submissions yet.\n");
  else await terminal.write(`No submission has '${visible(search)}'.\n`);
  if (found.length > page.limit && !page.isJson) await terminal.write(moreWords(page));
  if (search === undefined) return;
  await beside(`\nSearched: ${searchedWords}.\n`);
  const aside = await searchQuarantine(db, search, { limit: mostAside, offset: 0 });
  if (aside.length > 0)
    await beside(
      `In quarantine: ${aside.length}${aside.length === mostAside ? " or more" : ""}; ${typedAs("quarantine --search TEXT")} shows them.\n`,
    );
}

/** Quarantined posts that a search of submissions counts. */
const mostAside = 100;

/** What the staff read of the form; JSON has the table's own words. */
const formWords: Record<FormType, string> = {
  contact_submission: "interest",
  mastermind_application: "mastermind",
};

function tableOf(records: SubmissionRecord[]): string {
  return table(
    ["Reference", "Came", "Form", "Name", "E-mail", "Mail", "Id"],
    records.map((record) => [
      record.reference,
      timeOf(record),
      formWords[record.formType],
      record.name,
      record.email,
      stateOf(record),
      record.id.slice(0, 8),
    ]),
  );
}

/** Of a row that was taken over without a time that could be read, no more is known. */
function timeOf({ createdAt, columns }: SubmissionRecord): string {
  const time = shortTime(createdAt);
  return typeof columns[foundTime] === "string" ? `before ${time}` : time;
}

/** The worst of its mails; the notification to the staff counts for itself, and so does a confirmation. */
function stateOf({ mail }: SubmissionRecord): string {
  const states = Object.values(mail);
  const worst = mailStates.find((state) => states.includes(state)) ?? states[0];
  return worst ? wordsOfState(worst) : "–";
}

/** One submission or quarantined post, with every answer under its question. */
export async function showRow(
  db: Kysely<Database>,
  terminal: Terminal,
  { table: name, id }: { table: SubmissionTable | "quarantine"; id: string },
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
  const mails = allKinds.flatMap((kind) => {
    const state = record.mail[kind];
    return state ? `e-mail (${labelOf(kind)}): ${visible(wordsOfState(state))}\n` : [];
  });
  const answers = answeredQuestions(record.formType, record.answers).map(({ question, answer }) => {
    const text = typeof answer === "boolean" ? (answer ? "yes" : "no") : answer.join("\n") || "–";
    return `${visible(question)}\n  ${indented(text)}\n`;
  });
  await terminal.write(
    `${visible(record.reference)}  ${timeOf(record)}  ${visible(record.name)} <${visible(record.email)}>\n${record.table} ${visible(record.id)}\n${record.replaces ? `replaces ${record.replaces}\n` : ""}${mails.join("")}\n${answers.join("\n")}`,
  );
}

export async function listQuarantine(
  db: Kysely<Database>,
  terminal: Terminal,
  { limit, offset, isJson, search }: Page,
): Promise<void> {
  const found =
    search === undefined ? undefined : await searchQuarantine(db, search, { limit: limit + 1, offset });
  const ids = found?.slice(0, limit).map(({ id }) => id);
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
        formWords[row.form_type as FormType] ?? row.form_type,
        row.email,
        row.reason,
      ]),
      60,
    ),
  );
  if (found) return found.length > limit ? terminal.write(moreWords({ limit, offset })) : undefined;
  const { count } = await db
    .selectFrom("quarantine")
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  await tellRest(terminal, Number(count) - offset - rows.length);
}

function indented(text: string): string {
  return visible(text, { isMultiline: true }).replaceAll("\n", "\n  ");
}
