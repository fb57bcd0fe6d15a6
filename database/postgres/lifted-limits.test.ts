// docs/operations.md, 'PostgreSQL': limits of time that an account has of its own

import { Client } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { createTestDatabase } from "../../tests/support/databases.ts";
import { liftOfSession, liftOfTransaction } from "./lifted-limits.ts";

it("are lifted until the end of a transaction, or of a session where its process is known", async () => {
  const database = await createTestDatabase("postgres");
  const client = new Client(database.url);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  const limits = async () => {
    const { rows } = await client.query("select name, setting from pg_settings where name ~ '_timeout$'");
    return new Map<string, string>(rows.map(({ name, setting }) => [name, setting]));
  };
  // `transaction_timeout` is of PostgreSQL 17.
  const known = [...(await limits()).keys()].filter((name) =>
    /^(statement|lock|idle_session|idle_in_transaction_session|transaction)_timeout$/.test(name),
  );
  expect(known.length).toBeGreaterThanOrEqual(4);
  for (const name of known) await client.query(`set ${name} = '60s'`);
  const areLifted = async () => {
    const now = await limits();
    return known.map((name) => now.get(name) === "0");
  };
  const [all, none] = [known.map(() => true), known.map(() => false)];
  const others = (await limits()).get("tcp_user_timeout");
  await client.query("begin");
  await client.query(liftOfTransaction);
  expect(await areLifted()).toEqual(all);
  await client.query("commit");
  expect(await areLifted()).toEqual(none);
  await client.query(liftOfSession, [0]);
  expect(await areLifted()).toEqual(none);
  const { rows } = await client.query("select pg_backend_pid() as process");
  await client.query(liftOfSession, [rows[0].process]);
  expect(await areLifted()).toEqual(all);
  expect((await limits()).get("tcp_user_timeout")).toBe(others);
});
