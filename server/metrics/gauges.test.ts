// docs/specification.md, 'Metrics'

import { Registry } from "prom-client";
import { expect, it } from "vitest";
import type { Health } from "../health.ts";
import { gaugesOf } from "./gauges.ts";

const now = new Date("2026-11-21T10:00:00Z");
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const feed = { name: "a.example", checkedAt: ago(60_000), isFailing: false, upcoming: 3 };
const well = {
  outbox: async () => [{ kind: "staff", status: "dead", count: 2, age: 90_000 }],
  overdue: async () => 2,
  quarantined: async () => 4,
  feeds: () => [feed],
  disk: async () => ({ free: 1_000, total: 4_000 }),
  backupAge: () => 3_600_000,
} as Partial<Health> as Health;

async function read(change: Partial<Health> = {}): Promise<Record<string, number>> {
  const registry = new Registry();
  await gaugesOf(registry, { ...well, ...change }, () => now)();
  const lines = (await registry.metrics()).split("\n").filter((line) => line && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]),
  );
}

it("tells how the site is doing", async () => {
  expect(await read()).toMatchObject({
    'site_outbox_mails{kind="staff",status="pending"}': 0,
    'site_outbox_mails{kind="staff",status="held"}': 0,
    'site_outbox_mails{kind="staff",status="dead"}': 2,
    'site_outbox_mails{kind="receipt",status="pending"}': 0,
    'site_outbox_mails{kind="receipt",status="held"}': 0,
    'site_outbox_mails{kind="receipt",status="dead"}': 0,
    'site_outbox_oldest_age_seconds{kind="staff",status="pending"}': 0,
    'site_outbox_oldest_age_seconds{kind="staff",status="held"}': 0,
    'site_outbox_oldest_age_seconds{kind="staff",status="dead"}': 90,
    'site_outbox_oldest_age_seconds{kind="receipt",status="pending"}': 0,
    'site_outbox_oldest_age_seconds{kind="receipt",status="held"}': 0,
    'site_outbox_oldest_age_seconds{kind="receipt",status="dead"}': 0,
    site_quarantine_posts: 4,
    site_database_up: 1,
    site_disk_free_bytes: 1_000,
    site_disk_size_bytes: 4_000,
    site_backup_age_seconds: 3_600,
    'site_feed_up{feed="a.example"}': 1,
    'site_feed_age_seconds{feed="a.example"}': 60,
    'site_feed_upcoming_events{feed="a.example"}': 3,
  });
});

it("leaves out what cannot be found out, and says that the database does not answer", async () => {
  const away = () => Promise.reject(new Error("away"));
  const denied = () => {
    throw new Error("no right");
  };
  expect(
    await read({
      quarantined: away,
      disk: away,
      backupAge: denied,
      feeds: () => [{ ...feed, checkedAt: undefined }],
    }),
  ).toEqual({
    site_database_up: 0,
    'site_feed_up{feed="a.example"}': 1,
    'site_feed_upcoming_events{feed="a.example"}': 3,
  });
  expect(await read({ backupAge: () => undefined })).not.toHaveProperty("site_backup_age_seconds");
  expect(await read({ backupAge: () => Number.POSITIVE_INFINITY })).toHaveProperty(
    "site_backup_age_seconds",
    Number.NaN,
  );
});

it("forgets what it could find out before", async () => {
  const registry = new Registry();
  let isThere = true;
  const outbox = async () => (isThere ? well.outbox() : Promise.reject(new Error("away")));
  const update = gaugesOf(registry, { ...well, outbox }, () => now, { age: 0, timeout: 60_000 });
  await update();
  expect(await registry.metrics()).toMatch(/^site_outbox_mails\{/m);
  isThere = false;
  await update();
  expect(await registry.metrics()).not.toMatch(/^site_(?:outbox|quarantine)\w+[{ ]/m);
});

it("tells of no age below zero when the clock was set back", async () => {
  expect(await read({ feeds: () => [{ ...feed, checkedAt: ago(-60_000) }] })).toHaveProperty(
    ['site_feed_age_seconds{feed="a.example"}'],
    0,
  );
});
