import { connectDatabase } from "#database/connect.server.ts";
import type { SubmissionTable } from "#database/schema.ts";
import { createTestDatabase } from "../support/databases.ts";
import { createTestSite, type TestSite } from "../support/site.ts";
import { type FaultyServer, startFaultyServer } from "./faulty-server.ts";
import type { Ability, Engine, VisitOptions, Visitor } from "./visitor.ts";

/** One visit, from the first key to what was stored. */
export interface Journey {
  name: string;
  needs?: readonly Ability[];
  visit?: VisitOptions;
  run(world: World): Promise<void>;
}

/** A visitor, and a site behind a proxy of the visitor's own that can break. */
export interface World {
  engine: Engine;
  visitor: Visitor;
  server: FaultyServer;
  address: string;
  stopSite(): Promise<void>;
  /** The site comes back, as after a restart, with what it had stored. */
  startSite(): Promise<void>;
  /** What this visitor has sent. */
  interests(): Promise<{ email: string }[]>;
  applications(): Promise<{ email: string }[]>;
}

/** The site that all journeys visit, and its database. What is done already is not done again. */
export interface Host {
  /** With another address after each start. */
  address(): string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** All that was ever stored. */
  rows(table: SubmissionTable): Promise<{ id: string; email: string }[]>;
  close(): Promise<void>;
}

export async function startHost(): Promise<Host> {
  const database = await createTestDatabase("sqlite");
  let site: TestSite | undefined;
  let address = "";
  const host: Host = {
    address: () => address,
    async start() {
      if (site) return;
      site = await createTestSite({ DATABASE_URL: database.url, SUBMISSION_RATE_LIMIT: "0" });
      address = await site.listen();
    },
    async stop() {
      await site?.close();
      site = undefined;
    },
    async rows(table) {
      const { db, close } = await connectDatabase(database.url);
      const rows = await db.selectFrom(table).select(["id", "email"]).execute();
      await close();
      return rows;
    },
    async close() {
      await host.stop();
      await database.drop();
    },
  };
  await host.start();
  return host;
}

export async function runJourney(engine: Engine, host: Host, journey: Journey): Promise<void> {
  const server = await startFaultyServer(host.address());
  const visitor = await engine.visit(journey.visit);
  const storedBy = async (table: SubmissionTable) => {
    const earlier = new Set((await host.rows(table)).map(({ id }) => id));
    return async () => (await host.rows(table)).filter(({ id }) => !earlier.has(id));
  };
  try {
    await journey.run({
      engine,
      visitor,
      server,
      address: server.address,
      stopSite: host.stop,
      async startSite() {
        await host.start();
        server.leadTo(host.address());
      },
      interests: await storedBy("contact_submissions"),
      applications: await storedBy("mastermind_applications"),
    });
  } finally {
    await visitor.close();
    await server.close();
    await host.start();
  }
}
