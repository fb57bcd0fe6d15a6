// docs/operations/moving.md, 'Upgrade', 'Rollback'

import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { version } from "#system/version.ts";
import packageJson from "../../package.json" with { type: "json" };
import {
  createTestDatabase,
  databaseKinds,
  openDatabase,
  type TestDatabase,
} from "../../tests/support/databases.ts";
import { form, person } from "../../tests/support/form.ts";
import { startDumpableServer } from "../../tests/support/postgres-tools.ts";
import { createStaffSite, runStaff } from "../../tests/support/staff.ts";

let server: Awaited<ReturnType<typeof startDumpableServer>>;
beforeAll(async () => {
  server = await startDumpableServer();
});
afterAll(() => server.stop());

it("the version is that of the package, and the changelog tells who upgrades what to do", async () => {
  expect((await runStaff("sqlite:/nowhere", "/nowhere", "--version")).output).toBe(
    `${packageJson.version}\n`,
  );
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  const [, newest = ""] = readFileSync("CHANGELOG.md", "utf8").split(/^## /m);
  expect(newest).toMatch(/^### When you upgrade\n\n- \S/m);
});

describe.each(databaseKinds)("on %s", (kind) => {
  let database: TestDatabase;
  let dataDir: string;
  beforeEach(async ({ skip }) => {
    if (kind === "postgres" && !server.url) skip(server.reason);
    database = await createTestDatabase(kind, server.url);
    dataDir = mkdtempSync(join(tmpdir(), "versions-"));
  });
  afterEach(async () => {
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const run = (...args: string[]) => runStaff(database.url, dataDir, ...args);
  const startSite = () => createStaffSite(database.url, dataDir);
  const post = async (site: Awaited<ReturnType<typeof startSite>>, email: string) => {
    const answer = await site.app.inject({
      url: "/contact",
      ...form({ ...person, email, submissionId: randomUUID() }),
    });
    expect(answer.statusCode).toBe(303);
  };
  async function alter(...statements: string[]): Promise<void> {
    const { db, close } = await openDatabase(database.url);
    for (const statement of statements) await sql.raw(statement).execute(db);
    await close();
  }
  const emails = async () =>
    JSON.parse((await run("list", "--json")).output).map(({ email }: { email: string }) => email);
  const mails = () => readdirSync(join(dataDir, "mail")).length;

  it("an upgrade keeps every row, and sends what waited", async () => {
    // As a version had it that knew two migrations.
    await alter(
      `insert into contact_submissions (id, created_at, full_name, email, reason_for_contact, message)
         values ('${randomUUID()}', '2026-01-02T03:04:05.678Z', 'Ada', 'before@visitor.example', 'r', '{}')`,
      `insert into notifications (id, created_at, submission_table, submission_id, kind, email, payload, status, attempts, next_attempt_at)
         select id, created_at, 'contact_submissions', id, 'staff', email, '{"formType":"contact_submission","applicantName":"Ada",
           "applicantEmail":"before@visitor.example","formData":{"firstName":"Ada"},"reference":"AAAA-AAAA"}', 'pending', 0, created_at
         from contact_submissions`,
      "alter table notifications drop column recipients",
      "alter table notifications drop column unclear_attempts",
      "delete from kysely_migration where name > '0003'",
    );
    await expect(run("list")).rejects.toThrow(/lacks 0003-mail-deliveries-compatible.*start the site/);
    const site = await startSite();
    await post(site, "after@visitor.example");
    await expect.poll(mails).toBe(2);
    await site.close();
    expect(await emails()).toEqual(["after@visitor.example", "before@visitor.example"]);
  });

  it("after a compatible upgrade the version before does all of its work, and leaves alone what it does not know", async () => {
    const first = await startSite();
    await post(first, "before@visitor.example");
    await expect.poll(mails).toBe(1);
    await first.close();
    // What a later version may do.
    await alter(
      "alter table contact_submissions add column later_note text",
      "alter table notifications add column later_count integer not null default 7",
      "create table later_things (id text primary key)",
      "create index later_index on notifications (later_count)",
      "update contact_submissions set later_note = 'kept'",
      "insert into kysely_migration (name, timestamp) values ('0900-later-compatible', '')",
    );
    const rolledBack = await startSite();
    await post(rolledBack, "after@visitor.example");
    await post(rolledBack, "goes@visitor.example");
    await expect.poll(mails).toBe(3);
    expect((await rolledBack.app.inject("/readyz")).statusCode).toBe(200);
    await run("erase", "goes@visitor.example", "--yes");
    expect((await run("export")).output).toContain("after@visitor.example");
    await run("backup", join(dataDir, "later.backup"));
    await run("drill", join(dataDir, "later.backup"));
    await rolledBack.close();
    await run("restore", join(dataDir, "later.backup"), "--yes");
    // In one millisecond of a clock that stands still: in no order.
    expect((await emails()).sort()).toEqual(["after@visitor.example", "before@visitor.example"]);
    const { db, close } = await openDatabase(database.url);
    const { rows } =
      await sql`select later_note from contact_submissions order by created_at, later_note`.execute(db);
    await close();
    expect(rows).toContainEqual({ later_note: "kept" });
  });

  it("beside other changes the version before does not start; the backup before the upgrade leads back, and keeps the rest", async () => {
    const first = await startSite();
    await post(first, "before@visitor.example");
    await first.close();
    const backup = join(dataDir, "before.backup");
    await run("backup", backup);
    const upgraded = await startSite();
    await post(upgraded, "after@visitor.example");
    await upgraded.close();
    await alter(
      "create table later_contacts as select * from contact_submissions",
      "drop table quarantine",
      "insert into kysely_migration (name, timestamp) values ('0901-later', '')",
    );
    await expect(startSite()).rejects.toThrow(/later version of the site, which is needed \(0901-later\)/);
    await expect(run("list")).rejects.toThrow("0901-later");
    const { output } = await run("restore", backup, "--yes");
    const kept = /The database before is kept in (.*)\n/.exec(output)?.[1] ?? "";
    const second = await startSite();
    expect(await emails()).toEqual(["before@visitor.example"]);
    await second.close();
    // What came in between lies in what was put aside.
    if (kind === "sqlite") expect(readFileSync(kept, "latin1")).toContain("after@visitor.example");
    else expect(kept).toMatch(/^the schema before_/);
  });
});
