import { type Kysely, sql } from "kysely";
import { type Database, submissionTables } from "#database/schema.ts";
import { command } from "../command.ts";
import { needed, onDatabase, tellMailFiles } from "../on-database.ts";
import { hasSubmission, mendIndexes } from "../sqlite-indexes.ts";
import { CommandError } from "../terminal.ts";
import { startOf } from "./date.ts";
import { exportRecords } from "./export.ts";
import { findRow } from "./find.ts";
import { listQuarantine, listSubmissions, showRow } from "./lists.ts";
import { pageOf } from "./page.ts";
import { newestRecords } from "./records.ts";
import { searchedWords } from "./search.ts";
import { tablesOf } from "./tables.ts";

export const list = command({
  options: ["search", "limit", "page", "json"],
  text: `The latest submissions, newest first; 50 if you do not say, 1000 at most. --page 2 shows the next ones.
Mail says what became of a submission's e-mails: sent, waiting, held, given up, – (older than this site).
--search looks for the text, in capitals or not, in ${searchedWords}.`,
  run: onDatabase(
    ({ given }) => pageOf(given),
    async (page, { connection: { db, kind } }, { config, terminal, now }) => {
      tellMailFiles(config, terminal);
      const isEmpty = (await newestRecords(db, { limit: 1, offset: 0 })).length === 0;
      if (kind === "sqlite" && isEmpty && (await hasSubmission(db))) mendIndexes(config, terminal);
      await listSubmissions(db, terminal, page, now());
    },
  ),
});

export const show = command({
  word: "ID",
  options: ["json"],
  text: "One submission or quarantined post, with every answer.",
  run: onDatabase(
    ({ word }) => needed(word, "ID"),
    async (id, { connection: { db } }, { config, given, terminal }) => {
      const row = await findRow(db, id);
      tellMailFiles(config, terminal);
      await showRow(db, terminal, row, given.json ?? false);
    },
  ),
});

export const exportAll = command({
  options: ["table", "format", "since"],
  text: `All submissions on standard output, for a spreadsheet (csv) or a program (json). T is ${submissionTables.join(" or\n")}; both if you do not say, and then with the columns of both.
Columns are called as in the database. Of applications these hold other answers than their names tell: challenges
(challengesDescription), expectations (learningExpectations), experience (leadershipExperience), commitment (timeCommitment),
availability (investmentLevel), motivation (transformationGoals).
In a file of both tables full_name is empty for applications: first_name and last_name hold the name. In csv a cell that a spreadsheet
would take for a formula, such as a phone number with +, begins with an apostrophe, which is not part of the answer.`,
  run: onDatabase(
    ({ given }) => ({
      tables: tablesOf(given.table),
      format: formatOf(given.format),
      since: given.since === undefined ? undefined : startOf(given.since),
    }),
    async (asked, { connection: { db, kind } }, { config, terminal }) => {
      if (kind === "sqlite") await needsWhole(db);
      mendIndexes(config, terminal);
      return exportRecords(db, terminal, asked);
    },
  ),
});

export const quarantine = command({
  options: ["search", "limit", "page", "json"],
  text: "Posts that look like a robot's, newest first.",
  run: onDatabase(
    ({ given }) => pageOf(given),
    (page, { connection: { db } }, { terminal }) => listQuarantine(db, terminal, page),
  ),
});

/** @throws CommandError when the file is damaged: SQLite would pass over rows without a word */
async function needsWhole(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
  const words = rows[0]?.quick_check;
  if (words !== "ok") throw new CommandError(`The database is damaged, so nothing is exported: ${words}`);
}

function formatOf(format = "csv"): "csv" | "json" {
  if (format === "csv" || format === "json") return format;
  throw new CommandError(`--format is csv or json, not '${format}'.`, 2);
}
