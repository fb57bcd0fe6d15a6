import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import { Pool, type PoolConfig, types } from "pg";
import Cursor from "pg-cursor";
import { connectTimeout, type PostgresServer, SiteClient } from "./find-postgres.server.ts";
import { liftOfSession } from "./lifted-limits.ts";

/**
 * How long things may take that a visitor waits for, in milliseconds. The server enforces the limits of lock and statement;
 * `answer` is for a server that does not answer at all any more.
 */
const visitorLimits = { connection: 2_500, lock: 2_500, statement: 10_000, answer: 12_000 };
export type Limits = typeof visitorLimits;
/** Time limit for each step of the readiness check, in milliseconds: probes give up after a few seconds. */
const checkLimits: Limits = { connection: 2_000, lock: 1_000, statement: 2_000, answer: 2_500 };
/** After so many seconds a connection is replaced, so that sessions move to the new primary after a fail-over. */
const maxLifetime = 600;

/**
 * Connections of one instance at most: its visitors', the check of its readiness, and for a time after its start those that make
 * indexes (`indexPostgres`).
 */
export const connectionsOfInstance = { visitors: 10, check: 1, indexing: 2 };

/** What the pool of connections is for. */
export type PostgresUse = "visitors" | "check" | "staff";

/**
 * Kysely's PostgreSQL dialect on a pool of connections.
 *
 * @param server as `findPostgres` gives it
 * @param use the staff's commands and migrations may take as long as they take
 * @param onLostConnection called when a connection breaks, for example because the server restarts; the pool then opens another
 * @param end cuts every connection, whatever it does
 * @param given instead of visitors' limits
 */
export function postgresDialect(
  server: PostgresServer,
  use: PostgresUse,
  onLostConnection: (error: Error) => void,
  end?: AbortSignal,
  given: Limits = visitorLimits,
): PostgresDialect {
  const limit = { visitors: given, check: checkLimits, staff: undefined }[use];
  const pool = new Pool({
    ...server,
    ssl: server.preferredSsl ?? server.ssl,
    // The pool gives it these settings; its types do not say so.
    Client: SiteClient as unknown as NonNullable<PoolConfig["Client"]>,
    max: connectionsOfInstance[use === "check" ? "check" : "visitors"],
    connectionTimeoutMillis: limit?.connection ?? connectTimeout,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: maxLifetime,
    ...(limit ? { query_timeout: limit.answer } : {}),
    types: { getTypeParser: timesAsText },
    // A database may have another style by default, in which days and months are told apart by luck. Poolers know this setting
    // of each client and keep it (PgBouncer: track_extra_parameters).
    onConnect: async (client) => {
      await client.query("set datestyle = 'ISO'");
      if (!limit && client instanceof SiteClient) await client.query(liftOfSession, [client.serverProcess]);
    },
  });
  const onError = (error: Error) => {
    if (!end?.aborted) onLostConnection(error);
  };
  pool.on("error", onError);
  pool.on("connect", (client) => {
    // A connection in use rejects its query itself; an error event without a listener would end the process.
    client.on("error", onError);
    const cut = () => void client.end();
    end?.addEventListener("abort", cut);
    if (end?.aborted) cut();
  });
  pool.on("release", (_error, client) => {
    if (client instanceof SiteClient && client.isLeaving) void client.end();
  });
  return new SiteDialect({ pool, cursor: Cursor }, limit);
}

class SiteDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #limits: Limits | undefined;

  constructor(config: PostgresDialectConfig, limits: Limits | undefined) {
    super(config);
    this.#config = config;
    this.#limits = limits;
  }

  override createDriver() {
    return this.#limits ? new LimitedDriver(this.#config, this.#limits) : new PostgresDriver(this.#config);
  }

  override createAdapter() {
    return new LockedAdapter();
  }
}

/** Migrations already run in a transaction that holds a lock. A session lock would outlive it behind a pooler. */
class LockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

class LimitedDriver extends PostgresDriver {
  readonly #limits: string;

  constructor(config: PostgresDialectConfig, { lock, statement }: Limits) {
    super(config);
    this.#limits = `set local lock_timeout = ${lock}; set local statement_timeout = ${statement};
      set local idle_in_transaction_session_timeout = ${statement}`;
  }

  override async acquireConnection(...options: Parameters<PostgresDriver["acquireConnection"]>) {
    return new LimitedConnection(await super.acquireConnection(...options), `begin; ${this.#limits}`);
  }

  override async beginTransaction(connection: LimitedConnection, settings: TransactionSettings) {
    connection.isInTransaction = true;
    await super.beginTransaction(connection, settings);
    await connection.executeQuery(CompiledQuery.raw(this.#limits));
  }

  override async commitTransaction(connection: LimitedConnection) {
    await super.commitTransaction(connection);
    connection.isInTransaction = false;
  }

  override async rollbackTransaction(connection: DatabaseConnection) {
    await super.rollbackTransaction(innerOf(connection));
  }

  override async releaseConnection(connection: DatabaseConnection) {
    await super.releaseConnection(innerOf(connection));
  }
}

/** The connection as the driver made it. */
function innerOf(connection: DatabaseConnection) {
  return (connection as LimitedConnection).inner as Parameters<PostgresDriver["releaseConnection"]>[0];
}

/**
 * Limits what each statement may take. They are set in the transaction: a pooler in transaction mode (PgBouncer) takes no
 * such parameter at the start of a connection, and what is set later would stay on the server's connection for others.
 */
class LimitedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #begin: string;
  isInTransaction = false;

  constructor(inner: DatabaseConnection, begin: string) {
    this.inner = inner;
    this.#begin = begin;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.isInTransaction) return this.inner.executeQuery<Row>(query);
    await this.inner.executeQuery(CompiledQuery.raw(this.#begin));
    try {
      const result = await this.inner.executeQuery<Row>(query);
      await this.inner.executeQuery(CompiledQuery.raw("commit"));
      return result;
    } catch (error) {
      // The first error is the one to report.
      await this.inner.executeQuery(CompiledQuery.raw("rollback")).catch(() => {});
      throw error;
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number) {
    return this.inner.streamQuery<Row>(query, chunkSize);
  }
}

/**
 * Times come as ISO 8601 in UTC, as they do from SQLite; those that JavaScript does not know (infinity, before Christ) as PostgreSQL
 * writes them. JSON and days come as their text, as from SQLite. All else comes as pg reads it.
 */
function timesAsText(oid: number, format?: "text" | "binary") {
  if (oid === types.builtins.TIMESTAMPTZ || oid === types.builtins.TIMESTAMP) {
    const isLocal = oid === types.builtins.TIMESTAMP;
    return (value: string) => {
      const [, day, hour, zone = "Z", minutes = ":00"] =
        /^(\d{4}-\d\d-\d\d) ([\d:.]+)(?:([+-]\d\d)(:\d\d)?)?$/.exec(value) ?? [];
      // Written like this it is read by the standard: of other forms JavaScript takes the year 1 for 2001.
      const time = new Date(`${day}T${hour}${isLocal || zone === "Z" ? "Z" : zone + minutes}`);
      return Number.isNaN(time.getTime()) ? value : time.toISOString();
    };
  }
  const { JSON: json, JSONB, DATE } = types.builtins;
  return oid === json || oid === JSONB || oid === DATE ? String : types.getTypeParser(oid, format as "text");
}
