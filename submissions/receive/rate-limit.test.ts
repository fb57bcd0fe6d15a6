// docs/specification.md, 'Rate limits'

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Connection } from "#database/connect.server.ts";
import {
  createTestDatabase,
  databaseKinds,
  openDatabase,
  type TestDatabase,
} from "../../tests/support/databases.ts";
import { forgetExpired, RateLimit } from "./rate-limit.server.ts";

describe.each(databaseKinds)("RateLimit on %s", (kind) => {
  let database: TestDatabase;
  let connection: Connection;
  let now: Date;
  const limit = (points: number, all = 0) =>
    new RateLimit({
      db: connection.db,
      clock: async () => now,
      name: "posts",
      duration: 600,
      secret: "key",
      tiers: (client) => [
        { key: client, points },
        { key: "all", points: all },
      ],
    });
  const rows = () => connection.db.selectFrom("rate_limits").selectAll().execute();

  beforeEach(async () => {
    database = await createTestDatabase(kind);
    connection = await openDatabase(database.url);
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

  it("holds nobody up for longer than it may, where the database does not answer", async () => {
    const held = Promise.withResolvers<void>();
    const clock = () => held.promise.then(() => now);
    const tiers = (key: string) => [{ key, points: 1 }];
    const posts = new RateLimit({
      db: connection.db,
      clock,
      name: "posts",
      duration: 600,
      secret: "key",
      tiers,
      timeout: 20,
    });
    for (const _ of Array(4)) expect(await posts.take("a")).toBe(0);
    held.resolve();
    await expect.poll(rows).toEqual([expect.objectContaining({ points: 4 })]);
    expect(await limit(1).take("a")).toBe(600);
  });

  it("lets nobody wait for longer than a window when the clock has been put back", async () => {
    now = new Date("2026-11-23T10:00:00Z");
    for (const _ of Array(5)) await limit(2).take("a");
    now = new Date("2026-11-21T10:00:00Z");
    expect(await limit(2).spent("a")).toBe(0);
    expect(await limit(2).take("a")).toBe(0);
    expect(await limit(2).take("a")).toBe(0);
    expect(await limit(2).take("a")).toBe(600);
  });

  it("counts posts together whose times are read in another order", async () => {
    expect(await limit(2).take("a")).toBe(0);
    now = new Date("2026-11-21T09:59:59.900Z");
    expect(await limit(2).take("a")).toBe(0);
    expect(await limit(2).take("a")).toBeGreaterThan(0);
  });

  it("counts clients together as well, but none that is refused for itself", async () => {
    const posts = limit(2, 3);
    const waits = [];
    for (const client of ["a", "a", "a", "a", "b", "b", "c"]) waits.push(await posts.take(client));
    expect(waits).toEqual([0, 0, 600, 600, 0, 600, 600]);
  });

  it("calls a client spent who has had more than twice as many, until its window ends", async () => {
    const posts = limit(2);
    for (const client of ["a", "a", "a", "a", "b"]) await posts.take(client);
    expect(await posts.spent("a")).toBe(0);
    await posts.take("a");
    now = new Date("2026-11-21T10:09:00Z");
    expect([await posts.spent("a"), await posts.spent("b")]).toEqual([60, 0]);
    now = new Date("2026-11-21T10:10:00Z");
    expect(await posts.spent("a")).toBe(0);
  });

  it("forgets clients whose window is over, and no others", async () => {
    await limit(2).take("a");
    now = new Date("2026-11-21T10:05:00Z");
    await limit(2).take("b");
    now = new Date("2026-11-21T10:10:00Z");
    await forgetExpired(connection.db, async () => now);
    expect(await rows()).toHaveLength(1);
    await limit(2).forget("b");
    expect(await rows()).toEqual([]);
  });

  it("lets exactly as many through when they come at once", async () => {
    const posts = limit(5);
    const waits = await Promise.all(Array.from({ length: 20 }, () => posts.take("a")));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  });

  it("counts nothing when it is off", async () => {
    expect(await limit(0).take("a")).toBe(0);
    expect(await rows()).toEqual([]);
  });
});
