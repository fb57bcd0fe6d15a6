import { randomUUID } from "node:crypto";
import PostalMime from "postal-mime";
import { expect, it } from "vitest";
import { connectDatabase } from "#app/db/connect.server.ts";
import { createTestDatabase } from "./support/databases.ts";
import { form } from "./support/form.ts";
import { createTestSite } from "./support/site.ts";
import { startSmtp } from "./support/smtp.ts";

it("three instances on one PostgreSQL lose nothing and do nothing twice", async () => {
  const database = await createTestDatabase("postgres");
  const smtp = await startSmtp();
  const env = { DATABASE_URL: database.url, SMTP_URL: smtp.url, SUBMISSION_RATE_LIMIT: "0" };
  // All at once, on an empty database: migrations run under a lock.
  const sites = await Promise.all([createTestSite(env), createTestSite(env), createTestSite(env)]);
  const person = { firstName: "Ada", lastName: "Moreno", agreeToTerms: "on" };

  // Each form reaches two instances at the same moment.
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const fields = { ...person, email: `${index}@visitor.example`, submissionId: randomUUID() };
      const send = (place: number) =>
        sites[place % 3]?.app
          .inject({ url: "/contact", ...form(fields) })
          .then((answer) => answer.headers.location);
      return Promise.all([send(index), send(index + 1)]);
    }),
  );
  for (const [first, second] of answers) {
    expect(first).toMatch(/reference=/);
    expect(second).toBe(first);
  }
  await expect.poll(() => smtp.messages.length, { timeout: 20_000 }).toBe(60);
  const mails = await Promise.all(smtp.messages.map((message) => PostalMime.parse(message)));
  expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(60);

  const { db, close } = await connectDatabase(database.url);
  const emails = (await db.selectFrom("contact_submissions").select("email").execute()).map(
    ({ email }) => email,
  );
  await close();
  expect(emails).toHaveLength(60);
  expect(new Set(emails).size).toBe(60);
  await Promise.all(sites.map((site) => site.close()));
  await smtp.close();
  await database.drop();
}, 40_000);
