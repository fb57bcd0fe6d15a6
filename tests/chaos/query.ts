import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";

/**
 * Asks a database by its own driver, past the site's code.
 *
 * @param url as DATABASE_URL
 * @param statement one, with `?` where values go; without values several, for PostgreSQL as for SQLite
 */
export async function query<Row = Record<string, unknown>>(
  url: string,
  statement: string,
  values: (string | number | null)[] = [],
): Promise<Row[]> {
  if (url.startsWith("sqlite:")) return querySqlite(url.slice("sqlite:".length), statement, values) as Row[];
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    let place = 0;
    const text = statement.replaceAll("?", () => `$${++place}`);
    // Without values it is PostgreSQL's simple protocol, which takes what no transaction may hold.
    return (await (values.length > 0 ? client.query(text, values) : client.query(text))).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

function querySqlite(path: string, statement: string, values: (string | number | null)[]): unknown[] {
  const database = new DatabaseSync(path);
  try {
    database.exec("pragma busy_timeout = 10000");
    return database.prepare(statement).all(...values);
  } finally {
    database.close();
  }
}
