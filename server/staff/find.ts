import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { referenceOf } from "#app/submissions/submission.ts";
import { isUuid, submissionTables } from "./records.ts";
import { CommandError } from "./terminal.ts";

type Table = (typeof submissionTables)[number] | "quarantine";

/**
 * The row that somebody means by its id, by the beginning of its id, or by the reference that a visitor was given.
 *
 * @throws CommandError when there is none, or more than one
 */
export async function findRow(
  db: Kysely<Database>,
  wanted: string,
  tables: readonly Table[] = [...submissionTables, "quarantine"],
): Promise<{ table: Table; id: string }> {
  const isReference = /^[A-Z2-9]{4}-?[A-Z2-9]{4}$/i.test(wanted);
  const reference = wanted.toUpperCase().replace("-", "");
  const start = wanted.toLowerCase();
  const found: { table: Table; id: string }[] = [];
  for (const table of tables) {
    const ids = await db.selectFrom(table).select("id").execute();
    for (const { id } of ids) {
      if (id === start) return { table, id };
      const isMeant =
        id.toLowerCase().startsWith(start) ||
        (isReference && isUuid(id) && referenceOf(id).replace("-", "") === reference);
      if (isMeant) found.push({ table, id });
    }
  }
  const [first, ...more] = found;
  if (!first)
    throw new CommandError(`Nothing has the id or reference ${wanted}. 'list' shows what there is.`);
  if (more.length > 0)
    throw new CommandError(`${wanted} is the beginning of ${found.length} ids; write more of it.`);
  return first;
}
