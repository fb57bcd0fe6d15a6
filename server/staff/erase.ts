import { closeSync, existsSync, globSync, openSync, readdirSync, readSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { type Connection, connectDatabase } from "#app/db/connect.server.ts";
import type { Database } from "#app/db/schema.ts";
import type { RateLimit } from "#app/http/rate-limit.server.ts";
import { referenceOf } from "#app/submissions/submission.ts";
import { emailKey } from "#app/submissions/submission-store.server.ts";
import type { Config } from "../config.ts";
import { isUuid, submissionTables } from "./records.ts";
import { CommandError } from "./terminal.ts";

/** Numbers of removed rows by table, and of removed files. */
export interface Removed extends Record<"submissions" | "notifications" | "quarantine" | "mails", number> {
  /** Why removed words may still be in the database's files; undefined when they cannot. */
  leftover: string | undefined;
}

/** Numbers of rows that would be removed. */
export interface Found extends Record<"submissions" | "notifications" | "quarantine", number> {
  /** When the first and the last of the submissions and posts came: UTC, ISO 8601. */
  first: string | undefined;
  last: string | undefined;
}

/** The result of `erase`: what was removed, and what is left. */
export interface Erased extends Removed {
  /** References of other people's rows whose words name the address. */
  namedIn: string[];
  /** Databases that `restore` had put aside, from which the person was removed too. */
  copies: string[];
  /** Databases in DATA_DIR that were not looked into. */
  untouched: string[];
}

interface Doomed {
  submissions: string[];
  quarantine: string[];
  /** Notifications beside those of the submissions. */
  notifications: string[];
}

type Place = Pick<Config, "dataDir" | "databaseUrl">;

/** In milliseconds; a claim ends by itself after five minutes. */
const patience = { sending: 6 * 60_000, reading: 5_000, step: 100, turn: 50 };

/** Rows removed by one statement; databases limit the number of parameters. */
const portion = 500;

/**
 * Removes everything about the person with this address, also what was put aside and what is still to be sent, and
 * looks for what is left.
 *
 * @param onWait called once if a mail is being sent, which has to end first
 * @throws CommandError when a mail does not end; then nothing was removed
 */
export async function erasePerson(
  connection: Connection,
  place: Place,
  receipts: RateLimit,
  address: string,
  onWait: () => void,
): Promise<Erased> {
  const key = emailKey(address);
  const mailDir = join(place.dataDir, "mail");
  const removed = await removeRows(connection, mailDir, onWait, (transaction) =>
    choosePerson(transaction, key),
  );
  await receipts.forget(key, connection.db);
  const leftover = await overwriteLeftovers(connection);
  const mails = await removeMails(mailDir, key);
  const { asides, others } = otherDatabases(place);
  const copies: string[] = [];
  for (const file of asides) {
    try {
      const copy = await connectDatabase(`sqlite:${file}`);
      try {
        await removeRows(copy, mailDir, onWait, (transaction) => choosePerson(transaction, key));
        ((await overwriteLeftovers(copy)) ? others : copies).push(file);
      } finally {
        await copy.close();
      }
    } catch {
      others.push(file);
    }
  }
  const namedIn = await findNamed(connection.db, key);
  return { ...removed, mails: removed.mails + mails, leftover, namedIn, copies, untouched: others };
}

/** What `erasePerson` would remove from the tables. */
export async function findPerson(db: Kysely<Database>, address: string): Promise<Found> {
  const doomed = await choosePerson(db, emailKey(address));
  const times: string[] = [];
  for (const [tables, ids] of [
    [submissionTables, doomed.submissions],
    [["quarantine"], doomed.quarantine],
  ] as const)
    for (const table of tables)
      for (const some of slices(ids)) {
        const rows = await db.selectFrom(table).select("created_at").where("id", "in", some).execute();
        times.push(...rows.map(({ created_at }) => created_at));
      }
  times.sort();
  const mails = await mailsOf(db, doomed);
  return {
    submissions: doomed.submissions.length,
    notifications: mails.length,
    quarantine: doomed.quarantine.length,
    first: times[0],
    last: times.at(-1),
  };
}

async function choosePerson(transaction: Kysely<Database>, key: string): Promise<Doomed> {
  const submissions: string[] = [];
  for (const table of submissionTables) {
    const rows = await transaction.selectFrom(table).select(["id", "email"]).execute();
    // Rows of tables that were taken over may have no address.
    submissions.push(...rows.filter(({ email }) => emailKey(email ?? "") === key).map(({ id }) => id));
  }
  const posts = await transaction.selectFrom("quarantine").select(["id", "email", "fields"]).execute();
  const notifications = await transaction
    .selectFrom("notifications")
    .select("id")
    .where("email", "=", key)
    .execute();
  const isTheirs = (fields: [string, string][]) =>
    fields.some(([name, value]) => name === "email" && emailKey(value) === key);
  return {
    submissions,
    quarantine: posts
      .filter(({ email, fields }) => email === key || isTheirs(JSON.parse(fields)))
      .map(({ id }) => id),
    notifications: notifications.map(({ id }) => id),
  };
}

/** References of the rows that contain the whole address. */
async function findNamed(db: Kysely<Database>, key: string): Promise<string[]> {
  const found = new Set<string>();
  for (const table of [...submissionTables, "quarantine"] as const) {
    for await (const row of db.selectFrom(table).selectAll().stream(100)) {
      if (!Object.values(row).some((value) => typeof value === "string" && isNamedIn(value, key))) continue;
      found.add(isUuid(row.id) ? referenceOf(row.id) : row.id);
    }
  }
  for await (const row of db.selectFrom("notifications").select(["submission_id", "payload"]).stream(100))
    if (isNamedIn(row.payload, key)) found.add(referenceOf(row.submission_id));
  return [...found];
}

/** @param value text, or JSON whose texts are meant */
function isNamedIn(value: string, key: string): boolean {
  try {
    let isFound = false;
    JSON.parse(value, (name, part) => {
      isFound ||= namesAddress(name, key) || (typeof part === "string" && namesAddress(part, key));
    });
    return isFound;
  } catch {
    return namesAddress(value, key);
  }
}

/** Whether the text contains the whole address: `ann@x.org` does not in `joann@x.org` or `ann@x.org.uk`. */
function namesAddress(text: string, key: string): boolean {
  const words = text.toLowerCase();
  for (let start = words.indexOf(key); start !== -1; start = words.indexOf(key, start + 1)) {
    const [before, after] = [words.slice(Math.max(start - 2, 0), start), words.slice(start + key.length)];
    if (!/[\p{L}\p{N}.+%_-]$/u.test(before) && !/^[.-]*[\p{L}\p{N}]/u.test(after.slice(0, 8))) return true;
  }
  return false;
}

/**
 * Removes files of mails from or to the person, even without a row. A mail to the staff has the person in Reply-To
 * and not in To.
 *
 * @returns the number of removed files
 */
async function removeMails(mailDir: string, key: string): Promise<number> {
  let removed = 0;
  for (const name of existsSync(mailDir) ? readdirSync(mailDir) : []) {
    const head = beginningOf(join(mailDir, name)).split(/\r?\n\r?\n/, 1)[0] ?? "";
    const fields = new Map(
      head
        .replace(/\r?\n[ \t]+/g, " ")
        .split(/\r?\n/)
        .map((line): [string, string] => [line.split(":", 1)[0]?.toLowerCase() ?? "", line]),
    );
    if (!namesAddress(fields.get("reply-to") ?? fields.get("to") ?? "", key)) continue;
    await rm(join(mailDir, name), { force: true });
    removed += 1;
  }
  return removed;
}

/** The first 16 kB of a file; empty when it was removed meanwhile. */
function beginningOf(file: string): string {
  try {
    const descriptor = openSync(file, "r");
    const bytes = Buffer.alloc(16_384);
    const length = readSync(descriptor, bytes);
    closeSync(descriptor);
    return bytes.toString("latin1", 0, length);
  } catch {
    return "";
  }
}

/** SQLite files beside the site's own: those that `restore` has put aside, and others in DATA_DIR. */
function otherDatabases({ dataDir, databaseUrl }: Place): { asides: string[]; others: string[] } {
  const own = databaseUrl.startsWith("sqlite:")
    ? databaseUrl.slice("sqlite:".length)
    : join(dataDir, "site.db");
  const isLogFile = /-(wal|shm|journal)$/;
  const asides = globSync(`${basename(own)}.{before-*,new}`, { cwd: dirname(own) })
    .filter((name) => !isLogFile.test(name))
    .map((name) => join(dirname(own), name));
  const others = (existsSync(dataDir) ? readdirSync(dataDir) : [])
    .map((name) => join(dataDir, name))
    .filter((file) => !asides.includes(file) && !(file === own && databaseUrl.startsWith("sqlite:")))
    .filter((file) => beginningOf(file).startsWith("SQLite format 3\0"));
  return { asides, others };
}

/** What `purge` would remove. */
export async function findOlder(db: Kysely<Database>, before: string): Promise<Found> {
  const found: Found = { submissions: 0, notifications: 0, quarantine: 0, first: undefined, last: undefined };
  for (const table of [...submissionTables, "quarantine"] as const) {
    const { count, first, last } = await db
      .selectFrom(table)
      .select((eb) => [
        eb.fn.countAll().as("count"),
        eb.fn.min("created_at").as("first"),
        eb.fn.max("created_at").as("last"),
      ])
      .where("created_at", "<", before)
      .executeTakeFirstOrThrow();
    found[table === "quarantine" ? "quarantine" : "submissions"] += Number(count);
    if (first && (!found.first || first < found.first)) found.first = first;
    if (last && (!found.last || last > found.last)) found.last = last;
  }
  const { count } = await db
    .selectFrom("notifications")
    .select((eb) => eb.fn.countAll().as("count"))
    .where((eb) =>
      eb.or([
        eb("created_at", "<", before),
        ...submissionTables.map((table) =>
          eb(
            "submission_id",
            "in",
            eb
              .selectFrom(table)
              .select(sql<string>`cast(id as text)`.as("id"))
              .where("created_at", "<", before),
          ),
        ),
      ]),
    )
    .executeTakeFirstOrThrow();
  return { ...found, notifications: Number(count) };
}

/**
 * Removes everything that is older, each portion in its own transaction, so that a post meanwhile waits for one
 * portion at most.
 *
 * @param before UTC, ISO 8601
 */
export async function purge(
  connection: Connection,
  { dataDir }: Place,
  before: string,
  onWait: () => void,
): Promise<Removed> {
  const removed = { submissions: 0, notifications: 0, quarantine: 0, mails: 0 };
  for (const table of [...submissionTables, "quarantine", "notifications"] as const) {
    for (;;) {
      const rows = await connection.db
        .selectFrom(table)
        .select("id")
        .where("created_at", "<", before)
        .limit(portion)
        .execute();
      if (rows.length === 0) break;
      const ids = rows.map(({ id }) => id);
      const doomed: Doomed = { submissions: [], quarantine: [], notifications: [] };
      doomed[table === "quarantine" || table === "notifications" ? table : "submissions"] = ids;
      const start = performance.now();
      const gone = await removeRows(connection, join(dataDir, "mail"), onWait, async () => doomed);
      for (const name of ["submissions", "notifications", "quarantine", "mails"] as const)
        removed[name] += gone[name];
      // A pause, because others poll for SQLite's lock.
      await sleep(Math.max(patience.turn, performance.now() - start));
    }
  }
  return { ...removed, leftover: await overwriteLeftovers(connection) };
}

async function removeRows(
  connection: Connection,
  mailDir: string,
  onWait: () => void,
  choose: (transaction: Kysely<Database>) => Promise<Doomed>,
): Promise<Omit<Removed, "leftover">> {
  const end = Date.now() + patience.sending;
  let isTold = false;
  for (;;) {
    const rows = await connection.db
      .transaction()
      .execute(async (transaction) => deleteRows(transaction, connection.kind, await choose(transaction)));
    if (rows) {
      let mails = 0;
      for (const file of rows.mails.flatMap((id) => [`${id}.eml`, `${id}.eml.new`])) {
        if (!existsSync(join(mailDir, file))) continue;
        await rm(join(mailDir, file), { force: true });
        mails += 1;
      }
      return { ...rows, mails };
    }
    if (Date.now() > end)
      throw new CommandError(
        "An e-mail that has to go is still being sent. Its submission was not removed: try again later.",
      );
    if (!isTold) onWait();
    isTold = true;
    await sleep(patience.step);
  }
}

/** Ids of the notifications to remove: the old ones, and those of the old submissions. */
async function mailsOf(db: Kysely<Database>, doomed: Doomed): Promise<string[]> {
  const mails = new Set(doomed.notifications);
  for (const ids of slices([...doomed.submissions, ...doomed.quarantine])) {
    const found = await db
      .selectFrom("notifications")
      .select("id")
      .where("submission_id", "in", ids)
      .execute();
    for (const { id } of found) mails.add(id);
  }
  return [...mails];
}

/**
 * @returns undefined, with nothing removed, when one of the mails is being sent: its file or its mark would come after
 */
async function deleteRows(transaction: Kysely<Database>, kind: Connection["kind"], doomed: Doomed) {
  const rows = slices([...doomed.submissions, ...doomed.quarantine]);
  const mails = await mailsOf(transaction, doomed);
  for (const ids of slices(mails)) {
    const held = await transaction
      .selectFrom("notifications")
      .select(["status", "claimed_until"])
      .where("id", "in", ids)
      // From here on no instance can claim them.
      .$if(kind === "postgres", (query) => query.forUpdate())
      .execute();
    const now = new Date().toISOString();
    if (held.some(({ status, claimed_until }) => status === "pending" && (claimed_until ?? "") > now))
      return undefined;
  }
  for (const ids of slices(mails))
    await transaction.deleteFrom("notifications").where("id", "in", ids).execute();
  for (const ids of rows) {
    for (const table of submissionTables)
      await transaction.deleteFrom(table).where("id", "in", ids).execute();
    await transaction.deleteFrom("quarantine").where("id", "in", ids).execute();
    await transaction.deleteFrom("submission_keys").where("row_id", "in", ids).execute();
  }
  return {
    submissions: doomed.submissions.length,
    quarantine: doomed.quarantine.length,
    notifications: mails.length,
    mails,
  };
}

/**
 * Empties SQLite's write-ahead log, which still holds older pages although the rows are overwritten (secure_delete). It can
 * be emptied only while nobody reads. PostgreSQL frees dead rows when it vacuums.
 *
 * @returns why that was not possible; undefined if it was
 */
async function overwriteLeftovers({ db, kind }: Connection): Promise<string | undefined> {
  if (kind === "postgres") {
    for (const table of [...submissionTables, "notifications", "quarantine", "submission_keys"])
      await sql`vacuum ${sql.table(table)}`.execute(db);
    return undefined;
  }
  const end = Date.now() + patience.reading;
  for (;;) {
    // https://sqlite.org/pragma.html#pragma_wal_checkpoint
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return undefined;
    if (Date.now() > end)
      return "Somebody is reading the database (an export that waits in a pager?), so what was removed still lies in its -wal file.";
    await sleep(patience.step);
  }
}

function slices(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / portion) }, (_, index) =>
    ids.slice(index * portion, (index + 1) * portion),
  );
}
