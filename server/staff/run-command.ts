import { parseArgs } from "node:util";
import type { DatabaseKind } from "#app/db/migrations/column-types.ts";
import type { Submission } from "#app/submissions/submission.ts";
import type { Config } from "../config.ts";
import { openStore, type Store } from "../open-store.ts";
import { backUp, restore, verify } from "./backup.ts";
import { startOf } from "./date.ts";
import { type Erased, erasePerson, purge, type Removed } from "./erase.ts";
import { exportRecords } from "./export.ts";
import { findRow } from "./find.ts";
import { commands, helpText } from "./help.ts";
import { listNotifications, listQuarantine, listSubmissions, showRow } from "./lists.ts";
import { submissionTables } from "./records.ts";
import { CommandError, type Terminal, visible } from "./terminal.ts";

const options = {
  help: { type: "boolean" },
  json: { type: "boolean" },
  yes: { type: "boolean" },
  verify: { type: "boolean" },
  limit: { type: "string" },
  table: { type: "string" },
  format: { type: "string" },
  since: { type: "string" },
  before: { type: "string" },
} as const;
type Options = {
  [Name in keyof typeof options]?: (typeof options)[Name]["type"] extends "boolean" ? boolean : string;
};

interface Call {
  config: Config;
  given: Options;
  /** What follows the command's name. */
  word: string | undefined;
  terminal: Terminal;
}

/**
 * Carries out one of the staff's commands; CONTRACT.md, 'Commands for staff'.
 *
 * @param args what was typed after `npm run submissions --`
 * @throws CommandError in words for the staff
 */
export async function runCommand(args: string[], config: Config, place: Terminal): Promise<void> {
  const terminal = place.isScreen ? harmless(place) : place;
  const { name, word, given } = readArguments(args);
  if (name === undefined || given.help) return terminal.write(helpText(name));
  const call = { config, given, word, terminal };
  if (name === "backup" || name === "restore") return copyDatabase(name, call);

  const store = await openStore(config, { now: () => new Date() });
  try {
    await onStore(name, call, store);
  } finally {
    await store.connection.close();
  }
}

