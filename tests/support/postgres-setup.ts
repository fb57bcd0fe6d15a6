import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of a database server's `postgres` database, whose user may create others. */
    postgresUrl: string;
  }
}

/** Starts one real PostgreSQL for all test files. */
export default async function setup(project: TestProject) {
  const server = await startPostgres({ isDurable: false });
  project.provide("postgresUrl", server.url);
  return () => server.stop();
}
