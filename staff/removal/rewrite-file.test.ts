// docs/operations.md, 'Submissions': what becomes of visitors while a large file is written anew

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { connectDatabase } from "#database/connect.server.ts";
import { type LogState, WalIndex } from "#database/sqlite/wal-index.server.ts";
import { createTestDatabase, openDatabase } from "../../tests/support/databases.ts";
import { rewriteFile } from "./rewrite-file.ts";

it("leaves no post the copying of the whole file, for which the site would stand still", async () => {
  const database = await createTestDatabase("sqlite");
  const site = await openDatabase(database.url);
  const post = (length: number) =>
    site.db
      .insertInto("quarantine")
      .values({
        id: randomUUID(),
        created_at: "2026-11-21T10:00:00.000Z",
        form_type: "contact_submission",
        reason: "the trap field was filled in",
        email: "",
        fields: JSON.stringify([["motivation", "x".repeat(length)]]),
      })
      .execute();
  // More pages than SQLite leaves in the log.
  await post(8_000_000);
  await sql`pragma wal_checkpoint(truncate)`.execute(site.db);
  const staff = await connectDatabase(database.url, { isForStaff: true });
  const index = new WalIndex(`${database.url.slice("sqlite:".length)}-shm`);
  let beside: LogState | undefined;
  const db = staff.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (beside === undefined && Number(index.read()?.frames) > 1_900) {
        await post(10);
        beside = index.read();
      }
      return result;
    },
  });
  expect(index.read()?.frames).toBe(0);
  expect(await rewriteFile(db, true)).toBeUndefined();
  // All of it is still in the log.
  expect(beside?.copied).toBe(0);
  expect(beside?.frames).toBeGreaterThan(1_900);
  expect(index.read()?.frames).toBe(0);
  index.close();
  await staff.close();
  await site.close();
  await database.drop();
});
