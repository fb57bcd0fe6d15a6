import type { Kysely } from "kysely";
import { exportColumns } from "#content-model/forms/reserved-names.ts";
import type { Database, SubmissionTable } from "#database/schema.ts";
import { formOfTable } from "#submissions/forms/forms.ts";
import { harmlessJson, type Terminal } from "../terminal.ts";
import { byteOrderMark, cellText, csvLine } from "./csv.ts";
import { readRecords, type SubmissionRecord } from "./records.ts";

interface ExportOptions {
  tables: readonly SubmissionTable[];
  format: "csv" | "json";
  /** UTC, ISO 8601 */
  since: string | undefined;
}

/** Columns that an export makes itself, but for the table's name and the reference, which stand in front. */
const trailing = exportColumns.filter((name) => name !== "table" && name !== "reference");

/** Columns of the table, in their order, and then the answers that have no column for themselves. */
function columnsOf(table: SubmissionTable): string[] {
  const { fields, names, constants } = formOfTable(table);
  const columns = Object.values(fields).flatMap(({ stored }) =>
    typeof stored === "object" ? stored.column : [],
  );
  const others = names.filter((name) => {
    const field = fields[name];
    return field && field.kind !== "agreement" && typeof field.stored === "string";
  });
  const own = [...columns, ...Object.keys(constants), ...others];
  return [...new Set(["id", "created_at", "reference", ...own, ...trailing])];
}

/** A submission's cells by the names of columns, in `head` or not. */
function cellsOf(record: SubmissionRecord, head: readonly string[]): Record<string, unknown> {
  const { message, ...columns } = record.columns;
  const cells = { ...record.answers, ...(message as object | undefined), ...columns };
  const isShown = ([name, value]: [string, unknown]) =>
    head.includes(name) &&
    !exportColumns.some((made) => made === name) &&
    cellText(cells[name]) === cellText(value);
  const made: Record<(typeof exportColumns)[number], string | undefined> = {
    table: record.table,
    reference: record.reference,
    otherAnswers: otherAnswers(record, isShown),
    replaces: record.replaces,
  };
  return { ...cells, ...made };
}

/**
 * What no other cell shows, each on a line with its name: answers to questions that the form no longer asks, and in a table that
 * was taken over what the site does not know.
 */
function otherAnswers(
  { table, answers, columns }: SubmissionRecord,
  isShown: (entry: [string, unknown]) => boolean,
): string {
  const { fields } = formOfTable(table);
  const { message, ...rest } = columns;
  const isInColumn = (name: string) =>
    typeof fields[name]?.stored === "object" || fields[name]?.kind === "agreement";
  const entries = [
    ...Object.entries(rest),
    ...Object.entries((message as object | undefined) ?? {}),
    ...Object.entries(answers).filter(([name]) => !isInColumn(name)),
  ];
  const lines = entries
    .filter((entry) => cellText(entry[1]) !== "" && !isShown(entry))
    .map(([name, value]) => `${name}: ${cellText(value)}`);
  return [...new Set(lines)].join("\n");
}

/** Writes submissions one by one, however many there are. */
export async function exportRecords(
  db: Kysely<Database>,
  terminal: Terminal,
  { tables, format, since }: ExportOptions,
): Promise<void> {
  const records = readRecords(db, tables, since);
  if (format === "json") {
    let before = "[\n";
    for await (const record of records) {
      await terminal.write(before + harmlessJson(asJson(record)));
      before = ",\n";
    }
    return terminal.write(before === "[\n" ? "[]\n" : "\n]\n");
  }
  const head =
    tables.length > 1 ? ["table", ...new Set(tables.flatMap(columnsOf))] : tables.flatMap(columnsOf);
  await terminal.write(byteOrderMark + csvLine(head));
  for await (const record of records) {
    const cells = cellsOf(record, head);
    await terminal.write(csvLine(head.map((name) => cells[name])));
  }
}

/** A submission as other programs read it: the row, and every answer. */
export function asJson({ table, reference, replaces, columns: row, answers }: SubmissionRecord) {
  return { table, reference, replaces, ...row, answers };
}
