import { createHmac } from "node:crypto";
import type { Kysely } from "kysely";
import { RateLimiterRes } from "rate-limiter-flexible";
import RateLimiterStoreAbstract from "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js";
import type { Database } from "#app/db/schema.ts";

interface RateLimitOptions {
  db: Kysely<Database>;
  now: () => Date;
  /** What is counted; part of the keys. */
  name: string;
  /** How many are allowed in the window; 0 allows all. */
  points: number;
  /** Length of the window in seconds. It begins with the first one. */
  duration: number;
  /** Shared by all instances: only keyed hashes of clients are stored. */
  secret: string;
}

/** How often a client may do something, counted in the database, so that all instances count together. */
export class RateLimit {
  readonly #options: RateLimitOptions;
  readonly #limiter: DatabaseRateLimiter;

  constructor(options: RateLimitOptions) {
    this.#options = options;
    this.#limiter = new DatabaseRateLimiter(options);
  }

  /**
   * Counts one.
   *
   * @param client an address of whatever kind; only its keyed hash is stored
   * @param db the transaction that this is part of, if any
   * @returns 0 when it is allowed, otherwise the seconds to wait
   */
  async take(client: string, db: Kysely<Database> = this.#options.db): Promise<number> {
    if (this.#options.points === 0) return 0;
    try {
      await this.#limiter.consume(this.#keyOf(client), 1, { db });
      return 0;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    }
  }

  /** Removes what was counted of a client. */
  async forget(client: string, db: Kysely<Database> = this.#options.db): Promise<void> {
    await db
      .deleteFrom("rate_limits")
      .where("key", "=", `${this.#options.name}:${this.#keyOf(client)}`)
      .execute();
  }

  #keyOf(client: string): string {
    return createHmac("sha256", this.#options.secret).update(client).digest("base64url");
  }
}

interface Counter {
  points: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** rate-limiter-flexible on the site's own database: one statement for SQLite and PostgreSQL. */
class DatabaseRateLimiter extends RateLimiterStoreAbstract {
  readonly #now: () => Date;

  constructor({ name, points, duration, now }: RateLimitOptions) {
    super({ keyPrefix: name, points, duration });
    this.#now = now;
  }

  /** Called by `consume`; the library's name for 'add these points, or begin a new window with them'. */
  protected async _upsert(
    key: string,
    points: number,
    duration: number,
    _forceExpire: boolean,
    { db }: { db: Kysely<Database> },
  ): Promise<Counter> {
    const now = this.#now().getTime();
    const row = await db
      .insertInto("rate_limits")
      .values({ key, points, expires_at: now + duration })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet(({ eb, ref }) => {
          const isOver = eb(ref("rate_limits.expires_at"), "<=", now);
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
    // A new client is the occasion to forget those whose window is over.
    if (row.points === points) await db.deleteFrom("rate_limits").where("expires_at", "<=", now).execute();
    return { points: row.points, expiresAt: Number(row.expires_at) };
  }

  protected _getRateLimiterRes(_key: string, changed: number, { points, expiresAt }: Counter) {
    const left = Math.max(this.points - points, 0);
    return new RateLimiterRes(
      left,
      Math.max(expiresAt - this.#now().getTime(), 0),
      points,
      points === changed,
    );
  }
}
