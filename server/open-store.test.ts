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

it("counts 200 confirmations a day, three to each mailbox, and none that it refuses", async () => {
  const database = await createTestDatabase("sqlite");
  let now = new Date("2026-11-21T10:00:00Z");
  const { receipts, connection } = await openStore(
    { databaseUrl: database.url, rateLimit: 0 },
    { now: () => now },
  );
  const day = 86_400;
  const waits = async (...emails: string[]) => {
    const all = [];
    for (const email of emails) all.push(await receipts.take(email));
    return all;
  };
  expect(await waits(...Array(6).fill("ada@visitor.example"))).toEqual([0, 0, 0, day, day, day]);
  const others = Array.from({ length: 198 }, (_, index) => `visitor-${index}@visitor.example`);
  expect(await waits(...others)).toEqual([...Array(197).fill(0), day]);
  now = new Date("2026-11-22T09:59:59Z");
  expect(await waits("ada@visitor.example", "ben@visitor.example")).toEqual([1, 1]);
  now = new Date("2026-11-22T10:00:00Z");
  expect(await waits("ada@visitor.example", "ben@visitor.example")).toEqual([0, 0]);
  await connection.close();
  await database.drop();
});
