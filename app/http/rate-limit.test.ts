import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Connection, connectDatabase } from "#app/db/connect.server.ts";
import { createTestDatabase, databaseKinds, type TestDatabase } from "../../tests/support/databases.ts";
import { RateLimit } from "./rate-limit.server.ts";

describe.each(databaseKinds)("RateLimit on %s", (kind) => {
  let database: TestDatabase;
  let connection: Connection;
  let now: Date;
  const limit = (points: number) =>
    new RateLimit({ db: connection.db, now: () => now, name: "posts", points, duration: 600, secret: "key" });

  beforeEach(async () => {
    database = await createTestDatabase(kind);
    connection = await connectDatabase(database.url);
    now = new Date("2026-11-21T10:00:00Z");
  });
  afterEach(async () => {
    await connection.close();
    await database.drop();
  });

  it("counts each client for itself and says how long to wait until the window ends", async () => {
    const posts = limit(2);
    expect(await posts.take("a")).toBe(0);
    now = new Date("2026-11-21T10:04:00Z");
    expect(await posts.take("a")).toBe(0);
    expect(await posts.take("a")).toBe(360);
    expect(await posts.take("b")).toBe(0);
    now = new Date("2026-11-21T10:10:00Z");
    expect(await posts.take("a")).toBe(0);
  });

  it("forgets clients whose window is over", async () => {
    await limit(2).take("a");
    now = new Date("2026-11-21T11:00:00Z");
    await limit(2).take("b");
    expect(await connection.db.selectFrom("rate_limits").selectAll().execute()).toHaveLength(1);
  });

  it("lets exactly as many through when they come at once", async () => {
    const posts = limit(5);
    const waits = await Promise.all(Array.from({ length: 20 }, () => posts.take("a")));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  });

  it("counts nothing when it is off", async () => {
    expect(await limit(0).take("a")).toBe(0);
    expect(await connection.db.selectFrom("rate_limits").selectAll().execute()).toEqual([]);
  });
});
