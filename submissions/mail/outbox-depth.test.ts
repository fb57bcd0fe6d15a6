// docs/specification.md, 'Metrics'

import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { NotificationRow } from "#database/schema.ts";
import { createTestDatabase, databaseKinds, openDatabase } from "../../tests/support/databases.ts";
import { outboxDepth } from "./outbox-depth.server.ts";

it.each(databaseKinds)("tells what the outbox holds by kind and state, on %s", async (database) => {
  const { url, drop } = await createTestDatabase(database);
  const { db, close } = await openDatabase(url);
  expect(await outboxDepth(db)).toEqual([]);
  const [first, later] = ["2026-11-21T08:00:00.000Z", "2026-11-21T09:00:00.000Z"];
  const mails: [NotificationRow["kind"], NotificationRow["status"], string][] = [
    ["staff", "pending", later],
    ["staff", "pending", first],
    ["staff", "dead", later],
    ["staff", "sent", first],
    ["receipt", "held", first],
  ];
  const rows = mails.map(([kind, status, created_at]) => ({
    ...{ id: randomUUID(), created_at, kind, status, next_attempt_at: created_at },
    ...{ submission_table: "contact_submissions" as const, submission_id: "1" },
    ...{ email: "ada@visitor.example", payload: "{}", attempts: 0 },
  }));
  await db.insertInto("notifications").values(rows).execute();
  const depth = await outboxDepth(db);
  expect(depth).toHaveLength(3);
  expect(depth).toEqual(
    expect.arrayContaining([
      { kind: "staff", status: "pending", count: 2, oldest: new Date(first) },
      { kind: "staff", status: "dead", count: 1, oldest: new Date(later) },
      { kind: "receipt", status: "held", count: 1, oldest: new Date(first) },
    ]),
  );
  await close();
  await drop();
});
