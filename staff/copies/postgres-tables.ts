import type { Client } from "pg";
import { hiddenSchemas } from "#database/migrations/executed-migrations.server.ts";
import { CommandError } from "../terminal.ts";
import { copiedTables } from "./backup.ts";

export interface Table {
  name: string;
  /** Quoted. */
  schema: string;
  /** Schema and name, quoted. */
  place: string;
}

/** Those of the site's tables that the account finds. */
export async function findTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname as name, quote_ident(nspname) as schema, quote_ident(nspname) || '.' || quote_ident(relname) as place
     from unnest($1::text[]) as wanted (name)
     join pg_class on pg_class.oid = to_regclass(wanted.name)
     join pg_namespace on pg_namespace.oid = relnamespace`,
    [copiedTables],
  );
  return rows;
}

/** Why tables of the site are not found. */
export async function lacking(client: Client): Promise<CommandError> {
  const { rows } = await client.query<{ name: string }>(hiddenSchemas);
  return new CommandError(
    rows[0]
      ? `The account has no right to the schema ${rows[0].name}.`
      : "The database lacks tables of the site. Is DATABASE_URL that of the site? If it is new or of an earlier version, start the site, which makes them.",
  );
}

export async function count(client: Client, tables: Table[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { name, place } of tables) {
    const { rows } = await client.query(`select count(*) as count from ${place}`);
    counts.set(name, Number(rows[0].count));
  }
  return counts;
}
