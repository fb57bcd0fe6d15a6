import { randomBytes, randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { diskSpace } from "#system/disk-space.ts";
import { assertNothingHidden } from "./hidden-rows.server.ts";
import { isUpToDate } from "./migrate.server.ts";
import type { DatabaseKind } from "./migrations/column-types.ts";
import { type Database, postTables } from "./schema.ts";

/** For so many milliseconds a write is believed that succeeded, so that whoever asks often has nothing written. */
const believed = 5_000;

/** Bytes that are free on the disk of an SQLite file while the site is ready: what the longest forms need, several times over. */
const leastRoom = 1024 * 1024;

/** Bytes of a long form's answers. */
const longForm = 12_000;

interface ReadinessOptions {
  /** A connection of its own, so that it does not wait behind visitors, and not for long. */
  db: Kysely<Database>;
  kind: DatabaseKind;
  /** Where an SQLite file lies. */
  folder?: string | undefined;
}

/** Tries what a form post needs. */
export class Readiness {
  readonly #options: ReadinessOptions;
  /** Of a row that goes with the next counts that are over. Instances do not wait for each other's. */
  readonly #key = `readiness:${randomUUID()}`;
  /** As `performance.now()`. */
  #written = Number.NEGATIVE_INFINITY;
  #isDoubted = false;
  #checking: Promise<boolean> | undefined;

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  /** Something could not be stored: what was tried before counts no more, and a form's length is tried as well. */
  doubt(): void {
    this.#isDoubted = true;
  }

  /** See `Connection.check`. Concurrent callers share one check. */
  check(): Promise<boolean> {
    this.#checking ??= this.#try().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #try(): Promise<boolean> {
    const { db, kind, folder } = this.#options;
    const isDoubted = this.#isDoubted;
    const isBelieved = !isDoubted && performance.now() - this.#written < believed;
    if (folder !== undefined && (await diskSpace(folder)).free < leastRoom)
      throw new Error("there is no room on the database's disk");
    if (isBelieved && kind === "sqlite") await takeLock(db);
    else {
      this.#isDoubted = false;
      try {
        await db.transaction().execute(async (transaction) => {
          if (kind === "postgres") {
            await tryStatements(transaction);
            await assertNothingHidden(transaction);
          }
          if (isDoubted) await tryRoom(transaction);
          if (!isBelieved) await this.#write(transaction);
        });
      } catch (error) {
        this.#isDoubted ||= isDoubted;
        this.#written = Number.NEGATIVE_INFINITY;
        throw error;
      }
      if (!isBelieved) this.#written = performance.now();
    }
    return isUpToDate(db, kind);
  }

  async #write(transaction: Transaction<Database>): Promise<void> {
    await transaction
      .insertInto("rate_limits")
      .values({ key: this.#key, points: 1, expires_at: 0 })
      .onConflict((conflict) =>
        conflict
          .column("key")
          .doUpdateSet(({ eb, ref }) => ({ points: eb("rate_limits.points", "+", ref("excluded.points")) })),
      )
      .execute();
  }
}

/** The lock that a post needs on SQLite, given back at once. */
async function takeLock(db: Kysely<Database>): Promise<void> {
  await db.connection().execute(async (session) => {
    await sql`begin immediate`.execute(session);
    await sql`rollback`.execute(session);
  });
}

/** Runs the statements of a post for no row: they are refused where a post would be refused. */
async function tryStatements(transaction: Transaction<Database>): Promise<void> {
  const keys = {
    rate_limits: "key",
    submission_keys: "submission_id",
    ...Object.fromEntries(postTables.map((table) => [table, "id"])),
    notifications: "id",
  };
  for (const [name, column] of Object.entries(keys)) {
    const [table, key] = [sql.table(name), sql.ref(column)];
    await sql`insert into ${table} (${key}) select ${key} from ${table} where false`.execute(transaction);
  }
}

/** Writes what is as long as a form, and takes it back: on PostgreSQL files have grown by then. */
async function tryRoom(transaction: Transaction<Database>): Promise<void> {
  const id = randomUUID();
  const fields = randomBytes(longForm).toString("base64");
  await transaction
    .insertInto("quarantine")
    .values({ id, created_at: new Date(0).toISOString(), form_type: "", reason: "", email: "", fields })
    .execute();
  await transaction.deleteFrom("quarantine").where("id", "=", id).execute();
}
