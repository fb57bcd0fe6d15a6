// docs/specification.md, 'Attempts and giving up'

import { expect, it } from "vitest";
import type { NotificationRow } from "#database/schema.ts";
import { createTestDatabase, databaseKinds, openDatabase } from "../../tests/support/databases.ts";
import { countOverdue } from "./overdue.server.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const [young, old] = ["2026-11-21T09:00:00.000Z", "2026-11-21T08:59:59.999Z"];

/** Kind, state and time of a mail, and whether the staff have to know. */
const mails: [NotificationRow["kind"], NotificationRow["status"], string, boolean][] = [
  ["staff", "pending", young, false],
  ["staff", "pending", old, true],
  ["staff", "held", young, true],
  ["staff", "dead", young, true],
  ["staff", "sent", old, false],
  ["receipt", "pending", old, false],
  ["receipt", "dead", old, false],
];

it.each(databaseKinds)("counts what the staff were not told in time, on %s", async (kind) => {
  const database = await createTestDatabase(kind);
  const { db, close } = await openDatabase(database.url);
  for (const [place, [about, status, created_at, isOverdue]] of mails.entries()) {
    const before = await countOverdue(db, now);
    await db
      .insertInto("notifications")
      .values({
        id: String(place),
        created_at,
        submission_table: "contact_submissions",
        submission_id: "1",
        kind: about,
        email: "ada@visitor.example",
        payload: "{}",
        status,
        attempts: 0,
        next_attempt_at: created_at,
        claimed_until: null,
        sent_at: null,
        last_error: null,
      })
      .execute();
    expect(await countOverdue(db, now), `${about} ${status} ${created_at}`).toBe(before + Number(isOverdue));
  }
  await close();
  await database.drop();
});
