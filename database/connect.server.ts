import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, sql } from "kysely";
import { asTypedHere } from "#system/own-commands.ts";
import { makePrivate, makePrivateFile, makePrivateFolder } from "#system/private-files.server.ts";
import { encodingRule, foreignRules } from "./foreign-rules.server.ts";
import { assertNothingHidden } from "./hidden-rows.server.ts";
import { indexPostgres, indexSqlite } from "./indexes.ts";
import { type DatabaseMeter, measured } from "./measured-dialect.server.ts";
import { bringUpToDate, isUpToDate, ofPooling } from "./migrate.server.ts";
import type { DatabaseKind } from "./migrations/column-types.ts";
import { tellTakenOver } from "./migrations/taken-over.server.ts";
import { oneRow } from "./one-row.ts";
import type { PostgresServer } from "./postgres/find-postgres.server.ts";
import type { Limits, PostgresUse } from "./postgres/postgres-dialect.server.ts";
import { Readiness } from "./readiness.server.ts";
import { isTransient } from "./retry-transient.server.ts";
import { type Database, submissionTables } from "./schema.ts";
import { checkedSize, checkFile, endLeftClaims, findLoss, putBack } from "./sqlite/open-sqlite.server.ts";
import { nodeSqliteDialect } from "./sqlite/sqlite-dialect.server.ts";
import { SqliteFile } from "./sqlite/sqlite-file.server.ts";

export interface Connection {
  db: Kysely<Database>;
  kind: DatabaseKind;
  /** Resolves to true when a form post can be stored, to false when a migration is missing; rejects within seconds otherwise. */
  check(): Promise<boolean>;
  /** Resolves when every index exists, or when `onTrouble` was called; on PostgreSQL they are made while the site runs. */
  indexed: Promise<void>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Called when a connection to PostgreSQL breaks. */
  onLostConnection?: (error: Error) => void;
  /**
   * Called before each wait (in milliseconds) for a PostgreSQL server that is not up yet. Without it, the first failure is final.
   */
  onWait?: (error: unknown, wait: number) => void;
  /** Called for problems of the database with which the site can go on. */
  onTrouble?: (error: unknown, message: string) => void;
  /** Called when the tables were made where nothing of a site was. @param loss what was told of a database that was there before */
  onNew?: (loss: string | undefined) => void;
  /** For the staff's commands: runs no migration and sets no time limit for statements. */
  isForStaff?: boolean;
  /** Of visitors' statements on PostgreSQL; tests are less patient. */
  limits?: Limits;
  /** Milliseconds until indexes that could not be made are tried again; tests are less patient. */
  indexRetry?: number;
  /** Is told what visitors' statements wait for. */
  meter?: DatabaseMeter;
  /** For who copies another database into this one: called before tables are made. An unfinished copy is opened as well. */
  beforeCopy?: (db: Kysely<Database>) => Promise<void>;
}

/**
 * Opens the database, creating an SQLite file when it is missing, and brings it up to date. Several instances may do
 * so at once: migrations run under a lock.
 *
 * @param url `sqlite:PATH` or `postgres://…`
 * @throws when the database cannot be opened, a migration fails, or a later version has changed the tables
 */
export async function connectDatabase(url: string, options: ConnectOptions = {}): Promise<Connection> {
  return url.startsWith("sqlite:")
    ? connectSqlite(url.slice("sqlite:".length), options)
    : connectPostgres(url, options);
}

/** How long the readiness check waits for SQLite's lock, in milliseconds. */
const checkTimeout = 1_000;

