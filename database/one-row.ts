import type { Kysely, RawBuilder } from "kysely";

/** The row of a query that always has one. */
// biome-ignore lint/suspicious/noExplicitAny: tables of any version
export async function oneRow<Row>(db: Kysely<any>, query: RawBuilder<Row>): Promise<Row> {
  const { rows } = await query.execute(db);
  return rows[0] as Row;
}
