// docs/specification.md, 'Staff mail'

import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createTestDatabase, databaseKinds, openDatabase } from "../../tests/support/databases.ts";
import { countQuarantined, countSuspected, mostCounted } from "./quarantined.server.ts";

it.each(databaseKinds)("counts posts in quarantine no further than it has to, on %s", async (kind) => {
  const database = await createTestDatabase(kind);
  const { db, close } = await openDatabase(database.url);
  const store = (amount: number, reason = "sent 3.0 s after the form was served, with 7 links") =>
    db
      .insertInto("quarantine")
      .values(
        Array.from({ length: amount }, () => ({
          id: randomUUID(),
          created_at: "2026-11-21T10:00:00.000Z",
          form_type: "contact_submission",
          reason,
          email: "",
          fields: "[]",
        })),
      )
      .execute();
  await store(3);
  expect(await countQuarantined(db)).toBe(3);
  expect(await countSuspected(db, new Date("2026-11-21T10:00:00.000Z"))).toBe(3);
  expect(await countSuspected(db, new Date("2026-11-21T10:00:00.001Z"))).toBe(0);
  await store(2, "the trap field was filled in; 3 fields that the form does not have");
  expect(await countQuarantined(db)).toBe(5);
  expect(await countSuspected(db, new Date("2026-11-21T10:00:00.000Z"))).toBe(3);
  await store(mostCounted);
  expect(await countQuarantined(db)).toBe(mostCounted);
  await close();
  await database.drop();
});
