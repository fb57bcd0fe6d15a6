// docs/specification.md, 'Removing': what takes long, and what is given up

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type KyselyPlugin, sql } from "kysely";
import { expect, it, onTestFinished, vi } from "vitest";
import { type Connection, connectDatabase } from "#database/connect.server.ts";
import { createTestDatabase, openDatabase } from "../../tests/support/databases.ts";
import { runStaff } from "../../tests/support/staff.ts";
import { nothing, removeRows, slices } from "./remove-rows.ts";
import { rewritingExtent } from "./rewrite-file.ts";
import { vacuum } from "./vacuum.ts";

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "limits-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

it.each([
  [0, undefined],
  [100_000_000, undefined],
  [100_000_001, "0.1 GB, about a minute"],
  [2_000_000_000, "2.0 GB, about a minute"],
  [2_000_000_001, "2.0 GB, about 2 minutes"],
  [11_960_000_000, "12.0 GB, about 6 minutes"],
])("says of a file of %d bytes how long it takes to write it anew: %s", async (size, words) => {
  const connection = await connectDatabase("sqlite::memory:");
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => ({
      ...result,
      rows: result.rows.map((row) => ({ ...row, size })),
    }),
  };
  const db = connection.db.withPlugin(plugin);
  expect(await rewritingExtent({ ...connection, db })).toBe(words);
  expect(await rewritingExtent({ ...connection, db, kind: "postgres" })).toBeUndefined();
  await connection.close();
});

const mail = {
  ...{ created_at: "2026-01-31T00:00:00.000Z", next_attempt_at: "2026-01-31T00:00:00.000Z" },
  ...{ submission_table: "contact_submissions" as const, submission_id: "1", kind: "staff" as const },
  ...{ email: "ada@visitor.example", payload: "{}", attempts: 1, unclear_attempts: 0, last_error: null },
  ...{ recipients: null, sent_at: null },
};

it.each([
  ["pending", "2999-01-01T00:00:00.000Z", true],
  ["pending", "2026-01-31T00:00:00.000Z", false],
  ["pending", null, false],
  ["held", "2999-01-01T00:00:00.000Z", false],
] as const)(
  "of a mail that is %s, and was claimed until %s: whether it is waited for: %s",
  async (status, claimed_until, isHeld) => {
    const connection: Connection = await connectDatabase("sqlite::memory:");
    const { db, close } = connection;
    await db
      .insertInto("notifications")
      .values({ ...mail, id: "1", status, claimed_until })
      .execute();
    const clock = vi.spyOn(performance, "now");
    onTestFinished(() => clock.mockRestore());
    // The first look is at the beginning, the second one after more than a claim takes.
    let looks = 0;
    clock.mockImplementation(() => (looks++ === 0 ? 0 : 210_001));
    const removal = removeRows(
      connection,
      newFolder(),
      () => {},
      async () => ({ ...nothing(), notifications: ["1"] }),
    );
    if (isHeld)
      await expect(removal).rejects.toThrow(
        "An e-mail that has to go is still being sent. Its submission was not removed: try again later.",
      );
    else expect(await removal).toMatchObject({ notifications: 1, submissions: 0, quarantine: 0 });
    expect(await db.selectFrom("notifications").select("id").execute()).toHaveLength(isHeld ? 1 : 0);
    await close();
  },
);

it("removes in portions that every database takes", () => {
  const ids = Array.from({ length: 1_001 }, (_, index) => String(index));
  expect(slices([])).toEqual([]);
  expect(slices(ids.slice(0, 500))).toEqual([ids.slice(0, 500)]);
  expect(slices(ids)).toEqual([ids.slice(0, 500), ids.slice(500, 1_000), ["1000"]]);
});

it("says on PostgreSQL why room was not freed, and leaves the session as it was", async () => {
  const database = await createTestDatabase("postgres");
  await (await openDatabase(database.url)).close();
  const { db, close } = await connectDatabase(database.url, { isForStaff: true });
  await sql`set lock_timeout = '3s'`.execute(db);
  expect(await vacuum(db, ["quarantine", "no_such_table"])).toBe(
    `What was removed still takes room in PostgreSQL's files (relation "no_such_table" does not exist); it frees it by itself later, or run this again.`,
  );
  expect((await sql`show lock_timeout`.execute(db)).rows).toEqual([{ lock_timeout: "3s" }]);
  await close();
  await database.drop();
});

it("waits on PostgreSQL for a row that the site holds, whatever the session's limits", async () => {
  const database = await createTestDatabase("postgres");
  const site = await openDatabase(database.url);
  await site.db
    .insertInto("notifications")
    .values({ ...mail, id: "1", status: "sent", claimed_until: null })
    .execute();
  const connection = await connectDatabase(database.url, { isForStaff: true });
  // As behind a pooler, where they are not lifted at the start.
  await sql`set lock_timeout = '50ms'`.execute(connection.db);
  const { promise: waits, resolve: go } = Promise.withResolvers<void>();
  const held = site.db.transaction().execute(async (transaction) => {
    await transaction.updateTable("notifications").set({ attempts: 2 }).execute();
    go();
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and now() - query_start > '200ms'`;
    await expect.poll(async () => (await waiting.execute(connection.db)).rows.length).toBe(1);
  });
  await waits;
  const removal = removeRows(
    connection,
    newFolder(),
    () => {},
    async () => ({ ...nothing(), notifications: ["1"] }),
  );
  const [, removed] = await Promise.all([held, removal]);
  expect(removed).toMatchObject({ notifications: 1 });
  await connection.close();
  await site.close();
  await database.drop();
});

it("removes a person's rows however many they are, and says from when to when they came", async () => {
  const folder = newFolder();
  const url = `sqlite:${join(folder, "site.db")}`;
  const { db, close } = await openDatabase(url);
  const series = sql.raw(
    "with recursive series (n) as (select 1 union all select n + 1 from series where n < 501)",
  );
  const id = sql.raw("printf('%08x-0000-4000-8000-000000000000', n)");
  await sql`${series} insert into quarantine (id, created_at, form_type, reason, email, fields)
    select ${id}, printf('2026-%02d-15T12:00:00.000Z', n % 9 + 2), '', '', 'Ada@visitor.example', '[]' from series`.execute(
    db,
  );
  await sql`${series} insert into notifications (id, created_at, next_attempt_at, submission_table, submission_id, kind, email, payload, status, attempts)
    select ${id}, '2026-01-31T00:00:00.000Z', '2026-01-31T00:00:00.000Z', 'contact_submissions', n, 'receipt', 'ada@visitor.example', '{}', 'sent', 1 from series`.execute(
    db,
  );
  const { output } = await runStaff(url, folder, "erase", "ada@visitor.example", "--yes");
  const amounts = "0 submissions, 501 notifications, 501 quarantined posts";
  expect(output).toMatch(
    new RegExp(
      `^This removes ${amounts}, which came from 2026-02-15 \\d\\d:\\d\\d to 2026-10-15 \\d\\d:\\d\\d\\.\n`,
    ),
  );
  expect(output).toContain(`\nRemoved ${amounts}, 0 files`);
  for (const table of ["quarantine", "notifications"] as const)
    expect(await db.selectFrom(table).select("id").execute()).toEqual([]);
  await close();
});
