// docs/specification.md, 'Outbox': outbox.server.ts on machines whose clocks differ

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { openStore, postsWindow, type Store } from "#server/open-store.ts";
import { defaultTimes, Outbox } from "#submissions/mail/outbox.server.ts";
import { smtpMailer } from "#submissions/mail/smtp-mailer.server.ts";
import { forgetExpired } from "#submissions/receive/rate-limit.server.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/databases.ts";
import { contactSubmission } from "../../tests/support/form.ts";
import { startSmtp, type TestSmtp } from "../../tests/support/smtp.ts";

const minute = 60_000;
const settings = {
  mailFrom: "Site <site@site.example>",
  staffOf: () => ["staff@site.example"],
  siteUrl: "https://site.example",
};
const contact = () => contactSubmission({ submissionId: randomUUID() });

let smtp: TestSmtp;
let database: TestDatabase;
let stores: Store[];
beforeAll(async () => {
  smtp = await startSmtp();
});
beforeEach(async () => {
  database = await createTestDatabase("postgres");
  smtp.messages.length = 0;
  smtp.delay = 0;
  stores = [];
});
afterEach(async () => {
  for (const { connection } of stores) await connection.close();
  await database.drop();
});
afterAll(() => smtp.close());

/** An instance of the site on a machine whose clock is wrong. */
async function instance(error: number, rateLimit = 0) {
  const now = () => new Date(Date.now() + error);
  const store = await openStore({ databaseUrl: database.url, rateLimit }, { now });
  stores.push(store);
  const mailer = smtpMailer(smtp.url);
  const outbox = new Outbox({
    connection: store.connection,
    mailer,
    settings,
    clock: store.clock,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  return { ...store, outbox, mailer };
}

/** As far off as a claim ends for a machine that does not know it. */
const claims = 2 * defaultTimes.claim;

it.each([claims, -claims])(
  "sends each mail once when the clock of one machine is %i ms off",
  async (error) => {
    const [right, wrong] = [await instance(0), await instance(error)];
    for (let count = 0; count < 4; count += 1)
      for (const { submissions } of [right, wrong]) await submissions.submit(contact(), "203.0.113.9");
    // What the machine with the earlier clock is sending, the other one must not take for left over.
    const [first, second] = error > 0 ? [right, wrong] : [wrong, right];
    smtp.delay = 1_500;
    first.outbox.wake();
    await expect.poll(() => smtp.messages.length).toBeGreaterThan(0);
    second.outbox.wake();
    await expect
      .poll(async () => {
        const rows = await right.connection.db.selectFrom("notifications").select("status").execute();
        return rows.filter(({ status }) => status === "sent").length;
      })
      .toBe(8);
    for (const { outbox } of [right, wrong]) await outbox.stop();
    expect(smtp.messages).toHaveLength(8);
  },
);

it("counts a limit by the database's clock", async () => {
  const [right, ahead] = [await instance(0, 2), await instance(postsWindow * 1_000, 2)];
  const client = "203.0.113.9";
  for (const { submissions } of [right, right]) await submissions.submit(contact(), client);
  // The window is over by its clock.
  expect(await ahead.submissions.submit(contact(), client)).toMatchObject({ kind: "limited" });
  expect(await right.submissions.submit(contact(), client)).toMatchObject({ kind: "limited" });
  await forgetExpired(ahead.connection.db, ahead.clock);
  expect(await right.submissions.submit(contact(), client)).toMatchObject({ kind: "limited" });
});

it("reads a clock that goes on in a transaction", async () => {
  const { connection, clock } = await instance(0);
  const [before, after] = await connection.db.transaction().execute(async (transaction) => {
    const first = await clock(transaction);
    await sql`select pg_sleep(0.2)`.execute(transaction);
    return [first, await clock(transaction)];
  });
  expect(after.getTime()).toBeGreaterThan(before.getTime());
});

it("writes times by the database's clock", async () => {
  const behind = await instance(-10 * minute);
  const before = Date.now();
  await behind.submissions.submit(contact(), "203.0.113.9");
  await behind.outbox.deliverDue();
  await behind.mailer.close();
  const row = await behind.connection.db.selectFrom("notifications").selectAll().executeTakeFirstOrThrow();
  for (const time of [row.created_at, row.next_attempt_at, row.sent_at])
    expect(Math.abs(Date.parse(String(time)) - before)).toBeLessThan(5 * minute);
});
