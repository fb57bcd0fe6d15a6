import { expect, it, onTestFinished } from "vitest";
import { SqliteFile } from "./sqlite-file.server.ts";

function connect() {
  const file = new SqliteFile(":memory:");
  const connection = file.connect();
  onTestFinished(() => file.end(connection));
  const run = (sql: string) => connection.prepare(sql).run([]);
  run("create table a (b)");
  run("insert into a values (1), (2)");
  return { connection, run };
}
const read = "select * from a";

it("prepares a statement once", () => {
  const { connection } = connect();
  expect(connection.prepare(read)).toBe(connection.prepare(read));
});

it("shows what a migration changed to a statement that was prepared before", () => {
  const { connection, run } = connect();
  expect(connection.prepare(read).all([])).toEqual([{ b: 1 }, { b: 2 }]);
  run("alter table a add column c default 3");
  expect(connection.prepare(read).all([])).toEqual([
    { b: 1, c: 3 },
    { b: 2, c: 3 },
  ]);
});

it("lets rows be read one by one while the same is read again", () => {
  const { connection } = connect();
  const seen: unknown[] = [];
  for (const row of connection.prepare(read).iterate([])) {
    seen.push(row);
    expect(connection.prepare(read).all([])).toHaveLength(2);
    expect([...connection.prepare(read).iterate([])]).toHaveLength(2);
  }
  expect(seen).toEqual([{ b: 1 }, { b: 2 }]);
});

it("keeps no more statements than a few hundred, and none of a database that was closed", () => {
  const { connection } = connect();
  for (let number = 0; number < 1_000; number += 1)
    expect(connection.prepare(`select ${number} as n`).all([])).toEqual([{ n: number }]);
  connection.close();
  expect(() => connection.prepare(read)).toThrow("no such table");
});
