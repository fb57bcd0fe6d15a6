// docs/operations.md, 'PostgreSQL': how long a server is waited for, and when an index is tried again

import { Kysely, sql } from "kysely";
import { Client } from "pg";
import { beforeEach, expect, it, vi } from "vitest";
import { createTestDatabase } from "../tests/support/databases.ts";
import { connectDatabase } from "./connect.server.ts";
import { indexPostgres } from "./indexes.ts";
import { postgresDialect } from "./postgres/postgres-dialect.server.ts";

/** What was slept, in milliseconds: the clock goes on by it, and nobody waits. */
const slept = vi.hoisted((): number[] => []);
const afterSleep = vi.hoisted((): { call: () => unknown } => ({ call: () => undefined }));
vi.mock("node:timers/promises", () => ({
  setTimeout: async (time: number) => {
    slept.push(time);
    await afterSleep.call();
  },
}));
beforeEach(() => {
  slept.length = 0;
  afterSleep.call = () => undefined;
});

it("waits longer each time for a server that is not up, and no more than a minute in all", async () => {
  const start = performance.now();
  const clock = vi
    .spyOn(performance, "now")
    .mockImplementation(() => slept.reduce((sum, time) => sum + time, start));
  const waits: number[] = [];
  const onWait = (_error: unknown, wait: number) => void waits.push(wait);
  await expect(connectDatabase("postgres://127.0.0.1:1/site", { onWait })).rejects.toThrow("ECONNREFUSED");
  clock.mockRestore();
  expect(slept).toEqual([250, 500, 1_000, 2_000, 4_000, ...Array(10).fill(5_000)]);
  expect(waits).toEqual(slept);
});

it("takes the first failure of a server for final where nobody is told of a wait", async () => {
  await expect(connectDatabase("postgres://127.0.0.1:1/site")).rejects.toThrow("ECONNREFUSED");
  expect(slept).toEqual([]);
});

/** The database's settings for a pool, as `findPostgres` would give them. */
const serverOf = (address: string) => {
  const { hostname: host, port, username: user, password, pathname } = new URL(address);
  return { host, port: Number(port), user, password, database: pathname.slice(1) };
};

it("tries an index again after a minute where the server was away, after an hour where it refused it", async () => {
  const empty = await createTestDatabase("postgres");
  for (const [server, time] of [
    [{ host: "127.0.0.1", port: 1 }, 60_000],
    // There is no table to make one of.
    [serverOf(empty.url), 3_600_000],
  ] as const) {
    slept.length = 0;
    const stop = new AbortController();
    afterSleep.call = () => slept.length === 2 && stop.abort();
    const db = new Kysely({ dialect: postgresDialect(server, "staff", () => {}) });
    const troubles: unknown[] = [];
    await indexPostgres(db, stop.signal, (error) => void troubles.push(error));
    await db.destroy();
    expect(slept).toEqual([time, time]);
    expect(troubles).toHaveLength(2);
  }
  await empty.drop();
});

it("looks every half second whether the instance that makes the indexes has made them", async () => {
  const database = await createTestDatabase("postgres");
  const { db, indexed, close } = await connectDatabase(database.url);
  await indexed;
  await sql`drop index quarantine_time`.execute(db);
  const other = new Client(database.url);
  await other.connect();
  await other.query("begin; select pg_advisory_xact_lock(3853314791)");
  const end = Promise.withResolvers<void>();
  afterSleep.call = async () => {
    if (slept.length === 3) await other.end().then(end.resolve);
    if (slept.length > 2) await end.promise;
  };
  const own = new Kysely({ dialect: postgresDialect(serverOf(database.url), "staff", () => {}) });
  const troubles: unknown[] = [];
  await indexPostgres(own, new AbortController().signal, (error) => void troubles.push(error));
  await own.destroy();
  expect(new Set(slept)).toEqual(new Set([500]));
  expect(troubles).toEqual([]);
  const { rows } = await sql`select 1 from pg_indexes where indexname = 'quarantine_time'`.execute(db);
  expect(rows).toHaveLength(1);
  await close();
  await database.drop();
});
