// docs/specification.md, 'Alert mail'

import { expect, it } from "vitest";
import { findTroubles, type Health } from "./health.ts";

const now = new Date("2026-11-21T18:00:00Z");
const hour = 3_600_000;
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const feed = { name: "a.example", checkedAt: ago(24 * hour), isFailing: true, upcoming: 0 };
const away = async () => {
  throw new Error("away");
};
const well = {
  outbox: away,
  overdue: async () => 0,
  quarantined: async () => 0,
  suspected: async () => 0,
  feeds: () => [feed],
  disk: async () => ({ free: 50e9, total: 100e9 }),
  backupAge: () => 48 * hour,
} as Partial<Health> as Health;
const find = (change: Partial<Health>, started = ago(hour)) =>
  findTroubles({ ...well, ...change }, started, now);

it.each<[string, Partial<Health>]>([
  ["all is at its limit", {}],
  ["no backup was ever made", { backupAge: () => undefined }],
  ["a big disk has little left in parts", { disk: async () => ({ free: 1e9, total: 1_000e9 }) }],
  ["a small disk has little left in bytes", { disk: async () => ({ free: 0.1e9, total: 1e9 }) }],
  [
    "the site has just started and has no copy of a feed",
    { feeds: () => [{ ...feed, checkedAt: undefined }] },
  ],
  ["posts have lain in quarantine for long", { quarantined: async () => 5 }],
  [
    "nothing can be found out",
    {
      overdue: away,
      quarantined: away,
      suspected: away,
      disk: away,
      feeds: () => {
        throw new Error("away");
      },
    },
  ],
])("there is no trouble while %s", async (_, change) => {
  expect(await find(change)).toEqual([]);
});

it.each<[string, Partial<Health>, unknown[], Date?]>([
  ["mails to the staff are overdue", { overdue: async () => 3 }, [{ kind: "mail", count: 3 }]],
  [
    "a feed was silent for a day",
    { feeds: () => [{ ...feed, checkedAt: ago(24 * hour + 1) }] },
    [{ kind: "feed", feed: "a.example" }],
  ],
  [
    "a feed was never read",
    {
      feeds: () => [
        { ...feed, checkedAt: undefined },
        { ...feed, checkedAt: undefined },
      ],
    },
    [{ kind: "feed", feed: "a.example" }],
    ago(hour + 1),
  ],
  [
    "the disk is nearly full",
    { disk: async () => ({ free: 999.9e6, total: 10e9 }) },
    [{ kind: "disk", free: 999 }],
  ],
  ["the backup is old", { backupAge: () => 48 * hour + 1 }, [{ kind: "backup" }]],
  ["the note of the backup is damaged", { backupAge: () => Number.POSITIVE_INFINITY }, [{ kind: "backup" }]],
  [
    "posts came into quarantine within two days, of more that are there",
    { quarantined: async () => 7, suspected: async (within) => (within === 48 * hour ? 1 : 0) },
    [{ kind: "quarantine", count: 7 }],
  ],
])("%s, which does not mend itself", async (_, change, expected, started) => {
  expect(await find(change, started)).toEqual(expected);
  expect(await find({ ...change, ...("disk" in change ? {} : { disk: away }) }, started)).toEqual(expected);
});
