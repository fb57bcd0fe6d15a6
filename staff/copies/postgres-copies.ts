import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type ClientConfig } from "pg";
import { findPostgres } from "#database/postgres/find-postgres.server.ts";
import { machineClock } from "#system/clock.ts";
import { ofDatabase } from "../faults.ts";
import { nameOf } from "../on-database.ts";
import { CommandError } from "../terminal.ts";
import {
  type Contents,
  type Copies,
  copiedTables,
  countedTables,
  holdMails,
  type Restored,
  removeOnExit,
} from "./backup.ts";
import { needsBackup } from "./backup-kind.ts";
import { nameOfDrill, sweepDrills } from "./drill-databases.ts";
import { countRows } from "./dump-rows.ts";
import { load } from "./postgres-load.ts";
import { count, findTables, lacking } from "./postgres-tables.ts";
import { runTool, startTool, toolEnvironment, toolName } from "./postgres-tools.ts";

/**
 * Backups of a PostgreSQL database: the site's tables as `pg_dump --format=custom` writes them. What else the database
 * holds is neither copied nor touched.
 */
export function postgresCopies(databaseUrl: string): Copies {
  return {
    ending: ".dump",
    place: nameOf(databaseUrl),
    write: (draft) => onServer(databaseUrl, (session) => dump(session, draft)),
    verify: async (file) => told(await rowsOf(file)),
    isInUse: () => onServer(databaseUrl, async (session) => (await countConnections(session)) > 0),
    needsRest: () => onServer(databaseUrl, needsRest),
    present: () =>
      onServer(databaseUrl, async ({ client }) => {
        const tables = await findTables(client);
        return tables.length > 0 ? told(await count(client, tables)) : undefined;
      }),
    restore: (file) => onServer(databaseUrl, (session) => restore(session, file)),
    rehearse: (file, stop) =>
      onServer(databaseUrl, (session) => rehearse(session, databaseUrl, { file, stop })),
  };
}

interface Session {
  client: Client;
  server: ClientConfig;
  /** For PostgreSQL's own programs. */
  environment: Record<string, string>;
  /** A private one, which goes when the session ends. */
  folder: string;
}

/** @throws CommandError when the server cannot be reached */
export async function onServer<Result>(
  databaseUrl: string,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const server = await findPostgres(databaseUrl).catch(async (error: Error) => {
    const told = await ofDatabase(error, { databaseUrl });
    throw told instanceof CommandError
      ? told
      : new CommandError(`The database cannot be opened (${error.message}).`);
  });
  const client = new Client({ ...server, application_name: toolName });
  // A broken connection is told by the query that it breaks.
  client.on("error", () => {});
  const folder = mkdtempSync(join(tmpdir(), "backup-"));
  const forget = removeOnExit(folder);
  try {
    await client.connect();
    return await work({ client, server, environment: toolEnvironment(server, folder), folder });
  } finally {
    await client.end();
    rmSync(folder, { recursive: true, force: true });
    forget();
  }
}

/** Those of the site, and of the staff's commands but for copies. */
async function countConnections({ client, server }: Session): Promise<number> {
  const { rows } = await client.query(
    "select count(*) as count from pg_stat_activity where datname = current_database() and application_name = $1",
    [server.application_name],
  );
  return Number(rows[0].count);
}

function told(counts: Map<string, number>): Contents {
  return Object.fromEntries(countedTables.map((table) => [table, counts.get(table) ?? 0]));
}

/** What is counted and what is dumped are of one moment: one snapshot serves both. */
async function dump({ client, environment }: Session, draft: string): Promise<Contents> {
  await client.query("begin isolation level repeatable read, read only");
  await client.query(
    "set local statement_timeout = 0; set local lock_timeout = '60s'; set local idle_in_transaction_session_timeout = 0",
  );
  const tables = await findTables(client);
  if (tables.length < copiedTables.length) throw await lacking(client);
  const { rows } = await client.query("select pg_export_snapshot() as snapshot");
  await runTool(
    "pg_dump",
    [
      ...["--format=custom", "--no-password", "--strict-names", "--lock-wait-timeout=60000"],
      ...[`--snapshot=${rows[0].snapshot}`, `--file=${draft}`],
      ...tables.map(({ place }) => `--table=${place}`),
    ],
    environment,
  );
  const counts = await count(client, tables);
  await client.query("rollback");
  const written = await rowsOf(draft);
  for (const [table, rows] of counts)
    if (written.get(table) !== rows)
      throw new CommandError(
        `The backup is not whole: ${table} has ${rows} rows, and ${written.get(table)} in it.`,
      );
  return told(counts);
}