/** Whatever a command writes, nothing in it is obeyed. */
function harmless(screen: Terminal): Terminal {
  return { ...screen, write: (text) => screen.write(visible(text, { isMultiline: true })) };
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [name, word, ...more] = positionals;
    if (name !== undefined && !commands[name]) throw new Error(`There is no command '${name}'.`);
    if (more.length > 0) throw new Error(`'${more[0]}' is one word too many.`);
    return { name, word, given: values as Options };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${reason}\n\n${helpText()}`, 2);
  }
}

async function onStore(name: string, { config, given, word, terminal }: Call, store: Store): Promise<void> {
  const { connection } = store;
  const { db } = connection;
  const onWait = () => void terminal.write("An e-mail is being sent; waiting for its end.\n");
  switch (name) {
    case "list":
      return listSubmissions(db, terminal, { isJson: given.json ?? false, limit: limitOf(given.limit) });
    case "show":
      return showRow(db, terminal, await findRow(db, needed(word, name)), given.json ?? false);
    case "export":
      return exportRecords(db, terminal, {
        tables: tablesOf(given),
        format: formatOf(given.format),
        since: given.since === undefined ? undefined : startOf(given.since),
      });
    case "erase": {
      const email = needed(word, name);
      if (!email.includes("@"))
        throw new CommandError(`'${email}' is no e-mail address.\n\n${helpText(name)}`, 2);
      await confirmed(`Remove everything about ${email}?`, given, terminal);
      const erased = await erasePerson(connection, config, store.receipts, email, onWait);
      await tellRemoved(erased, terminal);
      await tellLeft(erased, connection.kind, terminal);
      return checkOverwritten(erased);
    }
    case "purge": {
      if (given.before === undefined)
        throw new CommandError(`Say --before which day.\n\n${helpText(name)}`, 2);
      const before = startOf(given.before);
      await confirmed(`Remove everything that came before ${given.before}?`, given, terminal);
      const purged = await purge(connection, config, before, onWait);
      await tellRemoved(purged, terminal);
      return checkOverwritten(purged);
    }
    case "notifications":
      return listNotifications(db, terminal, given.json ?? false);
    case "redeliver":
      return redeliver(store, word, terminal);
    case "quarantine":
      return listQuarantine(db, terminal, given.json ?? false);
    default: {
      const { id } = await findRow(db, needed(word, name), ["quarantine"]);
      // Brings the forms along, which no other command needs.
      const { release } = await import("./release.ts");
      await release(db, store.submissions, id);
      return terminal.write("Released: it is a submission now, and the staff will be told.\n");
    }
  }
}

/** The sender's copy goes out once: only one that was never sent is sent again. A mail that is being sent is left alone. */
async function redeliver({ connection: { db } }: Store, word: string | undefined, terminal: Terminal) {
  const row = word === undefined ? undefined : await findRow(db, word, submissionTables);
  const now = new Date().toISOString();
  const { numUpdatedRows } = await db
    .updateTable("notifications")
    .set({ status: "pending", attempts: 0, unclear_attempts: 0, next_attempt_at: now, claimed_until: null })
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", now)]))
    .$if(row === undefined, (query) => query.where("status", "=", "dead"))
    .$if(row !== undefined, (query) =>
      query
        .where("submission_id", "=", row?.id ?? "")
        .where((eb) => eb.or([eb("kind", "=", "staff"), eb("status", "!=", "sent")])),
    )
    .executeTakeFirstOrThrow();
  await terminal.write(`${numUpdatedRows} to be sent again. The running site does so within a minute.\n`);
}

async function copyDatabase(name: "backup" | "restore", { config, given, word, terminal }: Call) {
  const file = needed(word, name);
  if (!config.databaseUrl.startsWith("sqlite:"))
    throw new CommandError("This is for SQLite. For PostgreSQL, use pg_dump and pg_restore.");
  const databaseFile = config.databaseUrl.slice("sqlite:".length);
  const counts = (contents: Record<string, number>) =>
    Object.entries(contents)
      .map(([table, count]) => `  ${table}: ${count}\n`)
      .join("");
  if (name === "backup") return terminal.write(`${file} is whole:\n${counts(backUp(databaseFile, file))}`);
  const contents = counts(verify(file));
  if (given.verify) return terminal.write(`${file} is whole:\n${contents}`);
  await confirmed(`Put ${file} in the place of ${databaseFile}?`, given, terminal);
  const old = await restore(file, databaseFile);
  await terminal.write(`Restored:\n${contents}${old ? `The database before is kept in ${old}\n` : ""}`);
}

function needed(word: string | undefined, name: string): string {
  if (word === undefined) throw new CommandError(`Something is missing.\n\n${helpText(name)}`, 2);
  return word;
}

/** A person at a terminal is asked first; a script means what it says. */
async function confirmed(question: string, given: Options, terminal: Terminal): Promise<void> {
  if (given.yes || !terminal.confirm) return;
  if (!(await terminal.confirm(question))) throw new CommandError("Nothing was changed.");
}

async function tellRemoved(removed: Removed, terminal: Terminal) {
  const { submissions, notifications, quarantine, mails } = removed;
  await terminal.write(
    `Removed ${submissions} submissions, ${notifications} notifications, ${quarantine} quarantined posts, ${mails} files of e-mails.\n`,
  );
}

/** @throws CommandError when the rows are gone and their words are not */
function checkOverwritten({ leftover }: Removed): void {
  if (leftover) throw new CommandError(`${leftover} End the reading, then run this again.`);
}

async function tellLeft({ namedIn, copies, untouched }: Erased, kind: DatabaseKind, terminal: Terminal) {
  const unreached = [
    "e-mails that were sent",
    "exports and backups that are kept elsewhere",
    ...untouched,
    ...(kind === "postgres"
      ? [
          "PostgreSQL's own files: bytes of removed rows stay in freed pages until others are written over them, and in the write-ahead log (pg_wal, its archive, replicas) until it is recycled",
        ]
      : []),
  ];
  await terminal.write(
    (copies.length > 0 ? `Removed from these copies as well: ${copies.join(", ")}\n` : "") +
      (namedIn.length > 0
        ? `The address stands in what others wrote ('show' prints it): ${namedIn.join(", ")}\n`
        : "") +
      `Not reached: ${unreached.join("; ")}.\n`,
  );
}

function limitOf(limit: string | undefined): number {
  if (limit === undefined) return 50;
  if (!/^[1-9]\d{0,6}$/.test(limit)) throw new CommandError(`--limit takes a number, not '${limit}'.`, 2);
  return Number(limit);
}

function formatOf(format = "csv"): "csv" | "json" {
  if (format === "csv" || format === "json") return format;
  throw new CommandError(`--format is csv or json, not '${format}'.`, 2);
}

function tablesOf({ table }: Options): readonly Submission["table"][] {
  if (table === undefined) return submissionTables;
  const known = submissionTables.find((name) => name === table);
  if (known) return [known];
  throw new CommandError(`--table is ${submissionTables.join(" or ")}, not '${table}'.`, 2);
}
