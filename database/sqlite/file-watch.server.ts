import { existsSync, lstatSync, statSync } from "node:fs";
import { placeOf } from "./open-sqlite.server.ts";
import { type LogState, WalFile, WalIndex } from "./wal-index.server.ts";

/**
 * `overwritten`: by something that is not SQLite, which writes into the database only while it notes so in the log's index, and
 * notes there where the log begins and ends.
 */
export type Trouble = "moved" | "overwritten";

interface State {
  /** Where the path leads: beside it lies the log. */
  place: string;
  /** By device and inode; undefined when it is not there. */
  database: string | undefined;
  log: string | undefined;
  /** When the database was last written to, and its size. */
  written: string;
  index: LogState | undefined;
}

/** Tells whether the files of an open database are still those that were opened, and whether SQLite alone wrote into them. */
export class FileWatch {
  readonly #path: string;
  #index: WalIndex | undefined;
  #log: WalFile | undefined;
  #seen: State | undefined;
  #isLogSpent = false;

  /** @param path file, or `:memory:` */
  constructor(path: string) {
    this.#path = path;
  }

  /** Where another file lies than the one that was opened, the log that it left behind is not its own. */
  get isAnotherDatabase(): boolean {
    return this.#seen !== undefined && this.#seen.database !== this.#look().database;
  }

  get isOpenedLog(): boolean {
    const { log } = this.#look();
    return log !== undefined && log === this.#seen?.log;
  }

  /** Whether all that is in the log that was written over the own one had been copied into the database: read again, it would undo what came after. */
  get isLogSpent(): boolean {
    return this.#isLogSpent;
  }

  /** From now on: a connection was opened. */
  start(): void {
    if (this.#path === ":memory:") return;
    this.#isLogSpent = false;
    const place = placeOf(this.#path);
    // A file system without shared memory has no log either.
    if (existsSync(`${place}-shm`)) {
      this.#index ??= new WalIndex(`${place}-shm`);
      this.#log ??= new WalFile(`${place}-wal`);
    }
    this.#seen = this.#look();
  }

  /** After the last connection was closed. */
  stop(): void {
    this.#index?.close();
    this.#log?.close();
    this.#index = undefined;
    this.#log = undefined;
  }

  /** Some calls that ask for what is in memory. What SQLite has done is known from then on. */
  check(): Trouble | undefined {
    const seen = this.#seen;
    if (!seen) return undefined;
    const now = this.#look();
    if (now.database !== seen.database || now.place !== seen.place) return "moved";
    if (this.#index && now.written !== seen.written && !isExplained(seen.index, this.#index.read()))
      return "overwritten";
    if (now.log !== seen.log) return "moved";
    if (now.index && !this.#hasOwnLog(now.index)) return "overwritten";
    // What cannot be read just now explains nothing later.
    this.#seen = now.index ? now : seen;
    return undefined;
  }

  /** Whether the log is that of which the index tells. Another process may have begun it anew since: the index says so first. */
  #hasOwnLog(index: LogState): boolean {
    if (!this.#log || this.#log.isOf(index)) return true;
    const now = this.#index?.read();
    if (now?.end !== index.end || now.frames !== index.frames)
      return now === undefined || this.#hasOwnLog(now);
    this.#isLogSpent = !this.#log.hasMoreThanCopied(index);
    return false;
  }

  /** The index is read first: what is copied after that changes it. */
  #look(): State {
    const index = this.#index?.read();
    let place = this.#path;
    let database = lstatSync(place, { bigint: true, throwIfNoEntry: false });
    if (database?.isSymbolicLink()) {
      place = placeOf(place);
      database = statSync(place, { bigint: true, throwIfNoEntry: false });
    }
    const log = statSync(`${place}-wal`, { bigint: true, throwIfNoEntry: false });
    return {
      place,
      database: database && `${database.dev}:${database.ino}`,
      log: log && `${log.dev}:${log.ino}`,
      written: `${database?.mtimeNs}:${database?.size}`,
      index,
    };
  }
}

/** Whether somebody's checkpoint has written into the database since, or is about to: it notes so before and after. */
function isExplained(before: LogState | undefined, now: LogState | undefined): boolean {
  if (!before || !now) return true;
  return now.salts !== before.salts || now.copied !== before.copied || now.copied < now.begun;
}