/** Reads a dump to its end: what is cut or damaged is found, whatever its list says. */
async function rowsOf(file: string): Promise<Map<string, number>> {
  needsBackup(file, "postgres");
  const counts = new Map<string, number>();
  const source = startTool("pg_restore", ["--data-only", "--file=-", file]);
  source.input.end();
  for await (const _ of countRows(source.output, counts));
  await source.ended.catch((error: Error) => {
    throw /not installed|unsupported version/.test(error.message)
      ? error
      : new CommandError(`${file} is damaged (${error.message})`);
  });
  // Those of all versions: an older backup lacks what came later.
  const missing = countedTables.filter((table) => !counts.has(table));
  if (missing.length > 0)
    throw new CommandError(`${file} is no backup of this site: it lacks ${missing.join(", ")}.`);
  return counts;
}

/** @throws CommandError while the site runs */
async function needsRest(session: Session): Promise<void> {
  const open = await countConnections(session);
  if (open > 0)
    throw new CommandError(
      `The site is running, or a pooler keeps its connections (${open}). Stop every instance first, and the pooler if there is one, then restore.`,
    );
}

/**
 * The tables that are there move into a schema of their own, and those of the backup take their places, in one transaction
 * that looks at what it has brought before it ends: visitors and staff see all of it or nothing.
 */
async function restore(session: Session, file: string): Promise<Restored> {
  const { client } = session;
  await needsRest(session);
  const { rows: rights } = await client.query(
    "select has_database_privilege(current_database(), 'create') as suffice",
  );
  if (!rights[0].suffice)
    throw new CommandError(
      "The tables that are there are kept in a schema of their own, which this account may not make: it needs the right CREATE on the database.",
    );
  const tables = await findTables(client);
  const aside = `before_${machineClock().toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "_")}`;
  const moves = tables.map(({ place }) => `alter table ${place} set schema ${aside};`);
  const leftOut = await load(file, session, {
    before: tables.length > 0 ? [`create schema ${aside};`, ...moves] : [],
    after: [`${holdMails};`],
  });
  return { kept: tables.length > 0 ? `the schema ${aside} of the database` : undefined, leftOut };
}

async function rehearse(
  { client, environment, folder }: Session,
  databaseUrl: string,
  { file, stop }: { file: string; stop: AbortSignal | undefined },
) {
  const swept = await sweepDrills(client);
  const name = nameOfDrill();
  await client.query(`create database ${name} template template0`).catch((error: { code?: string }) => {
    throw error.code === "42501"
      ? new CommandError(
          "The drill restores into a database of its own, which this account may not make: it needs the right CREATEDB.",
        )
      : error;
  });
  const remove = () =>
    onServer(databaseUrl, async (session) => {
      await session.client.query(`drop database if exists ${name} with (force)`);
    });
  let leftOut: string[];
  try {
    const schemas = new Set((await findTables(client)).map(({ schema }) => schema));
    const before = [...schemas].map((schema) => `create schema if not exists ${schema};`);
    const there = { environment: { ...environment, PGDATABASE: name }, folder };
    leftOut = await load(file, there, { before, after: [], stop });
  } catch (error) {
    await remove();
    // PgBouncer's words.
    throw error instanceof CommandError && /no such database/.test(error.message)
      ? new CommandError(
          "The pooler at DATABASE_URL leads to the site's own database alone, and a drill makes another one: run it with the address of PostgreSQL itself in DATABASE_URL.",
        )
      : error;
  }
  const scratch = new URL(databaseUrl);
  scratch.pathname = `/${name}`;
  return { databaseUrl: scratch.href, remove, swept, leftOut };
}
