import { type Connection, connectDatabase } from "#app/db/connect.server.ts";
import { siteSecret } from "#app/db/site-secret.server.ts";
import { RateLimit } from "#app/http/rate-limit.server.ts";
import { DatabaseSubmissionStore } from "#app/submissions/submission-store.server.ts";
import { type Config, refusal } from "./config.ts";

export interface Store {
  connection: Connection;
  submissions: DatabaseSubmissionStore;
  receipts: RateLimit;
  /** Signs what the forms carry. */
  secret: string;
}

/**
 * Opens the database and what stores submissions in it: for the site, and for the staff's commands.
 *
 * @throws ConfigError when the database cannot be opened or brought up to date
 */
export async function openStore(
  config: Pick<Config, "databaseUrl" | "rateLimit">,
  {
    now,
    onStored,
    onLostConnection,
  }: { now: () => Date; onStored?: () => void; onLostConnection?: (error: Error) => void },
): Promise<Store> {
  const refuse = (error: Error) => {
    throw refusal("DATABASE_URL", config.databaseUrl, `a database that can be opened (${error.message})`);
  };
  const connection = await connectDatabase(config.databaseUrl, onLostConnection).catch(refuse);
  const { db } = connection;
  const secret = await siteSecret(db, "forms").catch(refuse);
  const limit = { db, now, secret };
  const posts = new RateLimit({ ...limit, name: "posts", points: config.rateLimit, duration: 600 });
  const receipts = new RateLimit({ ...limit, name: "receipts", points: 3, duration: 86_400 });
  const submissions = new DatabaseSubmissionStore({
    db,
    now,
    posts,
    receipts,
    secret,
    ...(onStored ? { onStored } : {}),
  });
  return { connection, submissions, receipts, secret };
}
