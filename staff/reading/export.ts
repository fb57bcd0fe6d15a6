import type { Kysely } from "kysely";
import interest from "#content/forms/interest.yaml";
import application from "#content/forms/mastermind.yaml";
import type { Database, SubmissionTable } from "#database/schema.ts";
import type { Terminal } from "../terminal.ts";
import { byteOrderMark, csvLine } from "./csv.ts";
import { readRecords, type SubmissionRecord } from "./records.ts";

interface ExportOptions {
  tables: readonly SubmissionTable[];
  format: "csv" | "json";
  /** UTC, ISO 8601 */
  since: string | undefined;
}

/** Columns of the tables, in their order, and then the answers that the table has no column for. */
const columns: Record<SubmissionTable, string[]> = {
  contact_submissions: [
    ...["id", "created_at", "reference", "full_name", "email", "linkedin_url", "reason_for_contact"],
    ...["newsletter_signup"],
    ...Object.keys(interest.fields).filter(
      (name) =>
        !["firstName", "lastName", "email", "linkedinUrl", "newsletterSignup", "agreeToTerms"].includes(name),
    ),
    "replaces",
  ],
  mastermind_applications: [
    ...["id", "created_at", "reference", "first_name", "last_name", "email", "phone", "organization", "role"],
    ...["challenges", "expectations", "experience", "commitment", "availability", "motivation"],
    "agree_to_terms",
    ...Object.keys(application.fields).filter((name) =>
      [
        "organizationSize",
        "industry",
        "careBasedLeadership",
        "previousExperience",
        "additionalInfo",
      ].includes(name),
    ),
    "replaces",
  ],
};

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
      await terminal.write(before + JSON.stringify(asJson(record)));
      before = ",\n";
    }
    return terminal.write(before === "[\n" ? "[]\n" : "\n]\n");
  }
  const head =
    tables.length > 1
      ? ["table", ...new Set(tables.flatMap((table) => columns[table]))]
      : tables.flatMap((table) => columns[table]);
  await terminal.write(byteOrderMark + csvLine(head));
  for await (const record of records) {
    const cells: Record<string, unknown> = {
      ...record.answers,
      ...(record.table === "contact_submissions" ? Object(record.columns.message) : {}),
      ...record.columns,
      reference: record.reference,
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
