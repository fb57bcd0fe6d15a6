// docs/specification.md, 'Erasing a person'

import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type KyselyPlugin, type QueryId, sql } from "kysely";
import { afterEach, expect, it } from "vitest";
import { connectDatabase } from "#database/connect.server.ts";
import { MailClaims } from "#submissions/mail/mail-claims.server.ts";
import { createTestDatabase, openDatabase } from "../../tests/support/databases.ts";
import { purge } from "./purge.ts";
import { nothing, overwriteLeftovers, portion, removeRows } from "./remove-rows.ts";

const folder = mkdtempSync(join(tmpdir(), "remove-rows-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The same numbers in every run; https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-8 for ids. */
const digest = (word: string) => createHash("sha256").update(word).digest();
const idOf = (word: string) => {
  const hex = digest(word).toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
};

it("keeps copies of what goes in memory, and of what stays in a file", async () => {
  const url = `sqlite:${join(folder, "site.db")}`;
  await (await openDatabase(url)).close();
  const connection = await connectDatabase(url, { isForStaff: true });
  const place = async (db = connection.db) => (await sql`pragma temp_store`.execute(db)).rows;
  const [file, memory] = [[{ temp_store: 1 }], [{ temp_store: 2 }]];
  const places: unknown[] = [];
  for (const _ of Array(2)) {
    await removeRows(
      connection,
      folder,
      () => {},
      async (transaction) => {
        places.push(await place(transaction));
        return nothing();
      },
    );
    await overwriteLeftovers(connection);
    places.push(await place());
  }
  expect(places).toEqual([memory, file, memory, file]);
  await connection.close();
});

it("leaves nothing where SQLite moved a row from one page to another", async () => {
  const file = join(folder, "site.db");
  const connection = await connectDatabase(`sqlite:${file}`);
  for (let round = 0; round < 12; round += 1) {
    const mark = digest(`person ${round}`).toString("hex").slice(0, 20);
    const theirs: string[] = [];
    for (let row = 0; row < 200; row += 1) {
      const id = idOf(`${round} ${row}`);
      const isTheirs = row % 8 !== 3;
      if (isTheirs) theirs.push(id);
      const email = isTheirs ? mark : "somebody else";
      const size = digest(id).readUInt16BE() % 50;
      const post = { id, email, fields: `${email} `.repeat(size), created_at: "2026-01-31T00:00:00.000Z" };
      await connection.db
        .insertInto("quarantine")
        .values({ ...post, form_type: "contact_submissions", reason: "too fast" })
        .execute();
    }
    theirs.sort((a, b) => digest(a).compare(digest(b)));
    await removeRows(
      connection,
      folder,
      () => {},
      async () => ({ ...nothing(), quarantine: theirs }),
    );
    expect(await overwriteLeftovers(connection)).toBeUndefined();
    for (const name of readdirSync(folder))
      expect(readFileSync(join(folder, name)).includes(mark), `round ${round}, ${name}`).toBe(false);
  }
  await connection.close();
});

it("lets nobody begin to send a mail that goes, on postgres", async () => {
  const database = await createTestDatabase("postgres");
  const connection = await openDatabase(database.url);
  const id = idOf("a mail");
  const [created_at, next_attempt_at] = Array(2).fill("2026-01-31T00:00:00.000Z");
  await connection.db
    .insertInto("notifications")
    .values({
      ...{ id, created_at, next_attempt_at, submission_table: "contact_submissions", submission_id: id },
      ...{ kind: "staff", email: "", payload: "{}", status: "pending", attempts: 0 },
      ...{ claimed_until: null, sent_at: null, last_error: null },
    })
    .execute();
  const claims = new MailClaims({
    connection,
    clock: async () => new Date(),
    length: 150_000,
    staffOf: () => ["staff@site.example"],
  });
  // Another instance looks when it is known that nobody is sending.
  const claimed: unknown[] = [];
  const reading = new WeakSet<QueryId>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind === "SelectQueryNode") reading.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (reading.has(queryId)) claimed.push(await claims.claim([]));
      return result;
    },
  };
  const { notifications } = await removeRows(
    { ...connection, db: connection.db.withPlugin(plugin) },
    folder,
    () => {},
    async () => ({ ...nothing(), notifications: [id] }),
  );
  expect([notifications, claimed]).toEqual([1, [undefined]]);
  await connection.close();
  await database.drop();
});

it("leaves the limits of time as they were on a session of PostgreSQL, which a pooler hands to others", async () => {
  const database = await createTestDatabase("postgres");
  await (await openDatabase(database.url)).close();
  const connection = await connectDatabase(database.url, { isForStaff: true });
  await sql`set statement_timeout = '7s'`.execute(connection.db);
  expect(await overwriteLeftovers(connection)).toBeUndefined();
  const { rows } = await sql`show statement_timeout`.execute(connection.db);
  expect(rows).toEqual([{ statement_timeout: "7s" }]);
  await connection.close();
  await database.drop();
});

it("purge leaves visitors a while between two portions", async () => {
  const databaseUrl = `sqlite:${join(folder, "turns.db")}`;
  const connection = await openDatabase(databaseUrl);
  const post = { form_type: "contact_submissions", reason: "too fast", email: "", fields: "[]" };
  const old = { ...post, created_at: "2026-01-31T00:00:00.000Z" };
  const rows = Array.from({ length: portion + 1 }, (_, row) => ({ ...old, id: idOf(`turn ${row}`) }));
  await connection.db.insertInto("quarantine").values(rows).execute();
  // After what is removed last of a portion, until the next one is looked for.
  const pauses: number[] = [];
  let removed: number | undefined;
  const removals = new WeakSet<QueryId>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind === "DeleteQueryNode") removals.add(queryId);
      if (node.kind === "SelectQueryNode" && removed !== undefined) pauses.push(performance.now() - removed);
      if (node.kind !== "RawNode") removed = undefined;
      return node;
    },
    async transformResult({ result, queryId }) {
      if (removals.has(queryId)) removed = performance.now();
      return result;
    },
  };
  const { quarantine } = await purge(
    { ...connection, db: connection.db.withPlugin(plugin) },
    { dataDir: folder, databaseUrl },
    "2026-02-01T00:00:00.000Z",
    { rewrites: false, onWait: () => {} },
  );
  expect([quarantine, pauses.length]).toEqual([portion + 1, 2]);
  expect(Math.min(...pauses)).toBeGreaterThan(48);
  await connection.close();
});
