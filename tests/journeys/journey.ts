import { connectDatabase } from "#database/connect.server.ts";
import type { ContactSubmissionRow, MastermindApplicationRow } from "#database/schema.ts";
import { createTestDatabase } from "../support/databases.ts";
import { createTestSite } from "../support/site.ts";
import { type FaultyServer, startFaultyServer } from "./faulty-server.ts";
import type { Ability, Engine, VisitOptions, Visitor } from "./visitor.ts";

/** One visit, from the first key to what was stored. */
export interface Journey {
  name: string;
  needs?: readonly Ability[];
  visit?: VisitOptions;
  run(world: World): Promise<void>;
}

/** A visitor, and a site of the visitor's own behind a proxy that can break. */
export interface World {
  engine: Engine;
  visitor: Visitor;
  server: FaultyServer;
  address: string;
  stopSite(): Promise<void>;
  /** The site comes back, as after a restart, with what it had stored. */
  startSite(): Promise<void>;
  interests(): Promise<Pick<ContactSubmissionRow, "email" | "linkedin_url">[]>;
  applications(): Promise<Pick<MastermindApplicationRow, "email" | "challenges">[]>;
}

export async function runJourney(engine: Engine, journey: Journey): Promise<void> {
  const database = await createTestDatabase("sqlite");
  const start = () => createTestSite({ DATABASE_URL: database.url, SUBMISSION_RATE_LIMIT: "0" });
  let site = await start();
  const server = await startFaultyServer(await site.listen());
  const visitor = await engine.visit(journey.visit);
  const stored = async <Row>(table: "contact_submissions" | "mastermind_applications"): Promise<Row[]> => {
    const { db, close } = await connectDatabase(database.url);
    const rows = await db.selectFrom(table).selectAll().orderBy("created_at").execute();
    await close();
    return rows as Row[];
  };
  try {
    await journey.run({
      engine,
      visitor,
      server,
      address: server.address,
      stopSite: () => site.close(),
      async startSite() {
        site = await start();
        server.leadTo(await site.listen());
      },
      interests: () => stored("contact_submissions"),
      applications: () => stored("mastermind_applications"),
    });
  } finally {
    await visitor.close();
    await server.close();
    await site.close();
    await database.drop();
  }
}
