import { PostgresDialect } from "kysely";
import { Pool, types } from "pg";
import Cursor from "pg-cursor";

/** How long one statement may take, in milliseconds: a visitor waits for it. */
const statementTimeout = 10_000;

/**
 * Kysely's PostgreSQL dialect on a pool of connections. TLS and its strictness come with the address
 * (`?sslmode=verify-full`), as libpq has it.
 *
 * @param onLostConnection told when a connection breaks, for example because the server restarts; the pool then opens another
 */
export function postgresDialect(url: string, onLostConnection: (error: Error) => void): PostgresDialect {
  const pool = new Pool({
    connectionString: url,
    application_name: "site",
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeout,
    query_timeout: statementTimeout + 2_000,
    idle_in_transaction_session_timeout: statementTimeout,
    types: { getTypeParser: timesAsText },
  });
  pool.on("error", onLostConnection);
  // A connection in use tells of its end itself, and an error without a listener would end the process.
  pool.on("connect", (client) => client.on("error", onLostConnection));
  return new PostgresDialect({ pool, cursor: Cursor });
}

/** Times come as ISO 8601 in UTC, as they do from SQLite; all else as pg reads it. */
function timesAsText(oid: number, format?: "text" | "binary") {
  if (oid === types.builtins.TIMESTAMPTZ || oid === types.builtins.TIMESTAMP) {
    const isLocal = oid === types.builtins.TIMESTAMP;
    return (value: string) => new Date(isLocal ? `${value}Z` : value).toISOString();
  }
  return types.getTypeParser(oid, format as "text");
}
