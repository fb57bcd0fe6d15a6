// docs/specification.md, 'Readiness'

import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createTestDatabase, databaseKinds, type TestDatabase } from "../tests/support/databases.ts";
import { type Connection, connectDatabase } from "./connect.server.ts";

/** What is free on every disk, and as much as is there otherwise. */
const { disk, plenty } = vi.hoisted(() => ({ disk: { free: 1e12 }, plenty: 1e12 }));
vi.mock("#system/disk-space.ts", () => ({ diskSpace: async () => disk }));

describe.each(databaseKinds)("readiness on %s", (kind) => {
  let database: TestDatabase;
  let connection: Connection;
  beforeEach(async () => {
    database = await createTestDatabase(kind);
    connection = await connectDatabase(database.url);
    await connection.indexed;
  });
  afterEach(async () => {
    await connection.close();
    await database.drop();
  });
  const run = (statement: string) => sql.raw(statement).execute(connection.db);
  /** Each new row is refused by the database itself. */
  const refuse = async (table: string) => {
    if (kind === "sqlite")
      return run(`create trigger fault before insert on ${table} begin select raise(abort, 'a fault'); end`);
    await run("create function fault() returns trigger language plpgsql as $$ begin raise 'a fault'; end $$");
    return run(`create trigger fault before insert on ${table} for each row execute function fault()`);
  };
  const mend = (table: string) => run(`drop trigger fault ${kind === "sqlite" ? "" : `on ${table}`}`);
  const count = () =>
    connection.db.insertInto("rate_limits").values({ key: "a", points: 1, expires_at: 0 }).execute();
  const writes = async () =>
    (
      await connection.db
        .selectFrom("rate_limits")
        .select("points")
        .where("key", "like", "readiness:%")
        .execute()
    ).map(({ points }) => points);

  it("takes a row that is written, once for all who ask within some seconds", async () => {
    await Promise.all([connection.check(), connection.check()]);
    expect(await connection.check()).toBe(true);
    expect(await writes()).toEqual([1]);
    await connection.close();
    connection = await connectDatabase(database.url);
    await refuse("rate_limits");
    for (let asked = 0; asked < 2; asked++) await expect(connection.check()).rejects.toThrow("a fault");
    await mend("rate_limits");
    expect(await connection.check()).toBe(true);
    expect(await writes()).toEqual([1, 1]);
  });

  it("writes anew after five seconds, however often it is asked meanwhile", async () => {
    const start = Math.ceil(performance.now());
    const clock = vi.spyOn(performance, "now");
    for (const later of [0, 2_500, 5_000]) {
      clock.mockReturnValue(start + later);
      await connection.check();
    }
    clock.mockRestore();
    expect(await writes()).toEqual([2]);
  });

  it("asks for a mebibyte on the disk of an SQLite file", async () => {
    const least = 1024 * 1024;
    onTestFinished(() => {
      disk.free = plenty;
    });
    disk.free = least;
    expect(await connection.check()).toBe(true);
    disk.free = least - 1;
    if (kind === "sqlite") await expect(connection.check()).rejects.toThrow("no room");
    else expect(await connection.check()).toBe(true);
  });

  it("is asked anew when something could not be stored", async () => {
    expect(await connection.check()).toBe(true);
    await refuse("rate_limits");
    expect(await connection.check()).toBe(true);
    await expect(count()).rejects.toThrow("a fault");
    for (let asked = 0; asked < 2; asked++) await expect(connection.check()).rejects.toThrow("a fault");
    await mend("rate_limits");
    expect(await connection.check()).toBe(true);
  });

  it("takes room for a long form then, of which nothing is left", async () => {
    await refuse("quarantine");
    expect(await connection.check()).toBe(true);
    await expect(run("select nothing")).rejects.toThrow();
    for (let asked = 0; asked < 2; asked++) await expect(connection.check()).rejects.toThrow("a fault");
    await mend("quarantine");
    expect(await connection.check()).toBe(true);
    expect(await connection.db.selectFrom("quarantine").selectAll().execute()).toEqual([]);
  });

  it("is asked anew when a commit failed", async () => {
    expect(await connection.check()).toBe(true);
    const fails = connection.db.transaction().execute(async (transaction) => {
      await sql`create table a (b integer primary key)`.execute(transaction);
      await sql`create table c (b integer references a deferrable initially deferred)`.execute(transaction);
      await sql`insert into c values (1)`.execute(transaction);
    });
    await expect(fails).rejects.toThrow(/foreign key/i);
    expect(await connection.check()).toBe(true);
    expect(await writes()).toEqual([2]);
  });
});
