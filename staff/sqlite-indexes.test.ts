// docs/operations.md, 'Data': indexes that do not fit their tables

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { connectDatabase } from "#database/connect.server.ts";
import { contactRow } from "../tests/support/form.ts";
import { runStaff } from "../tests/support/staff.ts";
import { findIndexTrouble } from "./sqlite-indexes.ts";

describe("a database whose indexes do not fit its tables", () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "indexes-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    file = join(folder, "site.db");
    const { db, close } = await connectDatabase(`sqlite:${file}`);
    for (const [full_name, day] of [
      ["Ada Moreno", "2026-11-22"],
      ["Ben Okafor", "2026-11-21"],
    ] as const)
      await db
        .insertInto("contact_submissions")
        .values({
          ...{ id: randomUUID(), created_at: `${day}T20:00:00.000Z` },
          ...contactRow({ full_name, reason_for_contact: "words" }),
        })
        .execute();
    await close();
    // What the index holds is in another order than it says.
    damage(`update sqlite_schema
      set sql = replace(sql, '(created_at, id)', '(id, created_at)') where name = 'contact_submissions_time'`);
    expect(check()).toMatch(/missing from index/);
  });
  const damage = (statements: string) => {
    const database = new DatabaseSync(file, { defensive: false });
    database.exec(`pragma writable_schema = on; ${statements}`);
    database.close();
  };
  const check = () => {
    const database = new DatabaseSync(file, { readOnly: true });
    const rows = database.prepare("pragma integrity_check").all();
    database.close();
    return rows.map((row) => row.integrity_check).join();
  };
  const run = (...args: string[]) => runStaff(`sqlite:${file}`, folder, ...args);

  it.each<[what: string, args: string[], told: RegExp]>([
    ["the list", ["list"], /Ada Moreno.*Ben Okafor/s],
    ["a purge", ["purge", "--before", "2026-11-22", "--dry-run"], /1 submission/],
    ["an erasure", ["erase", "ada@visitor.example", "--dry-run"], /2 submissions/],
    ["an export", ["export"], /Ada Moreno.*Ben Okafor|Ben Okafor.*Ada Moreno/s],
    ["a backup", ["backup", "FILE"], /is whole:\n {2}contact_submissions: 2/],
  ])("has them made anew by %s, which says so and passes over nothing", async (_what, args, told) => {
    const { output, notes } = await run(...args.map((word) => word.replace("FILE", join(folder, "copy.db"))));
    expect(notes).toMatch(
      /indexes .* did not fit its tables \(row \d missing from index contact_submissions_time\)/,
    );
    expect(notes).toContain("made anew");
    expect(output).toMatch(told);
    expect(check()).toBe("ok");
  });

  it("has them made anew by the list where they hold nothing at all", async () => {
    const names = ["time", "reference", "person"].map((name) => `contact_submissions_${name}`);
    for (const name of names) {
      const database = new DatabaseSync(file);
      const { sql } = database.prepare("select sql from sqlite_schema where name = ?").get(name) ?? {};
      database.exec(`drop index ${name}; ${sql} where id is null`);
      database.close();
    }
    damage("update sqlite_schema set sql = replace(sql, ' where id is null', '')");
    const { output, notes } = await run("list");
    expect(notes).toContain("made anew");
    expect(output).toContain("Ada Moreno");
  });

  it("leaves them alone where its tables are not sound either", async () => {
    damage(
      `update sqlite_schema set sql = replace(sql, '"linkedin_url" text', '"linkedin_url" text not null')`,
    );
    await expect(run("backup", join(folder, "copy.db"))).rejects.toThrow("damaged");
    await expect(run("export")).rejects.toThrow("nothing is exported");
    expect(check()).toMatch(/missing from index/);
  });
});

it.each<[string[], boolean]>([
  [["row 7 missing from index person"], true],
  [["row 1234 missing from index person"], true],
  [["row 12 values differ from index person"], true],
  [["wrong # of entries in index person", "non-unique entry in index person"], true],
  [["ok"], false],
  [["row 7 missing from index person", "Tree 4 page 7: btreeInitPage() returns error code 11"], false],
  [["Tree 4: row 7 missing from index person"], false],
  [["NULL value in quarantine.id"], false],
])("takes %j for a trouble of indexes alone: %s", (lines, isOfIndexes) => {
  const all = () => lines.map((line) => ({ integrity_check: line }));
  const database = { prepare: () => ({ all }) } as unknown as DatabaseSync;
  expect(findIndexTrouble(database)).toBe(isOfIndexes ? lines[0] : undefined);
});
