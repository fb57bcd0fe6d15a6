import { resolve } from "node:path";
import { type Kysely, sql } from "kysely";
import type { Connection } from "#database/connect.server.ts";
import type { Database } from "#database/schema.ts";
import { openStore } from "#server/open-store.ts";
import { type Call, command } from "../command.ts";
import { copiesOf } from "../copies/copy-commands.ts";
import { nameOf, needed, needsDatabase, tellDatabase } from "../on-database.ts";
import { CommandError, type Terminal, visible } from "../terminal.ts";
import { copyTable, digestOf } from "./copy-table.ts";
import { makeOriginalTables, originalTables } from "./original-tables.ts";
import { type CopyTable, columnsOf, countRows, tablesToCopy } from "./rows.ts";
import { brokenOff, finish, lookAt, markOf, onTarget, prepare, refused, type TargetState } from "./target.ts";

export const copy = command({
  options: ["to", "dry-run"],
  ways: ["--to URL [--dry-run]"],
  text: `Copies the database to another one, from SQLite to PostgreSQL or back: all rows, compared at the end. URL is sqlite:PATH or
postgres://user@host/database, as DATABASE_URL; it is empty, or a copy that was not finished, which is gone on with. While the site runs
the copy stays unfinished (exit code 1), and no site starts with it: stop the site and give the command again.`,
  async run(call) {
    const { config, terminal, now } = call;
    const to = targetOf(call);
    needsDatabase(config);
    tellDatabase(config, terminal);
    const isRunning = await copiesOf(config).isInUse();
    const { connection, secret } = await openStore(config, { now, isForStaff: true });
    const move = { to, mark: markOf(secret), isRunning, terminal };
    try {
      return await (call.given["dry-run"] ? tellPlan(connection, move) : carryOut(connection, move));
    } catch (error) {
      throw await brokenOff(error, to);
    } finally {
      await connection.close();
    }
  },
});

interface Move {
  to: string;
  mark: string;
  /** Whether rows may come or change meanwhile. */
  isRunning: boolean;
  terminal: Terminal;
}

/** @throws CommandError for what is no address of a database, or the site's own */
function targetOf({ config, given, terminal }: Call<"to">): string {
  const to = needed(given.to, "--to URL");
  const isPostgres = /^postgres(ql)?:$/.test(URL.parse(to)?.protocol ?? "");
  if (!isPostgres && !/^sqlite:.+/.test(to))
    throw new CommandError("--to takes sqlite:PATH or postgres://user@host:5432/database.", 2);
  const url = isPostgres ? to : `sqlite:${resolve(terminal.folder ?? "", to.slice("sqlite:".length))}`;
  if (nameOf(url) === nameOf(config.databaseUrl))
    throw new CommandError("--to is the site's own database. Name the one to copy to.", 2);
  return url;
}

const states: Record<TargetState, string> = {
  new: "is not there yet, or has no tables",
  empty: "is empty",
  begun: "holds a part of a copy of this site, which would be gone on with",
  filled: "holds rows; nothing would be copied unless they are these",
};

async function tellPlan({ db, kind }: Connection, { to, mark, isRunning, terminal }: Move): Promise<void> {
  const state = await lookAt(to, mark);
  const originals = await originalTables({ db, kind } as Connection);
  for (const name of tablesToCopy) await terminal.write(`  ${name}: ${await countRows({ db, name })}\n`);
  const taken = originals.map(
    ({ name }) => `${name} is a table of the original product: all its columns are copied.\n`,
  );
  const running = isRunning ? "The site runs: stop it for the last part.\n" : "";
  await terminal.write(`${nameOf(to)} ${states[state]}.\n${taken.join("")}${running}Nothing was changed.\n`);
}

async function carryOut(
  connection: Connection,
  { to, mark, isRunning, terminal }: Move,
): Promise<1 | undefined> {
  const originals = await originalTables(connection);
  const state = await lookAt(to, mark);
  if (state !== "filled")
    await prepare(to, mark, async (db) => {
      const kind = to.startsWith("sqlite:") ? "sqlite" : "postgres";
      if (state === "new") await makeOriginalTables(db, kind, originals);
    });
  await atRest(connection, isRunning, (source) =>
    onTarget(to, async (target) => {
      for (const name of tablesToCopy) {
        const columns = (await columnsOf(source, connection.kind, name)).map((column) => column.name);
        const [from, into] = [
          { db: source, kind: connection.kind, name, columns, bytes: new Map<string, string>() },
          { db: target.db, kind: target.kind, name, columns },
        ] as const;
        const same = state === "filled" ? await sameOrRefused(from, into, to) : await copyTable(from, into);
        await terminal.write(`  ${name}: ${same}\n`);
        for (const [key, column] of from.bytes)
          await terminal.write(
            `    ${visible(key)}: ${column} holds bytes that are no text; in the copy they are written as \\x and digits\n`,
          );
      }
      // Nothing has changed meanwhile, and nothing can before this is said.
      if (!isRunning) await finish(target.db, mark);
    }),
  );
  const ending = !isRunning ? finished : state === "filled" ? running : unfinished;
  await terminal.write(`${nameOf(to)} holds the same, read back and compared.\n${ending}`);
  return isRunning ? 1 : undefined;
}

const unfinished = `The site runs (or a pooler keeps its connections): what comes or changes from now on is not in the copy, and no site starts
with it yet. Stop every instance (and the pooler, if there is one) and give this command again: it copies the rest and compares everything anew.
`;

const running = `It was a whole copy already. The site runs: stop every instance before you switch over, for what comes now is not in the copy.
`;

const finished = `Switch over: start the site with this address as DATABASE_URL. Do not start it with the old database again: both would send
the e-mails that wait. Keep the old one until you have seen the site run; then it has to go, for it holds people whom 'erase' does not reach.
`;

/** Rows that nobody has marked may be a running site's: they are compared, and never changed. */
async function sameOrRefused(from: CopyTable, into: CopyTable, to: string) {
  const [here, there] = [await digestOf(from), await digestOf(into)];
  if (`${here}` !== `${there}`)
    throw refused(to, `it holds other rows (${into.name}: ${there} there, ${here} here)`);
  return here;
}

/** The database as it is at one moment. Where the site does not run, nobody can write into it until the work is done. */
async function atRest(
  { db, kind }: Connection,
  isRunning: boolean,
  work: (source: Kysely<Database>) => Promise<void>,
): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode(isRunning ? "read only" : "read write")
    .execute(async (source) => {
      if (kind === "postgres") {
        await sql`set local statement_timeout = 0`.execute(source);
        await sql`set local lock_timeout = '60s'`.execute(source);
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(source);
        const tables = sql.join(tablesToCopy.map((name) => sql.table(name)));
        if (!isRunning) await sql`lock table ${tables} in share mode`.execute(source);
      }
      await work(source);
    });
}
