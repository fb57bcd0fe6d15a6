// docs/specification.md, 'Alert mail'

import PostalMime from "postal-mime";
import { afterEach, expect, it, vi } from "vitest";
import texts from "#content/mail.yaml";
import { createTestDatabase, databaseKinds } from "./support/databases.ts";
import { form, person } from "./support/form.ts";
import { createTestSite } from "./support/site.ts";
import { startSmtp } from "./support/smtp.ts";

afterEach(() => void vi.useRealTimers());

it.each(databaseKinds)("two running sites on one database, %s, write one alert mail", async (kind) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const database = await createTestDatabase(kind);
  const smtp = await startSmtp();
  const env = { DATABASE_URL: database.url, SMTP_URL: smtp.url, NOTIFY_TO: "ada@site.example" };
  // By day in San Francisco.
  const noon = new Date("2026-11-21T20:00:00Z");
  const sites = [await createTestSite(env, {}, {}, noon), await createTestSite(env, {}, {}, noon)];
  const links = "https://cheap.example ".repeat(10);
  await sites[0]?.app.inject({ url: "/contact", ...form({ ...person, finalThoughts: links }) });
  expect(smtp.messages).toEqual([]);
  vi.advanceTimersByTime(60_000);
  const told = () =>
    sites.flatMap(({ log }) => log.filter(({ msg }) => msg === "the staff were told what needs somebody"));
  await expect.poll(told).toHaveLength(1);
  // Each ends the look that is under way.
  for (const site of sites) await site.close();
  expect(told()).toMatchObject([{ troubles: ["quarantine"], refusals: [] }]);
  expect(smtp.recipients).toEqual([["ada@site.example"]]);
  const mail = await PostalMime.parse(smtp.messages[0] as Buffer);
  expect(mail.subject).toBe(texts.alert.subject);
  expect(mail.text).toContain(texts.staff.quarantine.replace("{count}", "1"));
  expect(mail.text).not.toMatch(/cheap|Moreno/);
  await smtp.close();
  await database.drop();
});
