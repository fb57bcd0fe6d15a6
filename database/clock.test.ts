// docs/decisions/0014-the-databases-clock.md

import { expect, it, onTestFinished } from "vitest";
import { createTestDatabase, databaseKinds } from "../tests/support/databases.ts";
import { databaseClock } from "./clock.server.ts";
import { connectDatabase } from "./connect.server.ts";

it.each(databaseKinds)("tells the time on %s, which PostgreSQL knows by itself", async (kind) => {
  const database = await createTestDatabase(kind);
  onTestFinished(database.drop);
  const { db, close } = await connectDatabase(database.url);
  onTestFinished(close);
  const clock = databaseClock(kind, () => new Date(0));
  if (kind === "sqlite") expect(await clock(db)).toEqual(new Date(0));
  else
    await db.transaction().execute(async (transaction) => {
      const [first, second] = [await clock(transaction), await clock(transaction)];
      expect(Math.abs(first.getTime() - Date.now())).toBeLessThan(60_000);
      expect(second.getTime()).toBeGreaterThanOrEqual(first.getTime());
    });
});
