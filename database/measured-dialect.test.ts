// docs/specification.md, 'Metrics'

import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Connection, connectDatabase } from "#database/connect.server.ts";
import { createTestDatabase, databaseKinds, type TestDatabase } from "../tests/support/databases.ts";

describe.each(databaseKinds)("a meter of %s", (kind) => {
  let database: TestDatabase;
  let connection: Connection;
  let waiting = 0;
  let waits = 0;
  let answers: { duration: number; isRefused: boolean }[] = [];
  beforeEach(async () => {
    database = await createTestDatabase(kind);
    const meter = {
      waits() {
        waits += 1;
        waiting += 1;
        return () => {
          waiting -= 1;
        };
      },
      answered: (duration: number, isRefused: boolean) => void answers.push({ duration, isRefused }),
    };
    connection = await connectDatabase(database.url, { meter });
    [waiting, waits, answers] = [0, 0, []];
  });
  afterEach(async () => {
    await connection.close();
    await database.drop();
  });

  it("is told of each statement, how long it took and whether it was refused", async () => {
    await sql`select 1`.execute(connection.db);
    await sql`select nothing`.execute(connection.db).catch(() => {});
    expect(answers.map(({ isRefused }) => isRefused)).toEqual([false, true]);
    expect(answers.every(({ duration }) => duration >= 0 && duration < 60_000)).toBe(true);
    expect([waits, waiting]).toEqual([2, 0]);
  });

  it("is told who waits for a connection", async () => {
    const most = kind === "sqlite" ? 1 : 10;
    const held = Promise.withResolvers<void>();
    const inside = Array.from({ length: most }, () => Promise.withResolvers<void>());
    const lent = inside.map(({ resolve }) =>
      connection.db.connection().execute(() => {
        resolve();
        return held.promise;
      }),
    );
    await Promise.all(inside.map(({ promise }) => promise));
    const late = sql`select 1`.execute(connection.db);
    await expect.poll(() => waiting).toBe(1);
    held.resolve();
    await Promise.all([...lent, late]);
    expect(waiting).toBe(0);
  });
});
