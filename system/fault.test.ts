import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Connection, connectDatabase } from "#database/connect.server.ts";
import { createTestDatabase, databaseKinds, type TestDatabase } from "../tests/support/databases.ts";
import { describeFault, faultOf } from "./fault.ts";

const word = "Moreno";

describe.each(databaseKinds)("an error of %s", (kind) => {
  let database: TestDatabase;
  let connection: Connection;
  beforeAll(async () => {
    database = await createTestDatabase(kind);
    connection = await connectDatabase(database.url);
    await sql`create table people (name text not null unique, constraint no_digit check (name not like '1%'))`.execute(
      connection.db,
    );
    await sql`insert into people (name) values (${word})`.execute(connection.db);
  });
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  const uniqueness = kind === "sqlite" ? "people.name" : "people_name_key";
  it.each([
    ["an index", `insert into people (name) values ('${word}')`, { constraint: uniqueness, table: "people" }],
    ["a check", `insert into people (name) values ('1${word}')`, { constraint: "no_digit" }],
    ["a missing value", "insert into people (name) values (null)", { table: "people" }],
    ["a type", `select cast('${word}' as ${kind === "sqlite" ? "text" : "integer"}) from nothing`, {}],
    ["a column", `select ${word} from people`, {}],
    ["SQL", `select ${word} from people where`, {}],
  ])("about %s names no value", async (_, statement, expected) => {
    const error = await sql
      .raw(statement)
      .execute(connection.db)
      .catch((reason: unknown) => reason);
    expect(faultOf(error)).toMatchObject({ code: expect.anything(), ...expected });
    expect(faultOf(error).stack).toMatch(/^ +at /);
    expect(`${JSON.stringify(faultOf(error))} ${describeFault(error)}`).not.toContain(word);
  });
});

it("leaves out what parsers and libraries quote", () => {
  const errors = [
    () => JSON.parse(`${word}: no JSON`),
    () => new URL(word),
    () => decodeURIComponent(`${word}%`),
  ];
  for (const cause of errors) {
    try {
      cause();
      expect.unreachable();
    } catch (error) {
      expect(JSON.stringify(faultOf(error))).not.toContain(word);
    }
  }
  expect(faultOf(Object.assign(new Error("away"), { code: "ECONNREFUSED", answers: word }))).toMatchObject({
    type: "Error",
    code: "ECONNREFUSED",
    message: "away",
  });
  expect(faultOf(word)).toEqual({ type: "string" });
});
