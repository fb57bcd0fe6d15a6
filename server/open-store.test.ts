import { sql } from "kysely";
import { expect, it } from "vitest";
import { createTestDatabase } from "../tests/support/databases.ts";
import { openStore } from "./open-store.ts";

it("opens while PostgreSQL is in trouble for a moment", async () => {
  const database = await createTestDatabase("postgres");
  const open = () => openStore({ databaseUrl: database.url, rateLimit: 5 }, { now: () => new Date() });
  const before = await open();
  for (const statement of [
    "delete from site_secrets",
    // What a sequence has given is not taken back with the transaction.
    "create sequence attempts",
    `create function fail_once() returns trigger as $$ begin
       if nextval('attempts') = 1 then raise exception 'conflict' using errcode = '40001'; end if;
       return new;
     end $$ language plpgsql`,
    "create trigger once before insert on site_secrets for each row execute function fail_once()",
  ])
    await sql.raw(statement).execute(before.connection.db);
  await before.connection.close();
  const after = await open();
  expect(after.secret).not.toBe(before.secret);
  await after.connection.close();
  await database.drop();
});
