import { createHmac } from "node:crypto";
import type { Kysely } from "kysely";
import { clockSkew, type DatabaseClock } from "#database/clock.server.ts";
import type { Database } from "#database/schema.ts";

/** Something that is counted: a client, or a group that it belongs to. */
interface Tier {
  key: string;
  /** How many are allowed in the window; 0 allows all. */
  points: number;
}

interface RateLimitOptions {
  db: Kysely<Database>;
  clock: DatabaseClock;
  /** What is counted; part of the keys. */
  name: string;
  /** What a client counts as: itself first, then the groups that it belongs to. */
  tiers: (client: string) => Tier[];
  /** Length of the window in seconds. It begins with the first one. */
  duration: number;
  /** Shared by all instances and not in the database: only keyed hashes of clients are stored. */
  secret: string | Buffer;
  /**
   * How long a visitor waits for a count that is no part of a transaction, in milliseconds: what a slow database has not said by then
   * is taken for allowed. Without it, for as long as it takes.
   */
  timeout?: number;
}

/** How often a client may do something, counted in the database, so that all instances count together. */
export class RateLimit {
  readonly #options: RateLimitOptions;

  constructor(options: RateLimitOptions) {
    this.#options = options;
  }

  /**
   * Counts one. If one tier refuses, the wider ones are not counted, so that nobody uses up a shared limit.
   *
   * @param client any text, for example an address; only its keyed hash is stored
   * @param db the transaction that this is part of, if any
   * @returns 0 when it is allowed, otherwise the seconds to wait
   */
  take(client: string, db?: Kysely<Database>): Promise<number> {
    return db ? this.#take(client, db) : this.#inTime(this.#take(client, this.#options.db));
  }

  /** The seconds to wait for a client with more than twice as many points as allowed, otherwise 0. Counts nothing. */
  spent(client: string): Promise<number> {
    return this.#inTime(this.#spent(client));
  }

  /** Removes what was counted of a client itself. */
  async forget(client: string, db: Kysely<Database> = this.#options.db): Promise<void> {
    const [own] = this.#options.tiers(client);
    if (own) await db.deleteFrom("rate_limits").where("key", "=", this.#keyOf(own.key)).execute();
  }

  async #inTime(count: Promise<number>): Promise<number> {
    const { timeout } = this.#options;
    if (timeout === undefined) return count;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<number>((resolve) => {
      timer = setTimeout(() => resolve(0), timeout);
    });
    return Promise.race([count, late]).finally(() => clearTimeout(timer));
  }

  async #take(client: string, db: Kysely<Database>): Promise<number> {
    const now = (await this.#options.clock(db)).getTime();
    for (const { key, points } of this.#options.tiers(client)) {
      if (points === 0) continue;
      const row = await this.#count(this.#keyOf(key), now, db);
      if (row.points > points) return Math.ceil((Number(row.expires_at) - now) / 1_000);
    }
    return 0;
  }

  async #spent(client: string): Promise<number> {
    const { db, clock } = this.#options;
    const [own] = this.#options.tiers(client);
    if (!own || own.points === 0) return 0;
    const row = await db
      .selectFrom("rate_limits")
      .select(["points", "expires_at"])
      .where("key", "=", this.#keyOf(own.key))
      .where("points", ">", 2 * own.points)
      .executeTakeFirst();
    if (!row) return 0;
    const wait = Number(row.expires_at) - (await clock(db)).getTime();
    return wait > this.#options.duration * 1_000 + clockSkew ? 0 : Math.max(0, Math.ceil(wait / 1_000));
  }

  /** Adds a point, or begins a new window with it: one statement for SQLite and PostgreSQL. */
  #count(key: string, now: number, db: Kysely<Database>) {
    const end = now + this.#options.duration * 1_000;
    return db
      .insertInto("rate_limits")
      .values({ key, points: 1, expires_at: end })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet(({ eb, or, ref }) => {
          const isOver = or([
            eb(ref("rate_limits.expires_at"), "<=", now),
            eb(ref("rate_limits.expires_at"), ">", end + clockSkew),
          ]);
          return {
            points: eb
              .case()
              .when(isOver)
              .then(ref("excluded.points"))
              .else(eb(ref("rate_limits.points"), "+", ref("excluded.points")))
              .end(),
            expires_at: eb
              .case()
              .when(isOver)
              .then(ref("excluded.expires_at"))
              .else(ref("rate_limits.expires_at"))
              .end(),
          };
        }),
      )
      .returning(["points", "expires_at"])
      .executeTakeFirstOrThrow();
  }

  #keyOf(key: string): string {
    const { name, secret } = this.#options;
    return `${name}:${createHmac("sha256", secret).update(key).digest("base64url")}`;
  }
}

/** Removes the counts whose window is over, of every limit. */
export async function forgetExpired(db: Kysely<Database>, clock: DatabaseClock): Promise<void> {
  const now = await clock(db);
  await db.deleteFrom("rate_limits").where("expires_at", "<=", now.getTime()).execute();
}
