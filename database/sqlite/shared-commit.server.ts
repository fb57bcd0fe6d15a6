import { CompiledQuery, type DatabaseConnection } from "kysely";
import type { FileConnection } from "./file-connection.server.ts";

/** Transactions that are committed together at most, and for how many milliseconds the first waits for others. */
const most = { members: 16, wait: 10 };

/** After so many rounds of the event loop in which no other came, nobody is waited for any longer; idle ones take some millionths of a second. */
const quietRounds = 32;

/** What was to be committed with a transaction that failed was taken back with it. It may succeed when it is tried again. */
export class TakenBackError extends Error {
  override name = "TakenBackError";
}

interface Open extends PromiseWithResolvers<void> {
  /** Of the first member. */
  connection: DatabaseConnection;
  members: number;
  /** As `performance.now()`. */
  until: number;
  isDue: boolean;
}

/**
 * Lets transactions that come within a moment become durable by one commit, which is most of what a small one costs. Each is a
 * savepoint in a transaction of SQLite, so it can be taken back alone; none ends before the commit. Whoever calls has the
 * connection to himself.
 */
export class SharedCommit {
  readonly #file: FileConnection;
  #open: Open | undefined;

  constructor(file: FileConnection) {
    this.#file = file;
  }

  /** Whether there is something that is not committed. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  async begin(connection: DatabaseConnection): Promise<void> {
    // The connection was closed meanwhile, as its file was lost.
    if (this.#open && !this.#isTransaction) this.abandon();
    if (!this.#open) {
      await connection.executeQuery(CompiledQuery.raw("begin immediate"));
      const until = performance.now() + most.wait;
      this.#open = { ...Promise.withResolvers(), connection, members: 0, until, isDue: false };
      // Nobody waits for it when all were taken back.
      this.#open.promise.catch(() => {});
      this.#watch(this.#open);
    }
    this.#run("savepoint post");
  }

  /** @returns a promise of the commit, which others may join before */
  release(): Promise<void> {
    this.#run("release post");
    if (!this.#open) throw new TakenBackError();
    this.#open.members += 1;
    return this.#open.promise;
  }

  rollback(): void {
    // A full disk makes SQLite roll back by itself, and all that is open with it.
    if (!this.#isTransaction) this.abandon();
    else if (this.#open?.members) {
      this.#run("rollback to post");
      this.#run("release post");
    } else {
      this.#run("rollback");
      this.#settle();
    }
  }

  /** Commits if it is time: before the connection is given to the next one. */
  async endIfDue(): Promise<void> {
    const open = this.#open;
    if (open && (open.isDue || open.members >= most.members)) await this.end();
  }

  /** Commits what is open. Never rejects: whose transaction it is hears what went wrong. */
  async end(): Promise<void> {
    if (!this.#open) return;
    try {
      if (!this.#isTransaction) throw new TakenBackError();
      // A commit may copy the log into the file, which must not happen to another's.
      this.#file.file.assertOwn();
      await this.#open.connection.executeQuery(CompiledQuery.raw("commit"));
      this.#file.file.assertOwn();
      this.#settle();
    } catch (error) {
      this.#takeAllBack();
      this.#settle(error);
    }
  }

  /** For a connection that is closed: SQLite takes back what is open. */
  abandon(): void {
    this.#settle(new TakenBackError());
  }

  #takeAllBack(): void {
    try {
      if (this.#isTransaction) this.#run("rollback");
    } catch {
      // What kept it from being committed is what is told.
    }
  }

  /** For what waits for nobody else. */
  #run(sql: string): void {
    this.#file.prepare(sql).run([]);
  }

  get #isTransaction(): boolean {
    return this.#file.database?.isTransaction ?? false;
  }

  #settle(error?: unknown): void {
    const open = this.#open;
    this.#open = undefined;
    if (error === undefined) open?.resolve();
    else open?.reject(error);
  }

  /** Ends it when nobody has come for a while. Who has the connection then does so, unless the file is lost to him. */
  #watch(open: Open, rounds = 0, members = 0): void {
    setImmediate(() => {
      if (this.#open !== open) return;
      const quiet = open.members === members ? rounds + 1 : 0;
      if (quiet < quietRounds && performance.now() < open.until) this.#watch(open, quiet, open.members);
      else if (this.#file.isLent) {
        open.isDue = true;
        setTimeout(() => this.#watch(open), most.wait).unref();
      } else {
        this.#file.isLent = true;
        void this.end().finally(() => this.#file.release());
      }
    });
  }
}
