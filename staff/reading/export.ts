import type { Kysely } from "kysely";
import { type Database, foundTime, type SubmissionTable } from "#database/schema.ts";
import { formOfTable } from "#submissions/forms/forms.ts";
import { harmlessJson, type Terminal } from "../terminal.ts";
import { byteOrderMark, csvLine } from "./csv.ts";
import { readRecords, type SubmissionRecord } from "./records.ts";

interface ExportOptions {
  tables: readonly SubmissionTable[];
  format: "csv" | "json";
  /** UTC, ISO 8601 */
  since: string | undefined;
}

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
  const facts = ["id", "created_at", "reference"];
  return [
    ...new Set([...facts, ...columns, ...Object.keys(constants), ...others, "otherAnswers", "replaces"]),
  ];
}

/** Answers to questions that the form no longer asks, each on a line with the question's name. */
function otherAnswers({ table, answers, columns }: SubmissionRecord): string {
  const { names, fields } = formOfTable(table);
  return Object.entries(answers)
    .filter(
      ([name, answer]) =>
        !names.includes(name) && !fields[name] && (name === foundTime || !(name in columns)) && answer !== "",
    )
    .map(([name, answer]) => `${name}: ${[answer].flat().join("; ")}`)
    .join("\n");
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
    const cells: Record<string, unknown> = {
      ...record.answers,
      ...(typeof record.columns.message === "object" ? record.columns.message : {}),
      ...record.columns,
      reference: record.reference,
      otherAnswers: otherAnswers(record),
      replaces: record.replaces,
      table: record.table,
    };
    await terminal.write(csvLine(head.map((name) => cells[name])));
  }
}

/** A submission as other programs read it: the row, and every answer. */
export function asJson({ table, reference, replaces, columns: row, answers }: SubmissionRecord) {
  return { table, reference, replaces, ...row, answers };
}
