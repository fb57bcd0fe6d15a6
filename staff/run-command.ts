import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Config } from "#server/config.ts";
import { openStore, type Store } from "#server/open-store.ts";
import { redeliver } from "#submissions/mail/redeliver.server.ts";
import type { Submission } from "#submissions/submission.ts";
import { machineClock } from "#system/clock.ts";
import { backupCommand, drillCommand, restoreCommand } from "./copies/copy-commands.ts";
import { inWords } from "./faults.ts";
import { commands, helpText } from "./help.ts";
import { startOf } from "./reading/date.ts";
import { exportRecords } from "./reading/export.ts";
import { findRow } from "./reading/find.ts";
import { listQuarantine, listSubmissions, showRow } from "./reading/lists.ts";
import { listNotifications } from "./reading/mail-list.ts";
import { pageOf } from "./reading/page.ts";
import { submissionTables } from "./reading/records.ts";
import { beginningOf, erasePerson, findPerson } from "./removal/erase.ts";
import { findOlder, purge } from "./removal/purge.ts";
import { checkOverwritten, previewOf, tellLeft, tellRemoved } from "./removal/removal-words.ts";
import { CommandError, type Terminal, visible } from "./terminal.ts";

const options = {
  help: { type: "boolean" },
  json: { type: "boolean" },
  yes: { type: "boolean" },
  "dry-run": { type: "boolean" },
  verify: { type: "boolean" },
  to: { type: "string" },
  keep: { type: "string" },
  limit: { type: "string" },
  page: { type: "string" },
  search: { type: "string" },
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
 * @returns the exit code: 1 when something is to be looked after
 * @throws CommandError in words for the staff
 */
export async function runCommand(
  args: string[],
  config: Config,
  place: Terminal,
  now = machineClock,
): Promise<0 | 1> {
  const terminal = place.isScreen ? harmless(place) : place;
  const { name, word, given } = readArguments(args);
  const call = { config, given, word, terminal, now };
  try {
    if (name === undefined || given.help) await terminal.write(helpText(name));
    else if (name === "backup" || name === "restore" || name === "drill") await copyDatabase(name, call);
    else {
      needsDatabase(config);
      terminal.note?.(`Database: ${nameOf(config.databaseUrl)}\n`);
      const store = await openStore(config, { now, isForStaff: true });
      return await onStore(name, call, store).finally(() => store.connection.close());
    }
    return 0;
  } catch (error) {
    throw inWords(error);
  }
}

/** @throws CommandError where there is no database; only the site itself makes one. */
function needsDatabase({ databaseUrl }: Config): void {
  if (!databaseUrl.startsWith("sqlite:")) return;
  const file = databaseUrl.slice("sqlite:".length);
  const hint = "Are DATA_DIR and DATABASE_URL those of the site?";
  if (!existsSync(file)) throw new CommandError(`There is no database at ${file}. ${hint}`);
  // SQLite would make one of an empty file.
  if (!beginningOf(file).startsWith("SQLite format 3\0"))
    throw new CommandError(`${file} is no SQLite database, or cannot be read. ${hint}`);
}

/** The database's address without the password. */
function nameOf(databaseUrl: string): string {
  if (databaseUrl.startsWith("sqlite:")) return databaseUrl.slice("sqlite:".length);
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

/** A terminal that shows control characters instead of obeying them. */
function harmless(screen: Terminal): Terminal {
  return { ...screen, write: (text) => screen.write(visible(text, { isMultiline: true })) };
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [name, word, ...more] = positionals;
    if (name !== undefined && !commands[name]) throw new Error(`There is no command '${name}'.`);
    const usage = commands[name ?? ""]?.usage ?? "";
    const tooMany = /^\w+ \[?[A-Z]/.test(usage) ? more[0] : word;
    if (tooMany !== undefined) throw new Error(`'${tooMany}' is one word too many.`);
    // Somebody who narrows a command in a way that it does not know would be surprised by what it does.
    const unknown = Object.keys(values).find((option) => option !== "help" && !usage.includes(`--${option}`));
    if (name !== undefined && unknown) throw new Error(`'${name}' has no --${unknown}.`);
    return { name, word, given: values as Options };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${reason}\n\n${helpText()}`, 2);
  }
}

async function onStore(name: string, call: Call, store: Store): Promise<0 | 1> {
  const { given, word, terminal, now } = call;
  const { db } = store.connection;
  const when = now();
  switch (name) {
    case "list":
      await listSubmissions(db, terminal, pageOf(given), when);
      break;
    case "show":
      await showRow(db, terminal, await findRow(db, needed(word, name)), given.json ?? false);
      break;
    case "export":
      await exportRecords(db, terminal, {
        tables: tablesOf(given),
        format: formatOf(given.format),
        since: given.since === undefined ? undefined : startOf(given.since),
      });
      break;
    case "erase":
      await erase(call, store);
      break;
    case "purge":
      await purgeOlder(call, store);
      break;
    case "notifications":
      return (await listNotifications(db, terminal, pageOf(given), when)) ? 1 : 0;
    case "redeliver":
      await sendAgain(store, word, terminal);
      break;
    case "quarantine":
      await listQuarantine(db, terminal, pageOf(given));
      break;
    default: {
      const { id } = await findRow(db, needed(word, name), ["quarantine"]);
      // Imported here, because it loads the forms, which no other command needs.
      const { release } = await import("./release.ts");
      await release(db, store.submissions, id);
      await terminal.write("Released: it is a submission now, and the staff will be told.\n");
    }
  }
  return 0;
}

async function erase({ config, given, word, terminal }: Call, store: Store): Promise<void> {
  const { connection } = store;
  const email = needed(word, "erase");
  if (!email.includes("@"))
    throw new CommandError(`'${email}' is no e-mail address.\n\n${helpText("erase")}`, 2);
  await terminal.write(previewOf(await findPerson(connection.db, email)));
  if (!(await isAgreed(`Remove everything about ${email}?`, given, terminal))) return;
  const erased = await erasePerson(connection, config, store.receipts, email, waitingWords(terminal));
  await tellRemoved(erased, terminal);
  await tellLeft(erased, connection.kind, terminal);
  checkOverwritten(erased);
}

async function purgeOlder({ config, given, terminal, now }: Call, { connection }: Store): Promise<void> {
  if (given.before === undefined)
    throw new CommandError(`Say --before which day.\n\n${helpText("purge")}`, 2);
  const before = startOf(given.before);
  if (before > now().toISOString())
    throw new CommandError(`${given.before} is still to come; name a day that has begun.`, 2);
  await terminal.write(previewOf(await findOlder(connection.db, before)));
  if (!(await isAgreed(`Remove everything that came before ${given.before}?`, given, terminal))) return;
  const purged = await purge(connection, config, before, waitingWords(terminal));
  await tellRemoved(purged, terminal);
  checkOverwritten(purged);
}

function waitingWords(terminal: Terminal): () => void {
  return () => void terminal.write("An e-mail is being sent; waiting for its end.\n");
}

async function sendAgain({ connection: { db }, clock }: Store, word: string | undefined, terminal: Terminal) {
  const row = word === undefined ? undefined : await findRow(db, needed(word, "redeliver"), submissionTables);
  const count = await redeliver(db, clock, row?.id);
  await terminal.write(
    count === 0 && row === undefined
      ? "Nothing was given up or held. What waits is sent by itself; name a submission to hurry its e-mails.\n"
      : `${count} to be sent again. The running site does so within a minute.\n`,
  );
}

async function copyDatabase(name: "backup" | "restore" | "drill", call: Call): Promise<void> {
  const { config, given, word, terminal } = call;
  if (name === "drill") return drillCommand(word, call);
  if (name === "restore") {
    const isAgreedHere = () => isAgreed("Go on?", given, terminal);
    const how = { isOnlyVerified: given.verify ?? false, isAgreed: isAgreedHere };
    return restoreCommand(needed(word, name), how, call);
  }
  needsDatabase(config);
  if (given.keep !== undefined && given.to === undefined)
    throw new CommandError("--keep belongs to --to FOLDER.", 2);
  if (given.to === undefined) return backupCommand({ file: needed(word, name) }, call);
  if (word !== undefined) throw new CommandError("Name a file or --to FOLDER, not both.", 2);
  const { keep } = given;
  if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep))
    throw new CommandError(`--keep takes a number from 1 on, not '${keep}'.`, 2);
  return backupCommand({ folder: given.to, keep: keep === undefined ? undefined : Number(keep) }, call);
}

function needed(word: string | undefined, name: string): string {
  // A script's empty variable names nothing.
  if (!word?.trim()) throw new CommandError(`Something is missing.\n\n${helpText(name)}`, 2);
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
