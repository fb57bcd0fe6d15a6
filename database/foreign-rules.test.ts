// docs/operations.md: rules of a database that was there before, by which it refuses forms

import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { connectDatabase } from "./connect.server.ts";
import { encodingRule, foreignRules } from "./foreign-rules.server.ts";

const cannot = "cannot be stored";
const lift = "Lift the rule (PostgreSQL: alter table contact_submissions alter column";

it.each<[definition: string, what: string | undefined, todo?: string]>([
  ["source text", undefined],
  ["source text not null default ''", undefined],
  ["full_name text not null", undefined],
  ["newsletter_signup text not null", undefined],
  ["created_at text not null", undefined],
  ["linkedin_url text", undefined],
  [
    "source text not null",
    "contact_submissions demands a value in source, a column that the site does not know: no form can be stored in it",
    "Give the column a default, or lift the rule (PostgreSQL: alter table contact_submissions alter column source drop not null)",
  ],
  ["Source text not null", "demands a value in Source,", 'alter column "Source" drop not null)'],
  ['"a ""b""" text not null', 'demands a value in a "b",', 'alter column "a ""b""" drop not null)'],
  ["_a1 text not null", "demands a value in _a1,", "alter column _a1 drop not null)"],
  ['"1a" text not null', "demands a value in 1a,", 'alter column "1a" drop not null)'],
  [
    "linkedin_url text not null",
    `contact_submissions.linkedin_url may not be empty: forms that leave it out ${cannot}`,
    `${lift} linkedin_url drop not null)`,
  ],
  // Also where it has a default: the site says that it is null.
  ["linkedin_url text not null default ''", "contact_submissions.linkedin_url may not be empty"],
  [
    "email text unique",
    `no two rows of contact_submissions may have the same email: a form that repeats it ${cannot}`,
    "Remove the constraint or the index that says so",
  ],
  ["full_name text, email text, unique (email, full_name)", "may have the same email, full_name: "],
  ["email text, unique (email, id)", undefined],
])("of a table with '%s' says: %s", async (definition, what, todo = "") => {
  const { db, close } = await connectDatabase("sqlite::memory:");
  onTestFinished(close);
  await sql`drop table contact_submissions`.execute(db);
  await sql.raw(`create table contact_submissions (id text primary key, ${definition})`).execute(db);
  const expected = { what: expect.stringContaining(what ?? ""), todo: expect.stringContaining(todo) };
  expect(await foreignRules(db, "sqlite")).toEqual(what === undefined ? [] : [expected]);
});

it("of all columns of both forms names those alone that a visitor may leave out", async () => {
  const { db, close } = await connectDatabase("sqlite::memory:");
  onTestFinished(close);
  const columns = {
    contact_submissions: "full_name linkedin_url reason_for_contact message newsletter_signup",
    mastermind_applications:
      "first_name last_name phone organization role challenges expectations experience commitment availability motivation agree_to_terms",
  };
  for (const [table, names] of Object.entries(columns)) {
    await sql`drop table ${sql.table(table)}`.execute(db);
    const all = `id created_at email ${names}`.split(" ").map((name) => `${name} text not null`);
    await sql.raw(`create table ${table} (${all.join(", ")})`).execute(db);
  }
  expect((await foreignRules(db, "sqlite")).map(({ what }) => what.split(" ")[0])).toEqual([
    "contact_submissions.linkedin_url",
    "mastermind_applications.phone",
  ]);
});

it("of a database's encoding says what it refuses, and where everything can go", () => {
  for (const encoding of ["UTF8", "SQL_ASCII"]) expect(encodingRule(encoding)).toBeUndefined();
  const rule = encodingRule("LATIN1");
  expect(rule?.what).toBe(
    `the database keeps text as LATIN1: a form with a letter or sign that LATIN1 does not have ${cannot}`,
  );
  expect(rule?.todo).toMatch(
    /createdb --encoding=UTF8 .*npm run submissions -- copy --to URL.* DATABASE_URL/,
  );
});
