import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import type { DatabaseKind } from "#app/db/migrations/column-types.ts";
import type { Submission } from "#app/submissions/submission.ts";
import type { Config } from "../config.ts";
import { openStore, type Store } from "../open-store.ts";
import { backUp, contentsOf, restore, verify } from "./backup.ts";
import { shortTime, startOf } from "./date.ts";
import { type Erased, erasePerson, type Found, findOlder, findPerson, purge, type Removed } from "./erase.ts";
import { exportRecords } from "./export.ts";
import { findRow } from "./find.ts";
import { commands, helpText } from "./help.ts";
import { listNotifications, listQuarantine, listSubmissions, type Page, showRow } from "./lists.ts";
import { submissionTables } from "./records.ts";
import { CommandError, type Terminal, visible } from "./terminal.ts";

const options = {
  help: { type: "boolean" },
  json: { type: "boolean" },
  yes: { type: "boolean" },
  "dry-run": { type: "boolean" },
  verify: { type: "boolean" },
  limit: { type: "string" },
  page: { type: "string" },
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
  now: () => Date;
}

/**
 * Carries out one of the staff's commands; docs/specification.md, 'Commands for staff'.
 *
 * @param args what was typed after `npm run submissions --`
 * @throws CommandError in words for the staff
 */
export async function runCommand(
  args: string[],
  config: Config,
  place: Terminal,
  now = () => new Date(),
): Promise<void> {
  const terminal = place.isScreen ? harmless(place) : place;
  const { name, word, given } = readArguments(args);
  if (name === undefined || given.help) return terminal.write(helpText(name));
  const call = { config, given, word, terminal, now };
  try {
    if (name === "backup" || name === "restore") return await copyDatabase(name, call);
    needsDatabase(config);
    terminal.note?.(`Database: ${nameOf(config.databaseUrl)}\n`);
    const store = await openStore(config, { now, isForStaff: true });
    await onStore(name, call, store).finally(() => store.connection.close());
  } catch (error) {
    throw inWords(error);
  }
}

/** @throws CommandError where there is no database; only the site itself makes one. */
function needsDatabase({ databaseUrl }: Config): void {
  const file = databaseUrl.startsWith("sqlite:") ? databaseUrl.slice("sqlite:".length) : undefined;
  if (file && !existsSync(file))
    throw new CommandError(
      `There is no database at ${file}. Are DATA_DIR and DATABASE_URL those of the site?`,
    );
}

/** The database's address without the password. */
function nameOf(databaseUrl: string): string {
  if (databaseUrl.startsWith("sqlite:")) return databaseUrl.slice("sqlite:".length);
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

/** Turns errors of files and databases into words for the staff; other errors keep their stack. */
function inWords(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CommandError || !("code" in error)) return error;
  const { code, message, path = "" } = error as NodeJS.ErrnoException;
  const reason = code && fileFaults[code];
  if (reason) return new CommandError(`${path}: ${reason}.`);
  if (code === "ERR_SQLITE_ERROR") return new CommandError(`The database: ${message}.`);
  // SQLSTATE
  return /^[\dA-Z]{5}$/.test(code ?? "") && "severity" in error
    ? new CommandError(`The database: ${message} (${code}).`)
    : error;
}

const fileFaults: Record<string, string> = {
  ENOSPC: "there is no room left on the disk",
  EDQUOT: "there is no room left for this account",
  EFBIG: "the file is too large",
  EACCES: "this account has no right to it",
  EPERM: "this account has no right to it",
  EROFS: "nothing can be written there",
  ENOENT: "there is no such file or folder",
  ENOTDIR: "what should be a folder is a file",
  EISDIR: "this is a folder",
};

/** A terminal that shows control characters instead of obeying them. */
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

