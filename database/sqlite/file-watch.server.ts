import { existsSync, statSync } from "node:fs";
import { type LogState, WalIndex } from "./wal-index.server.ts";

/** `overwritten`: by something that is not SQLite, which writes into the database only while it notes so in the log's index. */
export type Trouble = "moved" | "overwritten";

interface State {
  /** By device and inode; undefined when it is not there. */
  database: string | undefined;
  log: string | undefined;
  /** When the database was last written to, and its size. */
  written: string;
  logSize: bigint;
  index: LogState | undefined;
}

/** Tells whether the files of an open database are still those that were opened, and whether SQLite alone wrote into them. */
export class FileWatch {
  readonly #path: string;
  #index: WalIndex | undefined;
  #seen: State | undefined;

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

  /** From now on: a connection was opened. */
  start(): void {
    if (this.#path === ":memory:") return;
    const file = `${this.#path}-shm`;
    // A file system without shared memory has no log either.
    if (!this.#index && existsSync(file)) this.#index = new WalIndex(file);
    this.#seen = this.#look();
  }

  /** After the last connection was closed. */
  stop(): void {
    this.#index?.close();
    this.#index = undefined;
  }

  /** Two `stat` calls and a read of some bytes that are in memory. What SQLite has done is known from then on. */
  check(): Trouble | undefined {
    const seen = this.#seen;
    if (!seen) return undefined;
    const now = this.#look();
    if (now.database !== seen.database) return "moved";
    if (this.#index && now.written !== seen.written && !isExplained(seen.index, this.#index.read()))
      return "overwritten";
    if (now.log !== seen.log) return "moved";
    // Another process may have emptied the log since its index was read.
    if (now.index && now.logSize < now.index.leastSize && this.#index?.read()?.salts === now.index.salts)
      return "overwritten";
    // What cannot be read just now explains nothing later.
    this.#seen = now.index ? now : seen;
    return undefined;
  }

  /** The index is read first: what is copied after that changes it. */
  #look(): State {
    const index = this.#index?.read();
    const database = statSync(this.#path, { bigint: true, throwIfNoEntry: false });
    const log = statSync(`${this.#path}-wal`, { bigint: true, throwIfNoEntry: false });
    return {
      database: database && `${database.dev}:${database.ino}`,
      log: log && `${log.dev}:${log.ino}`,
      written: `${database?.mtimeNs}:${database?.size}`,
      logSize: log?.size ?? 0n,
      index,
    };
  }
}

/** Whether somebody's checkpoint has written into the database since, or is about to: it notes so before and after. */
function isExplained(before: LogState | undefined, now: LogState | undefined): boolean {
  if (!before || !now) return true;
  return (
    now.salts !== before.salts ||
    now.copied !== before.copied ||
    now.begun !== before.begun ||
    now.copied < now.begun
  );
}
