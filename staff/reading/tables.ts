import { type SubmissionTable, submissionTables } from "#database/schema.ts";
import { CommandError } from "../terminal.ts";

/**
 * The tables that `--table` means: all where it was not given.
 *
 * @throws CommandError for one that is none
 */
export function tablesOf(table: string | undefined): readonly SubmissionTable[] {
  if (table === undefined) return submissionTables;
  const known = submissionTables.find((name) => name === table);
  if (known) return [known];
  throw new CommandError(`--table is ${submissionTables.join(" or ")}, not '${table}'.`, 2);
}
