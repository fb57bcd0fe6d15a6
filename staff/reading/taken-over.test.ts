// The commands of the staff, with tables that another program made and the site has taken over.

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#database/schema.ts";
import { referenceOf } from "#submissions/submission.ts";
import {
  createTestDatabase,
  databaseKinds,
  openDatabase,
  type TestDatabase,
} from "../../tests/support/databases.ts";
import { runStaff } from "../../tests/support/staff.ts";

/** Times of the original product on 2026-11-20 and 21 in UTC; the 21st begins at 08:00 in San Francisco. */
const times = ["2026-11-20 09:00:00", "2026-11-21 07:50:00", "2026-11-21 08:10:00", "2026-11-21 23:30:00"];

describe.each(databaseKinds)("the staff's commands on tables of the original product on %s", (kind) => {
  let database: TestDatabase;
  let dataDir: string;
  beforeEach(async () => {
    database = await createTestDatabase(kind);
    dataDir = mkdtempSync(join(tmpdir(), "staff-"));
  });
  afterEach(async () => {
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const run = (...args: string[]) => runStaff(database.url, dataDir, ...args);
  const listed = async (...args: string[]) =>
    JSON.parse((await run(...args)).output).map(({ id }: { id: string }) => id);

  /**
   * The tables as somebody else has made and filled them, and then taken over by an earlier version, which left the times as
   * they are, or by this one.
   */
  async function takeOver(isLate: boolean, statements: string[]): Promise<void> {
    const open = () => openDatabase(database.url);
    const execute = async (db: Kysely<Database>, all: string[]) => {
      for (const statement of all) await sql.raw(statement).execute(db);
    };
    const first = await open();
    await execute(first.db, [
      "drop table contact_submissions",
      "drop table mastermind_applications",
      ...statements,
    ]);
    // What no version before the first has done, or the second.
    await execute(
      first.db,
      isLate
        ? ["delete from kysely_migration where name > '0004'"]
        : [
            "drop table notifications; drop table submission_keys; drop table quarantine",
            "drop table rate_limits; drop table site_secrets; drop table kysely_migration",
          ].flatMap((words) => words.split("; ")),
    );
    await first.close();
    await (await open()).close();
  }
  const idType = kind === "postgres" ? "uuid" : "text";
  const timeType = kind === "postgres" ? "timestamptz" : "text default current_timestamp";
  const contacts = (
    type = idType,
  ) => `create table contact_submissions (id ${type} primary key, created_at ${timeType},
    full_name text not null, email text, linkedin_url text, reason_for_contact text,
    message ${kind === "postgres" ? "jsonb" : "text"}, newsletter_signup boolean default false)`;
  const applications = `create table mastermind_applications (id text primary key, created_at ${timeType}, first_name
    text not null, last_name text not null, email text not null, phone text, organization text, role text, challenges text,
    expectations text, experience text, commitment text, availability text, motivation text, agree_to_terms boolean)`;
  const contact = (id: string, time: string | null, email = "old@visitor.example", message = "{}") =>
    `insert into contact_submissions (id, created_at, full_name, email, message) values
      ('${id}', ${time === null ? "null" : `'${time}${kind === "postgres" ? "Z" : ""}'`}, 'Old Friend', '${email}', '${message}')`;
  const application = (id: string, email = "old@visitor.example", motivation = "") =>
    `insert into mastermind_applications (id, created_at, first_name, last_name, email, motivation, agree_to_terms) values
      ('${id}', '2026-11-19T10:00:00.000Z', 'Old', 'Foe', '${email}', '${motivation}', true)`;

  it.each([false, true])("compare times as times (taken over by an earlier version: %s)", async (isLate) => {
    const ids = times.map(() => randomUUID());
    const timeless = randomUUID();
    await takeOver(isLate, [
      contacts(),
      applications,
      ...ids.map((id, index) => contact(id, times[index] ?? "")),
      contact(timeless, null),
      application("first"),
    ]);
    // One without a time came when it was taken over, which a test's clock may be before or after.
    const without = (all: string[]) => all.filter((id) => id !== timeless);
    expect(without(await listed("list", "--json"))).toEqual([...ids.toReversed(), "first"]);
    const since = ["export", "--format", "json", "--since", "2026-11-21"];
    expect(without(await listed(...since))).toEqual(ids.slice(2));
    expect((await run("purge", "--before", "2026-11-21", "--yes")).output).toContain("Removed 3 submissions");
    expect(without(await listed("list", "--json"))).toEqual(ids.slice(2).toReversed());
    expect(await listed("list", "--json")).toContain(timeless);
  });

  it("say of a row without a readable time that it came before it was taken over, and what was there", async () => {
    const [unread, read] = [randomUUID(), randomUUID()];
    await takeOver(false, [
      contacts().replace(timeType, "text"),
      applications,
      contact(read, times[0] ?? ""),
      contact(unread, "spring of 2019").replace("2019Z", "2019"),
    ]);
    const lines = (await run("list")).output.split("\n");
    const lineOf = (id: string) => lines.find((line) => line.includes(id.slice(0, 8))) ?? "";
    expect(lineOf(unread)).toMatch(/ before 2\d{3}-/);
    expect(lineOf(read)).not.toContain("before");
    expect((await run("show", unread)).output).toMatch(/before 2\d{3}-.*spring of 2019/s);
    expect((await run("export")).output).toContain("created_at_found: spring of 2019");
    expect((await run("export", "--format", "json")).output).toContain('"created_at_found":"spring of 2019"');
  });

  it("give every word of messages of any kind, and of columns that the site does not know", async () => {
    const messages: [message: string, words: string[]][] = [
      ['"Phone: 5. I would like to join"', ["message: Phone: 5. I would like to join"]],
      ['["one", "two"]', ["message: one; two"]],
      ['{"phone": null, "motivation": "why not"}', ["why not"]],
      ['{"phone": 555, "motivation": "why indeed"}', ['"555"', "why indeed"]],
      ['{"motivation": "nested", "pet": {"name": "Rex"}}', ["nested", 'pet: {""name"":""Rex""}']],
      ['{"areasOfInterest": ["sea", 7, {"a": 1}]}', ['sea; 7; {""a"":1}']],
      ['{"firstName": "Given", "email": "second@visitor.example"}', ["firstName: Given", "email: second@"]],
      ["{}", []],
    ];
    const ids = messages.map(() => randomUUID());
    const isPostgres = kind === "postgres";
    await takeOver(false, [
      contacts(),
      applications,
      `alter table contact_submissions add column status text default 'is new'`,
      `alter table contact_submissions add column tags ${isPostgres ? "text[]" : "text"}`,
      `alter table contact_submissions add column meta ${isPostgres ? "jsonb" : "text"}`,
      `alter table contact_submissions add column reference text default 'their own'`,
      ...messages.map(([message], index) =>
        contact(ids[index] ?? "", times[0] ?? "", "a@b.example", message),
      ),
      `update contact_submissions set tags = ${isPostgres ? "array['red', 'blue']" : "'red; blue'"}, meta = '{"a": {"b": [1]}}'`,
      ...(isPostgres ? [] : [contact("plain", times[0] ?? "", "a@b.example", "Plain: I would like")]),
    ]);
    const lines = new Map(
      (await run("export", "--table", "contact_submissions")).output
        .split("\r\n")
        .map((line): [string, string] => [line.slice(1, 37), line]),
    );
    for (const [index, [message, words]] of messages.entries()) {
      const line = lines.get(ids[index] ?? "") ?? "";
      for (const word of [...words, "status: is new", "tags: red; blue", "meta: {", "reference: their own"])
        expect(line, message).toContain(word);
      const shown = (await run("show", ids[index] ?? "")).output;
      expect(shown + line, message).not.toContain("[object");
      for (const word of words) expect(shown, message).toContain(bare(word));
    }
    if (!isPostgres) expect((await run("export")).output).toContain("message: Plain: I would like");
    const exported: Record<string, unknown>[] = JSON.parse((await run("export", "--format", "json")).output);
    const nested = exported.find(({ id }) => id === ids[4]);
    expect(nested).toMatchObject({ message: { pet: { name: "Rex" } }, answers: { pet: '{"name":"Rex"}' } });
  });
  /** A word of a CSV file, as `show` has it: without the question, on a line for each choice. */
  const bare = (word: string) =>
    word
      .replace(/^[a-zA-Z]+: /, "")
      .replaceAll('""', "\0")
      .replaceAll('"', "")
      .replaceAll("\0", '"')
      .split("; ")[0] ?? "";

  it("reach rows that had no id", async () => {
    const old = (index: number) => `(null, '${times[0]}Z', 'Old ${index}', 'a@b.example')`;
    await takeOver(true, [
      contacts().replace("primary key", ""),
      applications,
      `insert into contact_submissions (id, created_at, full_name, email) values ${Array.from({ length: 120 }, (_, index) => old(index)).join()}`,
    ]);
    const exported = JSON.parse((await run("export", "--format", "json")).output);
    expect(new Set(exported.map(({ full_name }: { full_name: string }) => full_name)).size).toBe(120);
    expect((await run("show", exported[7].id)).output).toContain(exported[7].full_name);
    expect((await run("erase", "a@b.example", "--yes")).output).toContain("Removed 120 submissions");
  });

  it("reach each of the rows that had one id", async () => {
    const id = randomUUID();
    await takeOver(true, [
      contacts().replace("primary key", ""),
      applications,
      ...["One", "Two", "Three"].map((name) => contact(id, times[0] ?? "").replace("Old Friend", name)),
    ]);
    const names = async (...args: string[]) =>
      JSON.parse((await run(...args)).output)
        .map(({ full_name }: { full_name: string }) => full_name)
        .sort();
    expect(await names("list", "--json")).toEqual(["One", "Three", "Two"]);
    const found = await listed("export", "--format", "json");
    expect(new Set(found).size).toBe(3);
    expect(found).toContain(id);
    for (const one of found) expect((await run("show", one)).output).toMatch(/One|Two|Three/);
  });

  it("find a row by ids of every form and by its reference", async () => {
    const [lower, upper] = [randomUUID(), randomUUID().toUpperCase()];
    await takeOver(false, [
      contacts(),
      applications,
      contact(lower, times[0] ?? ""),
      application(upper),
      application("Row-1"),
      application("Row-17"),
    ]);
    const shown = async (word: string) => JSON.parse((await run("show", word, "--json")).output).id;
    for (const id of [lower, upper])
      for (const word of [
        ...[id, id.toLowerCase(), id.toUpperCase(), id.slice(0, 8), id.slice(0, 10), id.slice(0, 35)],
        ...[referenceOf(id), referenceOf(id).toLowerCase().replace("-", "")],
      ])
        expect(await shown(word), word).toBe(id);
    for (const word of ["Row-1", "row-1", "ROW-17"])
      expect((await shown(word)).toLowerCase(), word).toBe(word.toLowerCase());
    await expect(run("show", "row")).rejects.toThrow(/row means more than one.*Row-1 Row-17/);
    for (const word of ["row-2", "zzzz", "%", "_".repeat(36)])
      await expect(run("show", word)).rejects.toThrow("Nothing has the id");
    expect((await run("list", "--search", referenceOf(upper))).output).toContain(upper.slice(0, 8));
  });

  it("list --search bears messages of every kind", async () => {
    const messages = ['{"organization": "Harbor"}', '["Harbor"]', '"Harbor"', "null", "7"];
    const ids = messages.map(() => randomUUID());
    await takeOver(false, [
      contacts(),
      applications,
      ...ids.map((id, index) => contact(id, times[0] ?? "", "a@b.example", messages[index])),
      ...(kind === "sqlite" ? [contact("Row-1", times[0] ?? "", "a@b.example", "Harbor")] : []),
    ]);
    expect(await listed("list", "--json", "--search", "harbor")).toEqual(ids.slice(0, 1));
  });

  it("erase looks into columns of other names and types, and of rows without an address", async () => {
    const [beside, nobody, list] = [randomUUID(), randomUUID(), randomUUID()];
    const [type, naming] =
      kind === "postgres" ? ["text[]", "array['old@visitor.example']"] : ["text", "'old@visitor.example'"];
    await takeOver(false, [
      contacts(),
      "alter table contact_submissions add column notes text",
      applications.replace("expectations text", `expectations ${type}`),
      contact(beside, times[0] ?? "", "a@b.example"),
      "update contact_submissions set notes = 'by old@visitor.example'",
      contact(nobody, times[0] ?? "", "", '{"motivation": "old@visitor.example"}'),
      "update contact_submissions set email = null where email = ''",
      application(list, "a@b.example"),
      application("Row-1", "a@b.example, old@visitor.example"),
      application("Row-2", "old@visitor.example@b.example"),
      `update mastermind_applications set expectations = ${naming} where id = '${list}'`,
    ]);
    const { output } = await run("erase", "old@visitor.example", "--yes");
    const told = /what others wrote[^:]*: (.*)\n/.exec(output)?.[1]?.split(", ").toSorted();
    expect(told).toEqual([...[beside, nobody, list].map(referenceOf), "Row-1", "Row-2"].toSorted());
    // A list cannot be part of PostgreSQL's indexes, of which the others are made.
    const { db, close } = await openDatabase(database.url);
    const { rows } = await sql<{ name: string }>`
      select name from ${sql.raw(kind === "sqlite" ? "sqlite_schema" : "(select indexname as name from pg_indexes) as found")}`.execute(
      db,
    );
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining([expect.stringMatching("contact_submissions_names"), "submission_keys_row"]),
    );
    await close();
  });

  it("erase finds a person however the address is written, and beside ids of other types", async () => {
    const [kept, naming] = [randomUUID(), randomUUID()];
    const long = `${"x".repeat(300)}@visitor.example`;
    await takeOver(false, [
      contacts(),
      applications,
      contact(randomUUID(), times[0] ?? "", "\t Old@Visitor.example\u00a0"),
      contact(kept, times[0] ?? "", "old@visitor.example.org"),
      contact(naming, times[0] ?? "", "a@b.example", '{"motivation": "call OLD@visitor.example"}'),
      contact(randomUUID(), times[0] ?? "", `${long}a`),
      application("Row-1", "\u212a@visitor.example"),
      application("Row-2", "OLD@VISITOR.EXAMPLE"),
      application("Row-3", "joold@visitor.example", "old@visitor.example"),
    ]);
    const { output } = await run("erase", "old@visitor.example", "--yes");
    expect(output).toContain("This removes 2 submissions");
    expect(output).toContain("Removed 2 submissions");
    expect(output).toMatch(new RegExp(`what others wrote.*${referenceOf(naming)}, Row-3\\n`));
    expect((await run("erase", "k@visitor.example", "--yes")).output).toContain("Removed 1 submission");
    expect((await run("erase", `${long}b`, "--yes")).output).toContain("Removed 0 submissions");
    expect((await listed("list", "--json")).sort()).toHaveLength(4);
  });
});
