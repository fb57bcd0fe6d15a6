import { type Kysely, sql } from "kysely";
import { type Database, siteTables } from "./schema.ts";

/**
 * PostgreSQL hides rows without a word from an account that is neither a table's owner nor may go past its row level
 * security (PostgreSQL manual, 5.9): lists, exports and copies would be short, what is erased would stay, mails would not be sent.
 *
 * @throws when a table hides rows from this account
 */
export async function assertNothingHidden(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string; account: string }>`
    select names.name, current_user as account from unnest(${siteTables}::text[]) as names(name)
    where to_regclass(names.name) is not null and row_security_active(to_regclass(names.name))`.execute(db);
  const [first] = rows;
  if (!first) return;
  const { account } = first;
  throw new Error(
    `row level security hides rows of ${rows.map(({ name }) => name).join(", ")} from the account ${account}: ` +
      `make it their owner (alter table NAME owner to ${account}), or let it past (alter role ${account} bypassrls)`,
  );
}
