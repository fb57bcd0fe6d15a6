import { type DatabaseClock, databaseClock } from "#database/clock.server.ts";
import { type Connection, type ConnectOptions, connectDatabase } from "#database/connect.server.ts";
import { lackedRight } from "#database/lacked-right.server.ts";
import { retryTransient } from "#database/retry-transient.server.ts";
import { outsideKey, siteSecret } from "#database/site-secret.server.ts";
import { mailboxOf } from "#submissions/mailbox.ts";
import { clientNetworks } from "#submissions/receive/client-network.ts";
import { RateLimit } from "#submissions/receive/rate-limit.server.ts";
import { DatabaseSubmissionStore } from "#submissions/submission-store.server.ts";
import { type Config, refusal } from "./config.ts";

export interface Store {
  connection: Connection;
  clock: DatabaseClock;
  submissions: DatabaseSubmissionStore;
  /** Posts that are no valid form. */
  invalidPosts: RateLimit;
  receipts: RateLimit;
  /** Mails about the site itself. */
  alerts: RateLimit;
  /** Signs what the forms carry. */
  secret: string;
}

/** Posts of a client are counted for so many seconds from the first; docs/specification.md, 'Rate limits'. */
export const postsWindow = 600;
/** An IPv6 /48 may send this many times as much as one of its /64 networks. */
export const networksInSite = 5;
/** People correct mistakes, so this many times as many invalid posts are accepted as valid ones. */
export const mistakes = 5;
/** How long a post waits for the database to say whether its sender has sent too many invalid ones, in milliseconds; storing has a limit of its own. */
const invalidPostsTimeout = 1_000;
/** Confirmations to one mailbox in a day: a form, the other form, and a correction. */
export const mailboxReceipts = 3;
/**
 * Confirmations to all mailboxes in a day, on every instance together. Even a busy day has fewer forms; somebody who posts other
 * people's addresses stops here, long before mail providers take the site for a sender of spam.
 */
export const allReceipts = 200;

/**
 * Opens the database and what stores submissions in it: for the site, and for the staff's commands.
 *
 * @throws ConfigError when the database cannot be opened or brought up to date
 */
export async function openStore(
  config: Pick<Config, "databaseUrl" | "rateLimit">,
  { now, onStored, ...options }: ConnectOptions & { now: () => Date; onStored?: () => void },
): Promise<Store> {
  const refuse = (error: Error): never => {
    const expected = `a database that can be opened (${lackedRight(config.databaseUrl) ?? error.message})`;
    throw Object.assign(refusal("DATABASE_URL", config.databaseUrl, expected), { cause: error });
  };
  const connection = await connectDatabase(config.databaseUrl, options).catch(refuse);
  const { db } = connection;
  const clock = databaseClock(connection.kind, now);
  const secret = await retryTransient(() => siteSecret(db, "forms")).catch(refuse);
  const outside = await Promise.try(outsideKey, config.databaseUrl, secret, options.isForStaff).catch(refuse);
  const limit = { db, clock, secret: outside };
  const perNetwork = (points: number) => ({
    ...limit,
    duration: postsWindow,
    tiers: (address: string) =>
      clientNetworks(address).map((key, tier) => ({
        key,
        points: tier === 0 ? points : points * networksInSite,
      })),
  });
  const posts = new RateLimit({ ...perNetwork(config.rateLimit), name: "posts" });
  const invalidPosts = new RateLimit({
    ...perNetwork(config.rateLimit * mistakes),
    name: "invalid-posts",
    timeout: invalidPostsTimeout,
  });
  const receipts = new RateLimit({
    ...limit,
    name: "receipts",
    duration: 86_400,
    tiers: (email) => [
      { key: mailboxOf(email), points: mailboxReceipts },
      { key: "all", points: allReceipts },
    ],
  });
  const alerts = new RateLimit({
    ...limit,
    name: "alerts",
    duration: 86_400,
    tiers: (key) => [{ key, points: 1 }],
  });
  const submissions = new DatabaseSubmissionStore({
    db,
    clock,
    posts,
    receipts,
    secret,
    ...(onStored ? { onStored } : {}),
  });
  return { connection, clock, submissions, invalidPosts, receipts, alerts, secret };
}
