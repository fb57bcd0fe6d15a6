import { readdirSync, readlinkSync, renameSync } from "node:fs";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/databases.ts";
import { type Connection, connectDatabase } from "../connect.server.ts";
import { retryTransient } from "../retry-transient.server.ts";
import { FileConnection } from "./file-connection.server.ts";
import { TakenBackError } from "./shared-commit.server.ts";

let database: TestDatabase;
let connection: Connection;
let events: string[] = [];
let isBroken = false;
beforeEach(async () => {
  database = await createTestDatabase("sqlite");
  connection = await connectDatabase(database.url);
  const { prepare } = FileConnection.prototype;
  vi.spyOn(FileConnection.prototype, "prepare").mockImplementation(function (this: FileConnection, text) {
    if (text === "commit") events.push(text);
    if (text === "commit" && isBroken) throw new Error("the disk is broken");
    return prepare.call(this, text);
  });
  events = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await connection.close();
  await database.drop();
});

const store = (value: string, during = async () => {}) =>
  connection.db.transaction().execute(async (transaction) => {
    await transaction.insertInto("site_secrets").values({ name: value, value }).execute();
    await during();
  });
const stored = async () =>
  (await connection.db.selectFrom("site_secrets").select("name").orderBy("name").execute()).map(
    ({ name }) => name,
  );
const names = (count: number) => Array.from({ length: count }, (_, index) => `post ${index + 10}`);
const refuse = async () => {
  throw new Error("refused");
};

it("commits what comes at once with one commit, and nobody is answered before", async () => {
  await Promise.all(names(12).map((name) => store(name).then(() => events.push("answered"))));
  expect(events).toEqual(["commit", ...Array(12).fill("answered")]);
  expect(await stored()).toEqual(names(12));
});

it("lets nobody wait for more than a few others", async () => {
  await Promise.all(names(40).map((name) => store(name)));
  expect(events).toEqual(["commit", "commit", "commit"]);
});

it.each(["first", "in the middle", "last"])("takes one back alone that fails %s", async (place) => {
  const failing = { first: 0, "in the middle": 2, last: 4 }[place];
  const outcomes = await Promise.allSettled(
    names(5).map((name, index) => store(name, index === failing ? refuse : undefined)),
  );
  expect(outcomes.map(({ status }) => status === "rejected")).toEqual(
    names(5).map((_, index) => index === failing),
  );
  expect(await stored()).toEqual(names(5).filter((_, index) => index !== failing));
});

it("needs no commit when all were taken back", async () => {
  await expect(store("one", refuse)).rejects.toThrow("refused");
  expect(events).toEqual([]);
  await store("another");
  expect(await stored()).toEqual(["another"]);
});

it("shows a query what is committed, and makes it wait for no commit", async () => {
  const first = store("first");
  const seen = stored().then((rows) => {
    events.push("seen");
    return rows;
  });
  await Promise.all([first, seen]);
  expect(events).toEqual(["seen", "commit"]);
  expect(await seen).toEqual([]);
});

it("commits statements that are in no transaction together with others", async () => {
  const insert = (name: string) =>
    connection.db.insertInto("site_secrets").values({ name, value: name }).execute();
  await Promise.all([insert("one"), store("another"), insert("a third")]);
  expect(events).toEqual(["commit"]);
  await expect(insert("one")).rejects.toThrow("UNIQUE");
  expect(await stored()).toEqual(["a third", "another", "one"]);
});

it("lets who has a connection for several statements come again after a commit, and others after it", async () => {
  await connection.db.connection().execute(async (session) => {
    for (const name of ["one", "two"])
      await session.insertInto("site_secrets").values({ name, value: name }).execute();
    expect(await session.selectFrom("site_secrets").select("name").execute()).toHaveLength(2);
  });
  await store("three");
  expect(await stored()).toEqual(["one", "three", "two"]);
});

it("commits before any other statement that is in no transaction, and before one that only reads", async () => {
  const first = store("first");
  await sql`delete from site_secrets where name = 'first'`.execute(connection.db);
  const second = store("second");
  const count = await connection.db
    .transaction()
    .setAccessMode("read only")
    .execute((transaction) => transaction.selectFrom("site_secrets").selectAll().execute());
  await Promise.all([first, second]);
  expect(count).toHaveLength(1);
});