async function connectSqlite(
  path: string,
  { isForStaff = false, onTrouble = () => {}, onNew, meter, beforeCopy }: ConnectOptions,
): Promise<Connection> {
  let loss: string | undefined;
  // A command may be at a wrong path, where nothing is the site's.
  if (path !== ":memory:" && !isForStaff) {
    makePrivateFolder(dirname(path));
    putBack(path);
    loss = findLoss(path);
    if (loss) onTrouble(undefined, loss);
    // SQLite gives its log files the rights of the database.
    makePrivateFile(path);
    for (const file of [path, `${path}-wal`, `${path}-shm`]) makePrivate(file);
    if (checkFile(path)) endLeftClaims(path);
    else
      onTrouble(undefined, `the database file is above ${checkedSize} bytes and was not checked for damage`);
  }
  const file = new SqliteFile(path, (message) => onTrouble(undefined, message));
  const db = new Kysely<Database>(measured(nodeSqliteDialect(file), meter, () => readiness.doubt()));
  const isInMemory = path === ":memory:";
  // A database in memory has only one connection.
  const checker = isInMemory ? db : new Kysely<Database>({ dialect: nodeSqliteDialect(file, checkTimeout) });
  const folder = isInMemory ? undefined : dirname(path);
  const readiness = new Readiness({ db: checker, kind: "sqlite", folder });
  const close = async () => {
    await db.destroy();
    await checker.destroy();
  };
  try {
    await beforeCopy?.(db);
    const missing = await bringUpToDate(db, "sqlite", { isForStaff, isCopied: beforeCopy !== undefined });
    if (missing !== "none") await tellTakenOver(db, onTrouble);
    if (missing === "all" && !(await holdsSubmissions(db))) onNew?.(loss);
    if (!isForStaff) {
      await tellForeignRules(db, "sqlite", onTrouble);
      await indexSqlite(db);
      // Until here indexes were sorted, which in memory could be too much.
      file.keepInMemory();
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    kind: "sqlite",
    check: () => readiness.check(),
    indexed: Promise.resolve(),
    close,
  };
}

async function connectPostgres(
  url: string,
  {
    onLostConnection = () => {},
    onWait,
    onTrouble = () => {},
    onNew,
    isForStaff = false,
    limits,
    meter,
    indexRetry,
    beforeCopy,
  }: ConnectOptions,
): Promise<Connection> {
  // Loaded where it is used: it would be a twentieth of the start with SQLite, and some megabytes.
  const { postgresDialect } = await import("./postgres/postgres-dialect.server.ts");
  const { isOnThisMachine } = await import("./postgres/find-postgres.server.ts");
  const server = await waitForPostgres(url, onWait);
  if (server.ssl === false && !isOnThisMachine(server) && !isForStaff)
    onTrouble(undefined, "the connection to the database on another machine is not encrypted");
  const open = (use: PostgresUse, end?: AbortSignal) =>
    new Kysely<Database>({ dialect: postgresDialect(server, use, onLostConnection, end, limits) });
  const stopping = new AbortController();
  const patient = open("staff", stopping.signal);
  try {
    await beforeCopy?.(patient);
    const isCopied = beforeCopy !== undefined;
    const missing = await bringUpToDate(patient, "postgres", { isForStaff, isCopied });
    if (missing !== "none") await tellTakenOver(patient, onTrouble);
    if (missing === "all" && !(await holdsSubmissions(patient))) onNew?.(undefined);
    // In a transaction, which a pooler may not take.
    await patient.transaction().execute(assertNothingHidden);
    if (!isForStaff) await tellForeignRules(patient, "postgres", onTrouble);
  } catch (error) {
    await patient.destroy();
    throw ofPooling(error) ?? error;
  }
  if (isForStaff)
    return {
      db: patient,
      kind: "postgres",
      check: () => isUpToDate(patient, "postgres"),
      indexed: Promise.resolve(),
      close: () => patient.destroy(),
    };
  const indexed = Promise.withResolvers<void>();
  const onRefusal = (error: unknown) => {
    onTrouble(error, "an index of the database could not be made");
    indexed.resolve();
  };
  const indexing = indexPostgres(patient, stopping.signal, onRefusal, indexRetry).finally(() => {
    indexed.resolve();
    return patient.destroy();
  });
  const visitors = postgresDialect(server, "visitors", onLostConnection, undefined, limits);
  const checker = open("check");
  const readiness = new Readiness({ db: checker, kind: "postgres" });
  const db = new Kysely<Database>(measured(visitors, meter, () => readiness.doubt()));
  return {
    db,
    kind: "postgres",
    check: () => readiness.check(),
    indexed: indexed.promise,
    async close() {
      // The server finishes the current index; the next start makes the others.
      stopping.abort();
      await Promise.all([db.destroy(), checker.destroy(), indexing]);
    },
  };
}

/** Tables that were there before the site's first migration are taken over with what they hold. */
async function holdsSubmissions(db: Kysely<Database>): Promise<boolean> {
  for (const table of submissionTables)
    if (await db.selectFrom(table).select("id").limit(1).executeTakeFirst()) return true;
  return false;
}

async function tellForeignRules(
  db: Kysely<Database>,
  kind: DatabaseKind,
  onTrouble: NonNullable<ConnectOptions["onTrouble"]>,
): Promise<void> {
  const asked = sql<{ name: string }>`select current_setting('server_encoding') as name`;
  const encoding = kind === "postgres" ? encodingRule((await oneRow(db, asked)).name) : undefined;
  for (const { what, todo } of [...(encoding ? [encoding] : []), ...(await foreignRules(db, kind))])
    onTrouble(undefined, asTypedHere(`${what}. ${todo}`));
}

/** How long a database may take to come up, in milliseconds; then the start fails, and the process manager tries again. */
const startTimeout = 60_000;

async function waitForPostgres(url: string, onWait: ConnectOptions["onWait"]): Promise<PostgresServer> {
  const { findPostgres } = await import("./postgres/find-postgres.server.ts");
  const end = performance.now() + startTimeout;
  for (let wait = 250; ; wait = Math.min(2 * wait, 5_000)) {
    try {
      return await findPostgres(url);
    } catch (error) {
      if (!onWait || !isTransient(error) || performance.now() + wait > end) throw error;
      onWait(error, wait);
      await sleep(wait);
    }
  }
}
