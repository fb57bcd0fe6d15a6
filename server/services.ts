import { mkdir } from "node:fs/promises";
import { connectDatabase } from "#app/db/connect.server.ts";
import type { Services } from "#app/services.ts";
import { DatabaseSubmissionStore } from "#app/submissions/submission-store.server.ts";
import type { Config } from "./config.ts";

/**
 * Opens what the site needs beyond its process. Tests put other services in their place.
 *
 * @throws when the database cannot be opened or brought up to date
 */
export async function createServices(config: Config): Promise<Services> {
  await mkdir(config.dataDir, { recursive: true });
  const now = () => new Date();
  const database = await connectDatabase(config.databaseUrl);
  return {
    now,
    submissions: new DatabaseSubmissionStore(database.db, now),
    isReady: () => database.check(),
    stop: () => database.close(),
  };
}