it("lets others write while somebody only reads, who sees none of it", async () => {
  const other = await connectDatabase(database.url, { isForStaff: true });
  const seen = await connection.db
    .transaction()
    .setAccessMode("read only")
    .execute(async (transaction) => {
      const read = () => transaction.selectFrom("site_secrets").selectAll().execute();
      const before = await read();
      await other.db.insertInto("site_secrets").values({ name: "other", value: "other" }).execute();
      return [before, await read()];
    });
  await other.close();
  expect(seen).toEqual([[], []]);
  expect(await stored()).toEqual(["other"]);
});

it("reads row by row what is committed alone", async () => {
  const first = store("first");
  for await (const _ of connection.db.selectFrom("site_secrets").selectAll().stream()) events.push("seen");
  await first;
  expect(events).toEqual(["commit", "seen"]);
});

it("tells all when the commit fails, and stores none of it", async () => {
  isBroken = true;
  const outcomes = await Promise.allSettled(names(3).map((name) => store(name)));
  expect(outcomes).toEqual(
    names(3).map(() => ({ status: "rejected", reason: new Error("the disk is broken") })),
  );
  isBroken = false;
  await store("after");
  expect(await stored()).toEqual(["after"]);
});

it.each([
  ["insert", () => connection.db.insertInto("site_secrets").values({ name: "other", value: "new" })],
  ["update", () => connection.db.updateTable("site_secrets").set({ value: "new" })],
  ["delete", () => connection.db.deleteFrom("site_secrets")],
])("stores an %s that is in no transaction by such a commit, too", async (_, statement) => {
  await store("kept");
  isBroken = true;
  await expect(statement().execute()).rejects.toThrow("the disk is broken");
  isBroken = false;
  expect(await connection.db.selectFrom("site_secrets").selectAll().execute()).toEqual([
    { name: "kept", value: "kept" },
  ]);
});

it("tells all when the file is lost before the commit", async () => {
  const path = database.url.slice("sqlite:".length);
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = store("held", async () => {
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  const after = store("after");
  for (const ending of ["", "-wal", "-shm"]) renameSync(path + ending, `${path}.away${ending}`);
  end.resolve();
  const outcomes = await Promise.allSettled([held, after]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  for (const ending of ["", "-wal", "-shm"]) renameSync(`${path}.away${ending}`, path + ending);
  await store("again");
  expect(await stored()).toEqual(["again"]);
});

it("tells those who wait for the commit when the database is closed", async () => {
  const begun = Promise.withResolvers<void>();
  const waiting = store("waiting");
  void store("held", () => {
    begun.resolve();
    return new Promise(() => {});
  });
  await begun.promise;
  await Promise.all([expect(waiting).rejects.toThrow(TakenBackError), connection.close()]);
});

it("tries again what a post took back for which there was no room", async () => {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(connection.db);
  await sql.raw(`pragma max_page_count = ${Number(rows[0]?.page_count) + 10}`).execute(connection.db);
  const fits = retryTransient(() => store("fits"));
  const tooLarge = retryTransient(() => store("w".repeat(1_000_000)));
  await expect(tooLarge).rejects.toThrow("full");
  await fits;
  expect(await stored()).toEqual(["fits"]);
});

it("notes what it may take back in no deleted file, which nothing overwrites", async () => {
  // More pages than SQLite notes in memory by itself.
  await Promise.all(names(30).map((name) => store(name.padEnd(4_000))));
  let files: string[] = [];
  await connection.db.transaction().execute(async (transaction) => {
    await transaction.updateTable("site_secrets").set({ value: "changed" }).execute();
    files = openFiles();
  });
  expect(files).toContainEqual(expect.stringContaining(".db-wal"));
  expect(files.filter((file) => file.endsWith("(deleted)"))).toEqual([]);
});

/** What each descriptor of this process leads to. */
function openFiles(): string[] {
  return readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      // The descriptor by which the folder was read is closed.
      return [];
    }
  });
}
