// docs/specification.md, 'Outbox': what connect.server.ts does with claims that a killed site has left

import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { createTestDatabase, type TestDatabase } from "../tests/support/databases.ts";
import { type Connection, connectDatabase } from "./connect.server.ts";

const claimedUntil = "2999-01-01T00:00:00.000Z";
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase("sqlite");
});
afterEach(() => database.drop());

/** A site that has claimed a mail. */
async function claim(): Promise<Connection> {
  const connection = await connectDatabase(database.url);
  const created_at = "2026-01-02T03:04:05.678Z";
  const about = { submission_table: "contact_submissions", submission_id: randomUUID() } as const;
  await connection.db
    .insertInto("notifications")
    .values({
      ...{
        id: randomUUID(),
        created_at,
        ...about,
        kind: "staff",
        email: "ada@visitor.example",
        payload: "{}",
      },
      ...{ status: "pending", attempts: 0, next_attempt_at: created_at, claimed_until: claimedUntil },
      ...{ sent_at: null, last_error: null },
    })
    .execute();
  return connection;
}

const claimAfterStart = async () => {
  const connection = await connectDatabase(database.url);
  const row = await connection.db
    .selectFrom("notifications")
    .select("claimed_until")
    .executeTakeFirstOrThrow()
    .finally(() => connection.close());
  return row.claimed_until;
};

it("a claim that a process left which was alone with the file ends with the next start", async () => {
  await (await claim()).close();
  expect(await claimAfterStart()).toBeNull();
});

it("a claim stays while another instance has the file open, which may be sending", async () => {
  const other = await claim();
  expect(await claimAfterStart()).toBe(claimedUntil);
  await other.close();
});

it("a claim stays, and the site starts, while somebody reads", async () => {
  await (await claim()).close();
  const reader = new DatabaseSync(database.url.slice("sqlite:".length));
  onTestFinished(() => reader.close());
  reader.exec("begin; select * from notifications");
  expect(await claimAfterStart()).toBe(claimedUntil);
});
