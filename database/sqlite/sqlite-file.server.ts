import { closeSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { FileConnection } from "./file-connection.server.ts";
import { FileWatch, type Trouble } from "./file-watch.server.ts";
import { closeUnwritten, keepLog, openDatabase, openSound, placeOf } from "./open-sqlite.server.ts";

/** The file on the disk is no longer the one that is open: whatever is written now would be lost at the next start. */
export class LostFileError extends Error {
  override name = "LostFileError";
}

const temporaryInMemory = "pragma temp_store = memory";

const words: Record<Trouble, string> = {
  moved: "the database file was removed or replaced under the running site",
  overwritten: "something else has written over the database file or its log under the running site",
};

/** A database file with the connections that this process has to it. Each is opened when it is first used. */
export class SqliteFile {
  readonly path: string;
  readonly #onTrouble: (message: string) => void;
  readonly #connections = new Set<FileConnection>();
  readonly #watch: FileWatch;
  #trouble: Trouble | undefined;
  #keepsInMemory = false;
  /** Sizes and times of files that are damaged: they are tried again when these have changed. */
  #damaged: string | undefined;

  /**
   * @param path file, or `:memory:`
   * @param onTrouble called when the file was removed, replaced or overwritten, and when it is back
   */
  constructor(path: string, onTrouble: (message: string) => void = () => {}) {
    this.path = path;
    this.#onTrouble = onTrouble;
    this.#watch = new FileWatch(path);
  }

  connect(): FileConnection {
    const connection = new FileConnection(this);
    this.#connections.add(connection);
    return connection;
  }

  /**
   * From now on what a post may have to take back alone is kept in memory: not in a deleted file outside of DATA_DIR, which nothing
   * overwrites, and which costs a fifth of a post.
   */
  keepInMemory(): void {
    this.#keepsInMemory = true;
    for (const { database } of this.#connections) database?.exec(temporaryInMemory);
  }

  /** Closes a connection for good. */
  end(connection: FileConnection): void {
    try {
      if (connection.database) this.assertOwn();
      connection.close();
    } catch {
      // What the log holds has to go where it belongs before the last connection writes it into the file.
      this.#closeAll();
      this.#reopen()?.close();
    }
    this.#connections.delete(connection);
    if (![...this.#connections].some(({ database }) => database)) this.#watch.stop();
  }

  /** @throws LostFileError when the file is not the one that was opened, or not SQLite alone has written into it */
  assertOwn(): void {
    const trouble = this.#trouble ?? this.#watch.check();
    if (!trouble) return;
    if (!this.#trouble) this.#onTrouble(`${words[trouble]}: nothing is taken until a sound one is there`);
    this.#trouble = trouble;
    throw new LostFileError(words[trouble]);
  }

  /**
   * Opens a connection before it is used; if the file was replaced or overwritten, what is there now. Connections with two
   * different write-ahead logs would corrupt the data, so all others are closed first.
   *
   * @throws LostFileError while there is no sound file, or another connection is in use
   */
  open(connection: FileConnection): DatabaseSync {
    try {
      this.assertOwn();
      if (connection.database) return connection.database;
      connection.database = openDatabase(this.path);
    } catch (error) {
      if (!(error instanceof LostFileError)) throw error;
      for (const other of this.#connections) if (other !== connection && other.isLent) throw error;
      this.#closeAll();
      connection.database = this.#reopen();
      if (!connection.database) throw error;
      this.#onTrouble("the database file that is there now was opened");
      this.#trouble = undefined;
      this.#damaged = undefined;
    }
    if (this.#keepsInMemory) connection.database.exec(temporaryInMemory);
    this.#watch.start();
    return connection.database;
  }

  #closeAll(): void {
    const close = () => {
      for (const connection of this.#connections) connection.close();
    };
    const isOpen = [...this.#connections].some(({ database }) => database);
    if (isOpen && this.#trouble === "overwritten") closeUnwritten(this.path, close);
    else close();
    this.#watch.stop();
  }

  /**
   * Opens what is there: with its log if that makes a sound database, as it does where the same content was written again;
   * else without it, for SQLite would play the log of the database that is gone into the one that came in its place, and
   * destroy it. The log may hold what nobody else has: it is kept.
   *
   * @returns undefined when the file is not there, may not be written to, or is damaged
   */
  #reopen(): DatabaseSync | undefined {
    // SQLite deletes the log of an empty file, and opens one that may only be read for reading alone, until it is closed.
    if (!sizeOf(this.path) || !mayWrite(this.path) || this.#damaged === this.#version()) return undefined;
    const place = placeOf(this.path);
    const hasLog = sizeOf(`${place}-wal`) !== undefined;
    const isAnother = this.#watch.isAnotherDatabase;
    // Even an empty one: somebody may be copying into it just now.
    const isLogForeign = isAnother ? this.#watch.isOpenedLog : !this.#damaged && this.#watch.isLogSpent;
    const withLog = hasLog && isLogForeign ? undefined : openSound(this.path);
    if (withLog) return withLog;
    const kept = hasLog ? keepLog(this.path) : undefined;
    rmSync(`${place}-shm`, { force: true });
    const alone = kept ? openSound(this.path) : undefined;
    if (alone) {
      this.#onTrouble(
        isAnother
          ? `another database file was put in place; what the lost one had written last is kept in ${kept}`
          : `the log beside the database file does not belong to it, and is kept in ${kept}`,
      );
      return alone;
    }
    if (kept) renameSync(kept, `${place}-wal`);
    this.#damaged = this.#version();
    this.#onTrouble("the database file is damaged: nothing is taken until a sound one is there");
    return undefined;
  }

  #version(): string {
    const times = [this.path, `${placeOf(this.path)}-wal`].map((file) => {
      const status = statSync(file, { bigint: true, throwIfNoEntry: false });
      return `${status?.ino}:${status?.mtimeNs}:${status?.size}`;
    });
    return times.join();
  }
}

/** Whoever closes a file loses his locks on it (POSIX): while no connection is open. */
function mayWrite(file: string): boolean {
  try {
    closeSync(openSync(file, "r+"));
    return true;
  } catch {
    return false;
  }
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size;
}
