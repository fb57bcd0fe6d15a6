import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { inject } from "vitest";
import { type Connection, connectDatabase } from "#database/connect.server.ts";
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
  await administer(server, [`create database ${name}`]);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(server, [`drop database ${name} with (force)`]) };
}

/** In milliseconds: on a busy machine a server takes seconds to answer, and a test is no visitor, who would be told to come again. */
const limits = { connection: 60_000, lock: 2_500, statement: 60_000, answer: 120_000 };

/** Opens a database as the site does, and waits for its indexes: one that is still made and a statement that changes its table would wait for each other. */
export async function openDatabase(
  url: string,
  options: Parameters<typeof connectDatabase>[1] = {},
): Promise<Connection> {
  const connection = await connectDatabase(url, { limits, ...options });
  await connection.indexed;
  return connection;
}

/** Carries out statements as somebody other than the site. */
export async function prepare(kind: DatabaseKind, url: string, statements: string[]): Promise<void> {
  if (kind === "postgres") return administer(url, statements);
  const database = new DatabaseSync(url.slice("sqlite:".length));
  try {
    for (const statement of statements) database.exec(statement);
  } finally {
    database.close();
  }
}

/** Carries out statements on a PostgreSQL server. */
export async function administer(url: string, statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
