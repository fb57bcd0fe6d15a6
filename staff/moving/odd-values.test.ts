// docs/operations/moving.md, 'Another database'

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { connectDatabase } from "#database/connect.server.ts";
import {
  createTestDatabase,
  databaseKinds,
  openDatabase,
  type TestDatabase,
} from "../../tests/support/databases.ts";
import { runStaff } from "../../tests/support/staff.ts";
import { assertKeys } from "./rows.ts";

describe.each(databaseKinds)("of what only SQLite holds, a copy to %s", (kind) => {
  let source: TestDatabase;
  let target: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    source = await createTestDatabase("sqlite");
    target = await createTestDatabase(kind);
    folder = mkdtempSync(join(tmpdir(), "odd-"));
    await run(
      source,
      "drop table contact_submissions",
      `create table contact_submissions (id text primary key, created_at text, full_name text, email text, linkedin_url text,
         reason_for_contact text, message text, newsletter_signup integer)`,
    );
  });
  afterEach(async () => {
    await source.drop();
    await target.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function run(database: TestDatabase, ...statements: string[]): Promise<Record<string, unknown>[]> {
    const { db, close } = await connectDatabase(database.url, { beforeCopy: async () => {} });
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements)
      ({ rows } = await sql.raw<Record<string, unknown>>(statement).execute(db));
    await close();
    return rows;
  }
  const insert = (id: string, name: string, time = "'2026-01-02T03:04:05.678Z'") =>
    run(
      source,
      `insert into contact_submissions (id, created_at, full_name) values (${id}, ${time}, ${name})`,
    );
  const copy = () =>
    runStaff(source.url, folder, "copy", "--to", target.url).catch((error: Error) => ({
      exitCode: 1,
      output: error.message,
    }));
  const names = async () =>
    Object.fromEntries(
      (await run(target, "select id, full_name from contact_submissions")).map((row) => [
        row.id,
        row.full_name,
      ]),
    );

  it("keeps bytes that are no text as digits, and names their rows", async () => {
    await insert("'latin'", "cast(x'4a6f73e9' as text)");
    await insert("'other'", "cast(x'4a6f73ea' as text)");
    await insert("'blob'", "x'00ff'");
    await insert("'nul'", "cast(x'610062' as text)");
    await insert("'words'", "cast('Zoë \ufffd' as blob)");
    const { exitCode, output } = await copy();
    expect(output).toMatch(/contact_submissions: 5 rows/);
    for (const id of ["latin", "other", "blob", "nul"])
      expect(output).toContain(`${id}: full_name holds bytes that are no text`);
    expect(output).not.toContain("words:");
    expect(exitCode).toBe(0);
    expect(await names()).toEqual({
      latin: "\\x4a6f73e9",
      other: "\\x4a6f73ea",
      blob: "\\x00ff",
      nul: "\\x610062",
      words: "Zoë \ufffd",
    });
    expect(await copy()).toMatchObject({ exitCode: 0 });
  });

  it("finds other bytes in a row that was there already", async () => {
    await insert("'latin'", "cast(x'4a6f73e9' as text)");
    expect(await copy()).toMatchObject({ exitCode: 0 });
    await run(source, "update contact_submissions set full_name = cast(x'4a6f73ea' as text)");
    // The copy is finished, so it is compared and not changed.
    expect((await copy()).output).toContain("it holds other rows");
  });

  it("keeps moments that are written in an unusual way, and years of long ago", async () => {
    await insert("'late'", "'x'", "'2026-01-02T24:00:00.000Z'");
    await insert("'first'", "'x'", "'0001-01-01T00:00:00.000Z'");
    expect(await copy()).toMatchObject({ exitCode: 0 });
    expect(await run(target, "select id, created_at from contact_submissions order by id desc")).toEqual([
      { id: "late", created_at: "2026-01-03T00:00:00.000Z" },
      { id: "first", created_at: "0001-01-01T00:00:00.000Z" },
    ]);
  });

  it("says which row has no id", async () => {
    await insert("null", "'x'");
    const { exitCode, output } = await copy();
    expect(exitCode).toBe(1);
    expect(output).toContain("contact_submissions has rows whose id is no text (rowid 1)");
  });

  it.runIf(kind === "postgres")("says which row it cannot hold, in the midst of others", async () => {
    await insert("'a'", "'x'");
    await insert("'b'", "'x'", "'0000-13-45T99:00:00.000Z'");
    await insert("'c'", "'x'");
    const { exitCode, output } = await copy();
    expect(exitCode).toBe(1);
    expect(output).toMatch(/The copy cannot hold contact_submissions b: .*Correct the row/);
    await run(
      source,
      "update contact_submissions set created_at = '2026-01-02T03:04:05.678Z' where id = 'b'",
    );
    expect(await copy()).toMatchObject({ exitCode: 0 });
  });
});

it("says where on PostgreSQL a row without an id is", async () => {
  const database = await createTestDatabase("postgres");
  onTestFinished(database.drop);
  const { db, close } = await openDatabase(database.url);
  onTestFinished(close);
  await sql`drop table contact_submissions`.execute(db);
  await sql`create table contact_submissions (id text)`.execute(db);
  await sql`insert into contact_submissions default values`.execute(db);
  const table = { db, kind: "postgres", name: "contact_submissions", columns: ["id"] } as const;
  await expect(assertKeys(table)).rejects.toThrow("whose id is no text (ctid (0,1))");
});
