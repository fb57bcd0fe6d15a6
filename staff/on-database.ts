import { resolve } from "node:path";
import { type Config, isSending, mailDirOf } from "#server/config.ts";
import { openStore, type Store } from "#server/open-store.ts";
import type { Call, Command, OptionName } from "./command.ts";
import { beginningOf, isThere, sqliteBeginning } from "./files.ts";
import { CommandError, type Terminal } from "./terminal.ts";

/**
 * What a command does with the site's database: it is told which one that is, and closes it at the end.
 *
 * @param read what is asked for; it refuses what cannot be meant before there is a database to be looked for
 */
export function onDatabase<Name extends OptionName, Asked>(
  read: (call: Call<Name>) => Asked,
  work: (asked: Asked, store: Store, call: Call<Name>) => ReturnType<Command["run"]>,
): Command<Name>["run"] {
  return async (call) => {
    const { config, terminal, now } = call;
    const asked = read(call);
    needsDatabase(config);
    tellDatabase(config, terminal);
    const store = await openStore(config, { now, isForStaff: true });
    return await work(asked, store, call).finally(() => store.connection.close());
  };
}

export function tellDatabase({ databaseUrl }: Config, terminal: Terminal): void {
  terminal.note?.(`Database: ${nameOf(databaseUrl)}\n`, "context");
}

/** Says of e-mails that are called sent that nobody was sent them. */
export function tellMailFiles(config: Config, terminal: Terminal): void {
  if (!isSending(config))
    terminal.note?.(
      `E-mails: SMTP_URL is not set here, so they become files in ${mailDirOf(config)}, which nobody is sent\n`,
      "context",
    );
}

/** @throws CommandError where there is no database; only the site itself makes one. */
export function needsDatabase({ databaseUrl }: Pick<Config, "databaseUrl">): void {
  if (!databaseUrl.startsWith("sqlite:")) return;
  const file = databaseUrl.slice("sqlite:".length);
  const hint = "Are DATA_DIR and DATABASE_URL those of the site?";
  if (!isThere(file)) throw new CommandError(`There is no database at ${resolve(file)}. ${hint}`);
  // SQLite would make one of an empty file.
  if (!beginningOf(file).startsWith(sqliteBeginning))
    throw new CommandError(`${file} is no SQLite database. ${hint}`);
}

/** The database's address without the password. */
export function nameOf(databaseUrl: string): string {
  if (databaseUrl.startsWith("sqlite:")) return databaseUrl.slice("sqlite:".length);
  return `${serverOf(databaseUrl)}${new URL(databaseUrl).pathname}`;
}

/** Where a PostgreSQL server is: host and port, or the folder of its socket, which stands in the query. */
export function serverOf(databaseUrl: string): string {
  const { host, searchParams } = new URL(databaseUrl);
  return host || (searchParams.get("host") ?? "this machine");
}

/**
 * @returns the path of a file or folder that was typed, absolute
 * @throws CommandError when it is missing
 */
export function neededPath(word: string | undefined, what: string, { folder = "" }: Terminal): string {
  return resolve(folder, needed(word, what));
}

/** @throws CommandError when the word is missing; a script's empty variable names nothing */
export function needed(word: string | undefined, what: string): string {
  const trimmed = word?.trim();
  if (!trimmed) throw new CommandError(`${what} is missing.`, 2);
  return trimmed;
}
