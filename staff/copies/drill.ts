import type { Kysely } from "kysely";
import { connectDatabase } from "#database/connect.server.ts";
import { type Database, postTables } from "#database/schema.ts";
import { CommandError, type Terminal } from "../terminal.ts";
import { type Contents, type Copies, leftOutWords } from "./backup.ts";

/**
 * Restores a backup into a place of its own beside the running site, opens it as the site would, compares it with the site's
 * database and removes it again. Tells each step that succeeded.
 *
 * @param liveUrl the site's database; undefined when there is none to compare with
 * @throws CommandError for the first thing that would make a restore worthless
 */
export async function drillBackup(
  copies: Copies,
  file: string,
  liveUrl: string | undefined,
  terminal: Terminal,
): Promise<void> {
  const contents = await copies.verify(file);
  await terminal.write(`${file} is whole.\n`);
  const stop = terminal.holdSignals?.();
  const scratch = await copies.rehearse(file, stop).catch((error: unknown) => {
    throw stop?.aborted ? new CommandError(stopped) : error;
  });
  if (scratch.swept.length > 0)
    await terminal.write(`Removed what a drill that was killed had left: ${scratch.swept.join(", ")}.\n`);
  if (scratch.leftOut.length > 0) await terminal.write(leftOutWords(scratch));
  try {
    if (stop?.aborted) throw new CommandError(stopped);
    const restored = await connectDatabase(scratch.databaseUrl).catch((error: Error) => {
      throw new CommandError(`The site could not run with what was restored: ${error.message}.`);
    });
    try {
      await restored.indexed;
      // It rejects where nothing can be stored; that a migration is missing, connecting would have said.
      await restored.check();
      await compareCounts(restored.db, contents);
      await terminal.write("It was restored beside the site, which could run with it. All rows are there.\n");
      if (liveUrl === undefined)
        return await terminal.write("There is no database of the site here to compare it with.\n");
      const live = await connectDatabase(liveUrl, { isForStaff: true });
      await compareRows(restored.db, live.db, { terminal, stop }).finally(() => live.close());
    } finally {
      await restored.close();
    }
  } finally {
    await scratch.remove();
  }
}

async function compareCounts(db: Kysely<Database>, contents: Contents): Promise<void> {
  for (const table of [...comparedTables, "notifications"] as const) {
    const count = await countOf(db, table);
    if (count !== contents[table])
      throw new CommandError(`${table} has ${contents[table]} rows in the backup, and ${count} restored.`);
  }
}

const stopped = "The drill was stopped; what was restored is removed again.";

/** Tables whose rows never change once they are stored. A quarantined post that is released moves to another one. */
const comparedTables = postTables;
type ComparedTable = (typeof comparedTables)[number];

/** Rows that are in memory at once. */
const pageLength = 500;
/** Who came shortly before the backup may have been stored after it, in milliseconds. */
const margin = 60_000;

async function compareRows(
  restored: Kysely<Database>,
  live: Kysely<Database>,
  { terminal, stop }: { terminal: Terminal; stop: AbortSignal | undefined },
): Promise<void> {
  const newest = new Date(await newestTime(restored)).getTime() - margin;
  let [same, later, moved] = [0, 0, 0];
  const changed: string[] = [];
  const missing: string[] = [];
  for (const table of comparedTables) {
    for await (const rows of pages(live, table)) {
      if (stop?.aborted) throw new CommandError(stopped);
      const found = await rowsById(restored, table, Object.keys(rows));
      for (const [id, row] of Object.entries(rows)) {
        if (found[id]?.text === row.text) same += 1;
        else if (found[id]) changed.push(id);
        else if (!(new Date(row.time).getTime() < newest)) later += 1;
        else if (await isElsewhere(restored, id)) moved += 1;
        else missing.push(id);
      }
    }
  }
  const first = (ids: string[]) => ids.slice(0, 3).join(", ");
  if (missing.length > 0)
    throw new CommandError(`${missing.length} that the site has are not in the backup: ${first(missing)}.`);
  if (changed.length > 0)
    throw new CommandError(`${changed.length} differ between the site and the backup: ${first(changed)}.`);
  await terminal.write(
    `Compared with the site word for word: ${same} are the same${later > 0 ? `, ${later} came after the backup` : ""}.\n`,
  );
  const gone = (await countAll(restored)) - same - moved;
  if (gone > 0)
    await terminal.write(
      `${gone} in the backup ${gone === 1 ? "is" : "are"} no longer on the site (erased or purged): a restore would bring ${gone === 1 ? "it" : "them"} back.\n`,
    );
}

async function countAll(db: Kysely<Database>): Promise<number> {
  let all = 0;
  for (const table of comparedTables) all += await countOf(db, table);
  return all;
}

async function countOf(db: Kysely<Database>, table: ComparedTable | "notifications"): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** UTC, ISO 8601; when the last row of the backup came. */
async function newestTime(db: Kysely<Database>): Promise<string> {
  const times: string[] = [];
  for (const table of comparedTables) {
    const { time } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.max("created_at").as("time"))
      .executeTakeFirstOrThrow();
    if (time) times.push(time);
  }
  return times.sort().at(-1) ?? "";
}

type Rows = Record<string, { text: string; time: string }>;

async function* pages(db: Kysely<Database>, table: ComparedTable): AsyncGenerator<Rows> {
  let last: string | undefined;
  for (;;) {
    const rows = await db
      .selectFrom(table)
      .selectAll()
      .$if(last !== undefined, (query) => query.where("id", ">", last ?? ""))
      .orderBy("id")
      .limit(pageLength)
      .execute();
    yield byId(rows);
    last = rows.at(-1)?.id;
    if (rows.length < pageLength) return;
  }
}

async function rowsById(db: Kysely<Database>, table: ComparedTable, ids: string[]): Promise<Rows> {
  if (ids.length === 0) return {};
  return byId(await db.selectFrom(table).selectAll().where("id", "in", ids).execute());
}

function byId(rows: { id: string; created_at: string }[]): Rows {
  return Object.fromEntries(
    rows.map((row) => [row.id, { text: JSON.stringify(Object.entries(row).sort()), time: row.created_at }]),
  );
}

async function isElsewhere(db: Kysely<Database>, id: string): Promise<boolean> {
  for (const table of comparedTables)
    if (Object.keys(await rowsById(db, table, [id])).length > 0) return true;
  return false;
}
