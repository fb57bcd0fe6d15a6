import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { inject } from "vitest";
import type { DatabaseKind } from "#database/migrations/column-types.ts";

export const databaseKinds: readonly DatabaseKind[] = ["sqlite", "postgres"];

export interface TestDatabase {
  /** For DATABASE_URL. */
  url: string;
  drop(): Promise<void>;
}

/** A new, empty database: a file, or one on a PostgreSQL server, which is that of all tests if `server` does not say. */
export async function createTestDatabase(
  kind: DatabaseKind,
  server = inject("postgresUrl"),
): Promise<TestDatabase> {
  if (kind === "sqlite") {
    const folder = mkdtempSync(join(tmpdir(), "database-"));
    return {
      url: `sqlite:${join(folder, "site.db")}`,
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const administer = async (statement: string) => {
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await administer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`drop database ${name} with (force)`) };
}