async function onStore(
  name: string,
  { config, given, word, terminal, now }: Call,
  store: Store,
): Promise<void> {
  const { connection } = store;
  const { db } = connection;
  const onWait = () => void terminal.write("An e-mail is being sent; waiting for its end.\n");
  switch (name) {
    case "list":
      return listSubmissions(db, terminal, pageOf(given));
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
      await terminal.write(previewOf(await findPerson(db, email)));
      if (!(await isAgreed(`Remove everything about ${email}?`, given, terminal))) return;
      const erased = await erasePerson(connection, config, store.receipts, email, onWait);
      await tellRemoved(erased, terminal);
      await tellLeft(erased, connection.kind, terminal);
      return checkOverwritten(erased);
    }
    case "purge": {
      if (given.before === undefined)
        throw new CommandError(`Say --before which day.\n\n${helpText(name)}`, 2);
      const before = startOf(given.before);
      if (before > now().toISOString())
        throw new CommandError(`${given.before} is still to come; name a day that has begun.`, 2);
      await terminal.write(previewOf(await findOlder(db, before)));
      if (!(await isAgreed(`Remove everything that came before ${given.before}?`, given, terminal))) return;
      const purged = await purge(connection, config, before, onWait);
      await tellRemoved(purged, terminal);
      return checkOverwritten(purged);
    }
    case "notifications":
      return listNotifications(db, terminal, pageOf(given));
    case "redeliver":
      return redeliver(store, word, terminal);
    case "quarantine":
      return listQuarantine(db, terminal, pageOf(given));
    default: {
      const { id } = await findRow(db, needed(word, name), ["quarantine"]);
      // Imported here, because it loads the forms, which no other command needs.
      const { release } = await import("./release.ts");
      await release(db, store.submissions, id);
      return terminal.write("Released: it is a submission now, and the staff will be told.\n");
    }
  }
}

/** A confirmation is sent once, so only one that was never sent is sent again. Mails being sent are left alone. */
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
  if (name === "backup") {
    needsDatabase(config);
    return terminal.write(`${file} is whole:\n${counts(await backUp(databaseFile, file))}`);
  }
  const contents = counts(verify(file));
  if (given.verify) return terminal.write(`${file} is whole:\n${contents}`);
  const present = existsSync(databaseFile)
    ? `it holds\n${counts(contentsOf(databaseFile))}`
    : "there is none\n";
  await terminal.write(`This puts ${file}\n${contents}in the place of ${databaseFile}; ${present}`);
  if (!(await isAgreed("Go on?", given, terminal))) return;
  const old = await restore(file, databaseFile);
  await terminal.write(`Restored:\n${contents}${old ? `The database before is kept in ${old}\n` : ""}`);
}

function needed(word: string | undefined, name: string): string {
  if (word === undefined) throw new CommandError(`Something is missing.\n\n${helpText(name)}`, 2);
  return word;
}

/**
 * Whether somebody agreed: by `--yes`, or by answering at the terminal.
 *
 * @returns false for a dry run
 * @throws CommandError when nobody agreed
 */
async function isAgreed(question: string, given: Options, terminal: Terminal): Promise<boolean> {
  if (given["dry-run"]) return false;
  if (given.yes) return true;
  if (!terminal.confirm)
    throw new CommandError("Nothing was changed: nobody can be asked here. Add --yes.", 2);
  if (await terminal.confirm(question)) return true;
  throw new CommandError("Nothing was changed.");
}

function previewOf({ first, last, ...rows }: Found): string {
  const times = first && last ? `, which came from ${shortTime(first)} to ${shortTime(last)}` : "";
  return `This removes ${amounts(rows)}${times}.\n`;
}

async function tellRemoved(removed: Removed, terminal: Terminal) {
  await terminal.write(`Removed ${amounts(removed)}, ${amount(removed.mails, "file")} of e-mails.\n`);
}

function amounts({ submissions, notifications, quarantine }: Omit<Found, "first" | "last">): string {
  return [
    amount(submissions, "submission"),
    amount(notifications, "notification"),
    amount(quarantine, "quarantined post"),
  ].join(", ");
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** @throws CommandError when the rows are removed but their words are still in a file */
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

/** Rows that a list shows at most: all are in memory at once. */
const longestPage = 1_000;

function pageOf({ limit = "50", page = "1", json = false }: Options): Page {
  const isNumber = /^[1-9]\d{0,6}$/;
  if (!isNumber.test(limit) || Number(limit) > longestPage)
    throw new CommandError(
      `--limit takes a number up to ${longestPage}, not '${limit}'; --page 2 and so on shows more.`,
      2,
    );
  if (!isNumber.test(page)) throw new CommandError(`--page takes a number, not '${page}'.`, 2);
  return { limit: Number(limit), offset: (Number(page) - 1) * Number(limit), isJson: json };
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
