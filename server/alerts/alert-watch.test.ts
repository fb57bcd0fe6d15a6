// docs/specification.md, 'Alert mail'

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import texts from "#content/mail.yaml";
import site from "#content/site.yaml";
import type { Connection } from "#database/connect.server.ts";
import { smtpMailer } from "#submissions/mail/smtp-mailer.server.ts";
import { RateLimit } from "#submissions/receive/rate-limit.server.ts";
import {
  createTestDatabase,
  databaseKinds,
  openDatabase,
  type TestDatabase,
} from "../../tests/support/databases.ts";
import { startSmtp, type TestSmtp } from "../../tests/support/smtp.ts";
import { type Health, watchHealth } from "../health.ts";
import { AlertWatch } from "./alert-watch.ts";

const settings = {
  mailFrom: "Site <site@site.example>",
  notifyTo: ["ada@site.example", "ben@site.example"],
  siteUrl: "https://site.example",
};
/** A Saturday in San Francisco, 10:00. */
const morning = new Date("2026-11-21T18:00:00.000Z");
const hour = 3_600_000;

let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(() => smtp.close());

describe.each(databaseKinds)("the alert mail on %s", (kind) => {
  let folder: string;
  let database: TestDatabase;
  let connections: Connection[];
  let now: Date;
  let log: string[];
  /** What the lines of the log say beside their words. */
  let fields: object[];
  let ends: (() => Promise<void>)[];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "alerts-"));
    database = await createTestDatabase(kind);
    connections = [await openDatabase(database.url), await openDatabase(database.url)];
    now = morning;
    log = [];
    fields = [];
    ends = [];
    Object.assign(smtp, { behavior: "accept", concerns: undefined, delay: 0 });
    smtp.messages.length = 0;
    smtp.recipients.length = 0;
  });
  afterEach(async () => {
    for (const end of ends) await end();
    for (const { close } of connections) await close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** One on each connection to the database, as two instances have them. */
  const watches = (change: Partial<Health> = {}) =>
    connections.map((connection) => {
      const clock = async () => now;
      const [mailer, { db }] = [smtpMailer(smtp.url), connection];
      const calendar = { feeds: () => [] };
      const health = watchHealth({
        connection,
        clock,
        calendar,
        config: { dataDir: folder },
        now: () => now,
      });
      const tiers = (key: string) => [{ key, points: 1 }];
      const limit = new RateLimit({ db, clock, name: "alerts", tiers, duration: 86_400, secret: "secret" });
      const note = (level: string) => (about: object, message: string) => {
        log.push(`${level}: ${message}`);
        fields.push(about);
      };
      const watch = new AlertWatch({
        ...{
          health: { ...health, ...change },
          limit,
          mailer,
          settings,
          timeZone: site.timeZone,
          now: () => now,
        },
        log: { info: note("info"), warn: note("warn"), error: note("error"), debug: note("debug") } as never,
      });
      ends.push(async () => {
        await watch.stop();
        await mailer.close();
      });
      return watch;
    });
  const lookAll = (all: AlertWatch[]) => Promise.all(all.map((watch) => watch.look()));
  const recipients = () => smtp.recipients.flat().sort();

  const person = "Moreno";
  const keepDeadMail = () =>
    connections[0]?.db
      .insertInto("notifications")
      .values({
        ...{ id: randomUUID(), created_at: now.toISOString(), next_attempt_at: now.toISOString() },
        ...{ submission_table: "contact_submissions", submission_id: "1", kind: "staff", status: "dead" },
        ...{
          email: `${person}@visitor.example`,
          payload: JSON.stringify({ applicantName: person }),
          attempts: 4,
        },
        last_error: `550 ${person}`,
      })
      .execute();
  const quarantine = (reason = "sent 3.0 s after the form was served, with 7 links") =>
    connections[0]?.db
      .insertInto("quarantine")
      .values({
        ...{ id: randomUUID(), created_at: now.toISOString(), form_type: "contact_submission" },
        ...{ reason, email: `${person}@visitor.example` },
        fields: JSON.stringify([["firstName", person]]),
      })
      .execute();

  it("is none while nothing is wrong", async () => {
    await lookAll(watches());
    expect(smtp.messages).toEqual([]);
    expect(log).toEqual([]);
  });

  it("goes once to each of the staff, however many instances look, and says what is wrong and what to type", async () => {
    await keepDeadMail();
    await quarantine();
    await lookAll(
      watches({ disk: async () => ({ free: 12_300_000, total: 1e9 }), backupAge: () => 72 * hour }),
    );
    expect(recipients()).toEqual(settings.notifyTo);
    const mail = await PostalMime.parse(smtp.messages[0] as Buffer);
    expect(mail.subject).toBe(texts.alert.subject);
    expect(mail.from).toEqual({ name: "Site", address: "site@site.example" });
    expect(mail.to?.map(({ address }) => address)).toEqual(settings.notifyTo);
    for (const words of [
      texts.alert.intro,
      texts.alert.mail.replace("{count}", "1"),
      texts.alert.disk.replace("{free}", "12"),
      texts.alert.backup,
      texts.staff.quarantine.replace("{count}", "1"),
    ])
      expect(mail.text).toContain(words);
    expect(mail.text).toContain("npm run submissions -- redeliver");
    expect(mail.html).toContain("npm run submissions -- redeliver");
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/moreno|\{/i);
    expect(log).toEqual(["warn: the staff were told what needs somebody"]);
    expect(fields).toEqual([{ troubles: ["mail", "disk", "backup", "quarantine"], refusals: [] }]);
  });

  it("tells of a backup of which the note is damaged, as of one that is old", async () => {
    writeFileSync(join(folder, "last-backup.json"), "{");
    await lookAll(watches());
    const mail = await PostalMime.parse(smtp.messages[0] as Buffer);
    expect(mail.text).toContain(texts.alert.backup);
  });

  it("comes again after 24 hours as long as something is wrong", async () => {
    await keepDeadMail();
    const all = watches();
    for (const later of [0, 1, 23 * hour, 24 * hour - 1]) {
      now = new Date(morning.getTime() + later);
      await lookAll(all);
    }
    expect(recipients()).toEqual(settings.notifyTo);
    now = new Date(morning.getTime() + 24 * hour);
    await lookAll(all);
    expect(smtp.messages).toHaveLength(4);
    await connections[0]?.db.deleteFrom("notifications").execute();
    now = new Date(morning.getTime() + 48 * hour);
    await lookAll(all);
    expect(smtp.messages).toHaveLength(4);
  });

  it.each([
    ["2026-11-21T15:59:59.999Z", 0],
    ["2026-11-21T16:00:00.000Z", 2],
    ["2026-11-22T01:59:59.999Z", 2],
    ["2026-11-22T02:00:00.000Z", 0],
    // In summer.
    ["2026-07-21T14:59:59.999Z", 0],
    ["2026-07-21T15:00:00.000Z", 2],
  ])("at %s reaches %i people: it comes by day", async (time, count) => {
    now = new Date(time);
    await keepDeadMail();
    await lookAll(watches());
    expect(smtp.messages).toHaveLength(count);
  });

  it("is not for robots: who was trapped is no person", async () => {
    await quarantine("the trap field was filled in; 2 fields that the form does not have");
    await lookAll(watches());
    expect(smtp.messages).toEqual([]);
  });

  it.each([
    [47, 2],
    [49, 0],
  ])("%i hours after a post came into quarantine reaches %i people", async (hours, count) => {
    await quarantine();
    now = new Date(morning.getTime() + hours * hour);
    await lookAll(watches());
    expect(smtp.messages).toHaveLength(count);
  });

  it("is tried again when nobody took it, which the log says once", async () => {
    await keepDeadMail();
    const [first, second] = watches();
    smtp.behavior = "451 at RCPT";
    await first?.look();
    await first?.look();
    expect(log).toEqual(["error: the staff cannot be told what needs somebody"]);
    // Of each of the staff, why.
    expect(fields).toEqual([{ reason: expect.stringMatching(/451.*; .*451/) }]);
    smtp.behavior = "accept";
    await second?.look();
    expect(recipients()).toEqual(settings.notifyTo);
    await first?.look();
    expect(smtp.messages).toHaveLength(2);
  });

  it("is left to the next one, without a word in the log, when the site ends on its way", async () => {
    await keepDeadMail();
    const [first, second] = watches();
    smtp.behavior = "hang at RCPT";
    const look = first?.look();
    await expect
      .poll(() => connections[0]?.db.selectFrom("rate_limits").select("key").execute())
      .toHaveLength(1);
    await first?.stop();
    await look;
    expect(log).toEqual([]);
    smtp.behavior = "accept";
    await second?.look();
    expect(recipients()).toEqual(settings.notifyTo);
  });

  it("is missed anew in the log after one was taken", async () => {
    await keepDeadMail();
    const [watch] = watches();
    for (const [behavior, later] of [
      ["451 at RCPT", 0],
      ["accept", 0],
      ["451 at RCPT", 24 * hour],
    ] as const) {
      smtp.behavior = behavior;
      now = new Date(morning.getTime() + later);
      await watch?.look();
    }
    const missed = "error: the staff cannot be told what needs somebody";
    expect(log).toEqual([missed, "warn: the staff were told what needs somebody", missed]);
  });

  it.each([
    ["one of the staff took it", "550 at RCPT", "ada@site.example", ["ben@site.example"]],
    ["it may have arrived", "drop after DATA", undefined, settings.notifyTo],
  ] as const)("is not repeated when %s", async (_, behavior, concerns, expected) => {
    await keepDeadMail();
    const all = watches();
    Object.assign(smtp, { behavior, concerns });
    await lookAll(all);
    await lookAll(all);
    expect(recipients()).toEqual(expected);
    const refusals = concerns ? [expect.stringContaining("550")] : [];
    expect(fields).toEqual([{ troubles: ["mail"], refusals }]);
  });

  it("is no reason to fail while the database is away", async () => {
    const all = watches({ overdue: async () => 1 });
    for (const { db, close } of connections) {
      // One that was never used would open anew.
      await db.selectFrom("quarantine").select("id").execute();
      await close();
    }
    await lookAll(all);
    expect(smtp.messages).toEqual([]);
    expect(log).toEqual(Array(2).fill("error: the staff cannot be told what needs somebody"));
    connections = [];
  });

  it("is looked for a minute after the start and each quarter of an hour, and ends with the site", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    try {
      const [watch] = watches();
      if (!watch) throw new Error("no watch");
      const look = vi.spyOn(watch, "look").mockResolvedValue();
      const looksAfter = (minutes: number) => {
        vi.advanceTimersByTime(minutes * 60_000);
        return look.mock.calls.length;
      };
      expect([0.9, 0.1, 13, 4].map(looksAfter)).toEqual([0, 1, 1, 2]);
      await watch.stop();
      expect(looksAfter(24 * 60)).toBe(2);
    } finally {
      vi.useRealTimers();
      vi.restoreAllMocks();
    }
  });

  it("is not written any more once the site ends", async () => {
    await keepDeadMail();
    const [watch] = watches();
    await watch?.stop();
    await watch?.look();
    expect(smtp.messages).toEqual([]);
  });
});
