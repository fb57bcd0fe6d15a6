// docs/specification.md, 'Commands for staff': lists and exports of more rows than are read at once

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Connection } from "#database/connect.server.ts";
import { openDatabase } from "../../tests/support/databases.ts";
import { runStaff } from "../../tests/support/staff.ts";

const folder = mkdtempSync(join(tmpdir(), "many-"));
const url = `sqlite:${join(folder, "site.db")}`;
let connection: Connection;
beforeAll(async () => {
  connection = await openDatabase(url);
});
afterAll(async () => {
  await connection.close();
  rmSync(folder, { recursive: true });
});
const run = async (...args: string[]) => (await runStaff(url, folder, ...args)).output;
/** A statement for each of so many numbers `n`, from 1 on. */
const forEach = (count: number, insert: string) =>
  sql`${sql.raw(`with recursive series (n) as (select 1 union all select n + 1 from series where n < ${count}) ${insert} from series`)}`.execute(
    connection.db,
  );
const id = "printf('%08x-0000-4000-8000-000000000000', n)";

it("a search counts posts in quarantine up to a hundred", async () => {
  const insert = (count: number) =>
    forEach(
      count,
      `insert into quarantine (id, created_at, form_type, reason, email, fields)
       select ${id}, '2026-11-21T08:00:00.000Z', 'contact_submission', 'trap', 'bot@visitor.example', '[]'`,
    );
  for (const [count, told] of [
    [99, "99"],
    [100, "100 or more"],
    [101, "100 or more"],
  ] as const) {
    await connection.db.deleteFrom("quarantine").execute();
    await insert(count);
    expect(await run("list", "--search", "bot")).toContain(
      `\nIn quarantine: ${told}; 'npm run submissions -- quarantine --search TEXT' shows them.\n`,
    );
  }
});

it("a search goes on page by page, and leaves nobody out", async () => {
  const pages = [1, 2, 3, 4, 5, 6].map((page) =>
    run("quarantine", "--search", "bot", "--limit", "20", "--page", String(page), "--json"),
  );
  const found = (await Promise.all(pages)).map((text) =>
    JSON.parse(text).map((row: { id: string }) => row.id),
  );
  expect(found.map(({ length }) => length)).toEqual([20, 20, 20, 20, 20, 1]);
  const ids = await connection.db.selectFrom("quarantine").select("id").orderBy("id", "desc").execute();
  expect(found.flat()).toEqual(ids.map((row) => row.id));
});

it("names five of the rows that the beginning of an id means", async () => {
  const shown = async (start: string) => run("show", start).catch((error: Error) => error.message);
  const ids = (...numbers: number[]) =>
    numbers.map((n) => `${n.toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`);
  expect(await shown("0000006")).toBe(
    `0000006 means more than one; write more of the id: ${ids(0x60, 0x61, 0x62, 0x63, 0x64).join(" ")} …`,
  );
  await connection.db
    .deleteFrom("quarantine")
    .where("id", ">", ids(0x64)[0] ?? "")
    .execute();
  expect(await shown("0000006")).toBe(
    `0000006 means more than one; write more of the id: ${ids(0x60, 0x61, 0x62, 0x63, 0x64).join(" ")}`,
  );
});

it("counts e-mails that were sent up to ten thousand", async () => {
  for (const [first, count, told] of [
    [0, 10_000, "10000 sent"],
    [10_000, 1, "more than 10000 sent"],
    [10_001, 5, "more than 10000 sent"],
  ] as const) {
    await forEach(
      count,
      `insert into notifications (id, created_at, next_attempt_at, submission_table, submission_id, kind, email, payload, status, attempts)
       select printf('%08x-0000-4000-8000-000000000000', n + ${first}), '2026-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z', 'contact_submissions', n, 'staff', '', '{}', 'sent', 1`,
    );
    expect(await run("notifications")).toBe(`Notifications: ${told}\n`);
  }
  // What waits is found behind them.
  await connection.db
    .updateTable("notifications")
    .where("id", "like", "00000001-%")
    .set({ status: "held" })
    .execute();
  expect(await run("notifications")).toMatch(/^Notifications: 1 held, more than 10000 sent\n\n.*\n.*\n1 /);
});

it("shows the mail server's five most frequent answers", async () => {
  await connection.db.deleteFrom("notifications").execute();
  await forEach(
    21,
    `insert into notifications (id, created_at, next_attempt_at, submission_table, submission_id, kind, email, payload, status, attempts, last_error)
     select ${id}, '2026-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z', 'contact_submissions', n, 'receipt', '', '{}', 'dead', 1,
     case when n > 15 then '6 times' when n > 10 then '5 times' when n > 6 then '4 times' when n > 3 then '3 times' when n > 1 then '2 times' else 'once' end`,
  );
  expect((await run("notifications", "--limit", "1")).split("\n").slice(0, 7)).toEqual([
    "Notifications: 21 given up",
    ...["  6 × 6 times", "  5 × 5 times", "  4 × 4 times", "  3 × 3 times", "  2 × 2 times", ""],
  ]);
});

it("an export leaves out no submission, with a time or without one", async () => {
  // As in a table that was taken over.
  await sql`drop table contact_submissions`.execute(connection.db);
  await sql`create table contact_submissions (id text primary key, created_at text, full_name text, email text, linkedin_url text,
    reason_for_contact text, message text, newsletter_signup integer)`.execute(connection.db);
  const insert = (count: number, first: number, time: string) =>
    forEach(
      count,
      `insert into contact_submissions (id, created_at, full_name, email, message)
       select printf('%05d', n + ${first}), ${time}, 'Name', 'a@b.example', '{}'`,
    );
  const exported = async (...args: string[]) =>
    JSON.parse(await run("export", "--format", "json", ...args)).map((row: { id: string }) => row.id);
  const ids = (count: number, first: number) =>
    Array.from({ length: count }, (_, index) => String(first + index + 1).padStart(5, "0"));
  await insert(100, 0, "null");
  expect(await exported()).toEqual(ids(100, 0));
  await insert(150, 100, "null");
  await insert(100, 1_000, "'2026-11-21T08:00:00.000Z'");
  expect(await exported()).toEqual([...ids(100, 1_000), ...ids(250, 0)]);
  await insert(101, 2_000, "'2026-11-21T08:00:00.001Z'");
  expect(await exported()).toEqual([...ids(100, 1_000), ...ids(101, 2_000), ...ids(250, 0)]);
  expect(await exported("--since", "2026-11-21T08:00:00.001Z")).toEqual(ids(101, 2_000));
});
