// docs/specification.md, 'Outbox', 'Attempts and giving up', 'Staff mail', 'Confirmation mail', 'Mail servers'

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { sql } from "kysely";
import PostalMime from "postal-mime";
import { generate } from "selfsigned";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import form from "#content/forms/interest.yaml";
import texts from "#content/mail.yaml";
import site from "#content/site.yaml";
import type { Connection } from "#database/connect.server.ts";
import { postsWindow } from "#server/open-store.ts";
import { longestWait, mostAttempts } from "#submissions/mail/failed-attempt.ts";
import { fileMailer } from "#submissions/mail/file-mailer.server.ts";
import { mailsToSenders } from "#submissions/mail/mail-claims.server.ts";
import { longestAttempt, MailError, type Mailer, mailsAtOnce } from "#submissions/mail/mailer.ts";
import { Outbox } from "#submissions/mail/outbox.server.ts";
import { smtpMailer, smtpServer } from "#submissions/mail/smtp-mailer.server.ts";
import { composeMail } from "#submissions/mail/submission-mail.tsx";
import { RateLimit } from "#submissions/receive/rate-limit.server.ts";
import type { ContactSubmission } from "#submissions/submission.ts";
import { DatabaseSubmissionStore } from "#submissions/submission-store.server.ts";
import {
  createTestDatabase,
  databaseKinds,
  openDatabase,
  type TestDatabase,
} from "../../tests/support/databases.ts";
import { contactSubmission } from "../../tests/support/form.ts";
import { startSilence, startSmtp, type TestSmtp } from "../../tests/support/smtp.ts";

const settings = {
  mailFrom: "Site <site@site.example>",
  notifyTo: ["staff@site.example"],
  staffOf: () => settings.notifyTo,
  siteUrl: "https://site.example",
};
const words = "First line\r\n.\r\n👩🏽‍🌾 ‮שלום‬ 组织 <b>bold</b> &amp; =1+1\nLast line";
const minute = 60_000;
/** Those of the site, but for the limits of time. */
const times = {
  deadline: minute,
  claim: 2.5 * minute,
  renewal: 10_000,
  interval: minute,
  stop: 15_000,
};

const contact = (change: Partial<ContactSubmission> = {}) =>
  contactSubmission({
    answers: {
      firstName: "Ada",
      experienceLevel: "expert",
      motivation: words,
      newsletterSignup: true,
      communicationChannels: ["Signal Community", "WhatsApp Community"],
      bestTimes: "",
    },
    ...change,
  });

interface Change extends Partial<typeof times> {
  on?: Connection;
  clock?: () => Date | Promise<Date>;
  notifyTo?: string[];
  isPatient?: boolean;
}

let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(() => smtp.close());

describe.each(databaseKinds)("the outbox on %s", (kind) => {
  let database: TestDatabase;
  let connection: Connection;
  let mailer: Mailer;
  let now: Date;
  let log: { level: string; message: string; fields: object }[];

  beforeEach(async () => {
    database = await createTestDatabase(kind);
    connection = await openDatabase(database.url);
    mailer = smtpMailer(smtp.url);
    now = new Date("2026-11-21T10:00:00.000Z");
    Object.assign(smtp, { behavior: "accept", concerns: undefined, delay: 0 });
    smtp.messages.length = 0;
    smtp.recipients.length = 0;
    log = [];
  });
  afterEach(async () => {
    await mailer.close();
    await connection.close();
    await database.drop();
  });

  const outbox = (
    through: Mailer = mailer,
    { on = connection, clock = () => now, notifyTo = settings.notifyTo, isPatient, ...change }: Change = {},
  ) => {
    const note = (level: string) => (fields: object, message: string) =>
      void log.push({ level, message, fields });
    return new Outbox({
      connection: on,
      mailer: through,
      settings: { ...settings, staffOf: () => notifyTo },
      clock: async () => clock(),
      log: { info: note("info"), warn: note("warn"), error: note("error") },
      ...(isPatient ? {} : { times: { ...times, ...change } }),
    });
  };
  const submit = (submission = contact()) => {
    const limit = {
      db: connection.db,
      clock: async () => now,
      secret: "key",
      duration: postsWindow,
      tiers: () => [],
    };
    return new DatabaseSubmissionStore({
      db: connection.db,
      clock: async () => now,
      secret: "key",
      posts: new RateLimit({ ...limit, name: "posts" }),
      receipts: new RateLimit({ ...limit, name: "receipts" }),
    }).submit(submission, "203.0.113.9");
  };
  const rows = () => connection.db.selectFrom("notifications").selectAll().execute();
  const only = async () => {
    const [row, ...more] = await rows();
    if (!row || more.length > 0) throw new Error("expected one notification");
    return row;
  };
  const received = () => Promise.all(smtp.messages.map((message) => PostalMime.parse(message)));

  it("delivers every answer under the form's own questions, as text and HTML, to be replied to", async () => {
    const outcome = await submit();
    expect(await outbox().deliverDue()).toBe(1);
    const row = await only();
    expect(row).toMatchObject({
      status: "sent",
      attempts: 1,
      sent_at: now.toISOString(),
      claimed_until: null,
    });
    const [mail] = await received();
    expect(mail?.messageId).toBe(`<${row.id}@site.example>`);
    expect(mail?.to?.map(({ address }) => address)).toEqual(settings.notifyTo);
    expect(mail?.replyTo).toEqual([{ name: "Ada Moreno", address: "ada@visitor.example" }]);
    expect(mail?.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
    const text = mail?.text?.replaceAll("\r\n", "\n");
    for (const part of [
      words.replaceAll("\r\n", "\n"),
      form.fields.motivation.label,
      form.fields.experienceLevel.options.expert,
      "Signal Community\nWhatsApp Community",
      `\n\n${texts.words.none}: `,
      form.fields.bestTimes.label,
      outcome.kind === "saved" ? outcome.reference : "",
    ])
      expect(text).toContain(part);
    expect(mail?.html).toContain("&lt;b&gt;bold&lt;/b&gt;");
    expect(mail?.html).toContain("👩🏽‍🌾");
    expect(mail?.html).not.toMatch(/<img|https?:\/\/(?!www\.w3\.org)/);
    expect(await outbox().deliverDue()).toBe(0);
  });

  it("confirms to the sender who asked for it, and to nobody else, without any word of the form", async () => {
    const lure = "Your account is locked http://evil.example";
    const answers = { ...contact().answers, firstName: lure, organization: lure };
    const outcome = await submit(contact({ applicantName: lure, answers, wantsReceipt: true }));
    await outbox().deliverDue();
    const receipt = (await received()).find((mail) => mail.to?.[0]?.address === "ada@visitor.example");
    expect(receipt?.to).toHaveLength(1);
    expect(receipt?.replyTo).toBeUndefined();
    expect(receipt?.text).toContain(outcome.kind === "saved" && outcome.reference);
    expect(receipt?.text).toContain(form.received.next);
    expect(receipt?.text).toContain(site.email);
    for (const raw of smtp.messages.map(String).filter((message) => /^To: ada@visitor/m.test(message))) {
      const mail = await PostalMime.parse(raw);
      expect(JSON.stringify(mail)).not.toMatch(/evil|locked|First line|Signal Community|expert/i);
    }
  });

  it.each(["\r\nBcc: victim@other.example", "\nX: y", "\u2028Bcc: victim@other.example", "\u0000\u0007"])(
    "lets no name begin another header: %j",
    async (injection) => {
      await submit(contact({ applicantName: `Ada${injection}` }));
      await outbox().deliverDue();
      const [mail] = await received();
      expect(mail?.headers.map(({ key }) => key)).not.toContain("bcc");
      expect(mail?.headers.map(({ key }) => key)).not.toContain("x");
      expect(mail?.subject).not.toMatch(/[\r\n\0]/);
      expect(mail?.to).toHaveLength(1);
    },
  );

  it("bounds what a long name adds to the header", async () => {
    const long = "Ada ".repeat(500).trim();
    await submit(contact({ applicantName: long }));
    await outbox().deliverDue();
    const [mail] = await received();
    expect(mail?.subject?.length).toBeLessThanOrEqual(150);
    expect(mail?.replyTo?.[0]?.name?.length).toBeLessThanOrEqual(150);
    expect(mail?.replyTo?.[0]?.address).toBe("ada@visitor.example");
  });

  it("tries again later when the server is away, and no sooner", async () => {
    await submit();
    const away = smtpMailer("smtp://127.0.0.1:1");
    expect(await outbox(away).deliverDue()).toBe(1);
    await away.close();
    const row = await only();
    expect(row).toMatchObject({ status: "pending", attempts: 1, sent_at: null });
    expect(row.last_error).toMatch(/ECONNREFUSED/);
    const wait = new Date(row.next_attempt_at).getTime() - now.getTime();
    expect(wait).toBeGreaterThanOrEqual(minute);
    expect(wait).toBeLessThanOrEqual(1.2 * minute);
    expect(await outbox().deliverDue()).toBe(0);
    now = new Date(row.next_attempt_at);
    expect(await outbox().deliverDue()).toBe(1);
    expect(await only()).toMatchObject({ status: "sent", attempts: 2, last_error: null });
  });

  /** Not loopback: any network may be in between. */
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

  it.skipIf(!outside)(
    "gives neither password nor mail to a server elsewhere that offers no TLS",
    async () => {
      const clear = await startSmtp({ host: String(outside) });
      const away = smtpMailer(clear.url.replace("//", "//site:secret@"));
      await submit();
      await outbox(away).deliverDue();
      await away.close();
      await clear.close();
      expect(clear).toMatchObject({ messages: [], logins: [] });
      expect(await only()).toMatchObject({ status: "pending", last_error: expect.stringContaining("TLS") });
      expect(log.at(-1)).toMatchObject({
        level: "error",
        fields: { reason: expect.stringContaining("nothing was sent") },
      });
    },
  );

  it.skipIf(!outside)("sends to a server elsewhere over TLS, once its certificate is trusted", async () => {
    const { private: key, cert } = await generate([{ name: "commonName", value: "mail" }], {
      extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: String(outside) }] }],
    });
    const safe = await startSmtp({ host: String(outside), certificate: { key, cert } });
    await submit();
    const wary = smtpMailer(safe.url.replace("//", "//site:secret@"));
    await outbox(wary).deliverDue();
    await wary.close();
    expect(safe).toMatchObject({ messages: [], logins: [] });
    expect(log.at(-1)).toMatchObject({ level: "error" });
    const authorities = getCACertificates("default");
    setDefaultCACertificates([cert]);
    now = new Date((await only()).next_attempt_at);
    const trusting = smtpMailer(safe.url.replace("//", "//site:secret@"));
    await outbox(trusting).deliverDue();
    await trusting.close();
    setDefaultCACertificates(authorities);
    await safe.close();
    expect(await only()).toMatchObject({ status: "sent" });
    expect(safe.logins).toEqual(["over TLS"]);
    expect(safe.messages).toHaveLength(1);
  });

  it("does not wait for a server that says nothing", async () => {
    const silence = await startSilence();
    const patient = smtpMailer(silence.url, { connection: 200, greeting: 200, socket: 200 });
    await submit();
    await outbox(patient).deliverDue();
    await patient.close();
    silence.close();
    expect(await only()).toMatchObject({ status: "pending", attempts: 1 });
  });

  /** Lets as many attempts pass as there are, each when it is due. */
  const persist = async (attempts: number, mostWait = 60 * 24 * minute) => {
    const start = now.getTime();
    for (let made = 0; made < attempts; made += 1) {
      await outbox().deliverDue();
      const due = (await rows()).filter(({ status }) => status === "pending");
      if (due.length === 0) break;
      const next = Math.max(...due.map((row) => new Date(row.next_attempt_at).getTime()));
      expect(next - now.getTime()).toBeLessThanOrEqual(mostWait);
      now = new Date(next);
    }
    return now.getTime() - start;
  };

  it("keeps trying for four days, every six hours in the end; then a confirmation is given up, and the staff's mail is not", async () => {
    smtp.behavior = "451 at DATA";
    await submit(contact({ wantsReceipt: true }));
    expect(await persist(mostAttempts - 1, longestWait)).toBeGreaterThan(4 * 24 * 60 * minute);
    expect((await rows()).map(({ status }) => status)).toEqual(["pending", "pending"]);
    await persist(2);
    const [staff, receipt] = (await rows()).sort((one, other) => (one.kind > other.kind ? -1 : 1));
    expect(receipt).toMatchObject({ kind: "receipt", status: "dead", attempts: mostAttempts });
    expect(receipt?.last_error).toContain("451");
    expect(staff).toMatchObject({ kind: "staff", status: "pending" });
    expect(log.filter(({ message }) => message === "mail given up")).toHaveLength(1);
    smtp.behavior = "accept";
    await outbox().deliverDue();
    expect(smtp.recipients).toEqual([settings.notifyTo]);
  });

  it.each(["550 at RCPT", "550 at DATA"] as const)(
    "gives a confirmation up at once on %s, and tells no word of the mail",
    async (behavior) => {
      smtp.behavior = behavior;
      await submit(contact({ wantsReceipt: true }));
      await outbox().deliverDue();
      for (const row of await rows()) {
        expect(row).toMatchObject({ status: row.kind === "staff" ? "pending" : "dead", attempts: 1 });
        expect(row.last_error).toContain("550");
        expect(row.last_error).not.toMatch(/@|Subject/);
      }
      expect(JSON.stringify(log)).not.toMatch(/visitor\.example|Subject/);
    },
  );

  // More attempts than a confirmation has, where the server is to be mended and where it is about the recipient.
  it.each([
    ["530 at MAIL", 30],
    ["553 at MAIL", 1],
    ["550 at RCPT", 30],
    ["554 at RCPT", 1],
    ["552 at DATA", 1],
    ["554 at DATA", 1],
  ] as const)("lets the staff's mail wait for the operator, loudly, on %s", async (behavior, attempts) => {
    smtp.behavior = behavior;
    await submit();
    await persist(attempts);
    expect(await only()).toMatchObject({ status: "pending", attempts });
    expect((await only()).last_error).toContain(behavior.slice(0, 3));
    expect(log.at(-1)).toMatchObject({ level: "error", message: "mail not taken, to be tried again" });
    smtp.behavior = "accept";
    await outbox().deliverDue();
    expect(await only()).toMatchObject({ status: "sent", last_error: null });
  });

  it.each([
    ["535 at AUTH", ["error", "warn", "info", "error"]],
    ["530 at MAIL", ["error", "warn", "info", "error"]],
    ["553 at MAIL", ["error", "warn", "info", "error"]],
    ["552 at DATA", ["error", "warn", "info", "error"]],
    ["550 at RCPT", ["error", "warn", "info", "error"]],
    ["454 at AUTH", ["warn", "warn", "info", "warn"]],
    ["451 at DATA", ["warn", "warn", "info", "warn"]],
  ] as const)(
    "on %s logs %j: what nobody but a person can mend is an error, once",
    async (behavior, levels) => {
      // Each mail has a connection of its own, which begins with the password.
      const worker = outbox({
        async send(mail, signal) {
          const once = smtpMailer(smtp.url.replace("//", "//site:secret@"));
          await once.send(mail, signal).finally(() => once.close());
        },
        close: async () => {},
      });
      for (const next of ["first", "again", "accept", "later"]) {
        smtp.behavior = next === "accept" ? next : behavior;
        if (next === "first" || next === "later") await submit();
        await worker.deliverDue();
        now = new Date(now.getTime() + 60 * minute);
      }
      expect(log.map(({ level }) => level)).toEqual(levels);
      const rows = await sql<{ last_error: string }>`select last_error from notifications`.execute(
        connection.db,
      );
      const told = JSON.stringify([log, rows.rows]);
      expect(told).toContain(behavior.slice(0, 3));
      // Neither the password nor what it is sent as.
      expect(told).not.toMatch(/secret|AHNpdGUAc2VjcmV0/);
    },
  );

  it("says aloud and shows that the staff have not been told, until they have", async () => {
    smtp.behavior = "451 at DATA";
    await submit();
    const worker = outbox(mailer, { interval: 50 });
    worker.wake();
    await expect.poll(async () => (await only()).attempts).toBe(1);
    expect(worker.overdue).toBe(0);
    now = new Date(now.getTime() + 61 * minute);
    await expect.poll(() => worker.overdue).toBe(1);
    const told = () =>
      log.filter(({ level, message }) => level === "error" && /staff have not been told/.test(message));
    expect(told()).toHaveLength(1);
    smtp.behavior = "accept";
    now = new Date(now.getTime() + 61 * minute);
    await expect.poll(() => worker.overdue).toBe(0);
    expect(told()).toHaveLength(1);
    // As after a restore, however young it is.
    await connection.db
      .updateTable("notifications")
      .set({ status: "held", created_at: now.toISOString() })
      .execute();
    await expect.poll(() => worker.overdue).toBe(1);
    await worker.stop();
    expect(told()).toHaveLength(2);
  });

  describe("with more than one person to be told", () => {
    const [first, second] = ["staff@site.example", "more@site.example"];
    const notifyTo = [first, second];
    const rowOf = async (address: string) =>
      (await rows()).find(({ recipients }) => recipients === JSON.stringify([address]));

    it("sends each a mail of their own, once, with both in its header", async () => {
      await submit();
      expect(await outbox(mailer, { notifyTo }).deliverDue()).toBe(2);
      expect(smtp.recipients.flat().sort()).toEqual([...notifyTo].sort());
      const mails = await received();
      expect(mails.map(({ to }) => to?.map(({ address }) => address))).toEqual([notifyTo, notifyTo]);
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
      expect((await rows()).map(({ status, attempts }) => [status, attempts])).toEqual([
        ["sent", 1],
        ["sent", 1],
      ]);
      expect(await outbox(mailer, { notifyTo }).deliverDue()).toBe(0);
    });

    it("tells later who was refused, and only this one", async () => {
      Object.assign(smtp, { behavior: "450 at RCPT", concerns: second });
      await submit();
      await outbox(mailer, { notifyTo }).deliverDue();
      expect(await rowOf(first)).toMatchObject({ status: "sent" });
      expect(await rowOf(second)).toMatchObject({ status: "pending", attempts: 1 });
      expect((await rowOf(second))?.last_error).toContain("450");
      smtp.behavior = "accept";
      now = new Date(now.getTime() + 2 * minute);
      expect(await outbox(mailer, { notifyTo }).deliverDue()).toBe(1);
      expect(await rowOf(second)).toMatchObject({ status: "sent", attempts: 2, last_error: null });
      expect(smtp.recipients).toEqual([[first], [second]]);
    });

    it("delays nobody for one whose mailbox hangs, however many submissions wait for it", async () => {
      Object.assign(smtp, { behavior: "hang at RCPT", concerns: first });
      for (let count = 0; count < 12; count += 1)
        await submit(contact({ applicantEmail: `${count}@visitor.example`, wantsReceipt: true }));
      const worker = outbox(mailer, { notifyTo, stop: 0 });
      worker.wake();
      const waiting = async () => (await rows()).filter(({ status }) => status === "pending");
      const recipients = async () => (await waiting()).map((row) => row.recipients);
      // A mail is marked a moment after the server has taken it.
      await expect.poll(recipients).toEqual(Array(12).fill(JSON.stringify([first])));
      expect(smtp.messages.length).toBe(24);
      // None was tried in vain while the first ones hang.
      expect((await waiting()).filter(({ claimed_until }) => claimed_until).length).toBe(2);
      await worker.stop();
    });

    it.each([
      { left: [first], name: "only those who have got it are left", told: undefined },
      { left: [first, "right@site.example"], name: "the address was corrected", told: "right@site.example" },
    ])("sends nothing to who is not named any more: $name", async ({ left, told }) => {
      Object.assign(smtp, { behavior: "450 at RCPT", concerns: second });
      await submit();
      await outbox(mailer, { notifyTo }).deliverDue();
      smtp.behavior = "accept";
      now = new Date(now.getTime() + 2 * minute);
      await outbox(mailer, { notifyTo: left }).deliverDue();
      expect((await rows()).map(({ status }) => status)).toEqual(["sent", "sent"]);
      expect(smtp.recipients).toEqual([[first], ...(told ? [[told]] : [])]);
    });

    it("shares out what an earlier version left to several", async () => {
      await submit();
      await connection.db
        .updateTable("notifications")
        .set({ recipients: JSON.stringify(notifyTo) })
        .execute();
      await outbox(mailer, { notifyTo }).deliverDue();
      expect(smtp.recipients.flat().sort()).toEqual([...notifyTo].sort());
    });

    it("is shared out once by two instances", async () => {
      const other = await openDatabase(database.url);
      for (let count = 0; count < 20; count += 1) await submit();
      const drain = async (worker: Outbox) => {
        while ((await worker.deliverDue()) > 0);
      };
      await Promise.all([
        drain(outbox(mailer, { notifyTo })),
        drain(outbox(mailer, { on: other, notifyTo })),
      ]);
      await other.close();
      expect(smtp.messages).toHaveLength(40);
      expect(await rows()).toHaveLength(40);
    });
  });

  it("ends an attempt whose answer never ends, and delivers all others", async () => {
    Object.assign(smtp, { behavior: "trickle after DATA", concerns: "slow@visitor.example" });
    await submit(contact({ applicantEmail: "slow@visitor.example", wantsReceipt: true }));
    for (let count = 0; count < 10; count += 1) await submit();
    // The others have to be done within it on a machine with much else to do.
    const worker = outbox(mailer, { deadline: 8_000 });
    worker.wake();
    await expect.poll(async () => (await rows()).filter(({ status }) => status === "sent").length).toBe(11);
    const slow = async () => (await rows()).find(({ kind }) => kind === "receipt");
    await expect.poll(async () => (await slow())?.attempts).toBe(1);
    expect(await slow()).toMatchObject({
      status: "pending",
      unclear_attempts: 1,
      last_error: "it may have arrived: not finished within 8 seconds",
    });
    await worker.stop();
  });

  it("reads the answer to a mail that was handed over, if it comes as the attempt ends", async () => {
    smtp.delay = 20;
    await submit();
    const end = new AbortController();
    const sending = mailer.send(await composeMail(await only(), settings), end.signal);
    while (smtp.messages.length === 0) await new Promise((resolve) => setImmediate(resolve));
    end.abort(new Error("too late"));
    await sending;
  });

  it("waits for a server that reads the mail first for as long as an attempt may take", () => {
    const { socketTimeout } = smtpServer(smtp.url);
    expect(socketTimeout).toBeGreaterThan(longestAttempt);
  });

  it("is not held up by recipients that hang", async () => {
    Object.assign(smtp, { behavior: "hang at RCPT", concerns: "hangs@visitor.example" });
    await submit(contact({ applicantEmail: "hangs@visitor.example", wantsReceipt: true }));
    const worker = outbox(mailer, { stop: 0 });
    worker.wake();
    await expect
      .poll(async () => (await rows()).map(({ status }) => status).sort())
      .toEqual(["pending", "sent"]);
    for (let count = 0; count < 20; count += 1) await submit();
    worker.wake();
    await expect.poll(() => smtp.messages.length).toBe(21);
    await worker.stop();
    // Nothing of it had been handed over, so it is left as it was.
    expect((await rows()).find(({ kind }) => kind === "receipt")).toMatchObject({
      status: "pending",
      attempts: 0,
      claimed_until: null,
    });
  });

  // SQLite has one writer, so there no mail ends meanwhile.
  if (kind === "postgres")
    it("asks again when mails have ended while the database was asked, although another one hangs", async () => {
      Object.assign(smtp, { behavior: "hang at RCPT", concerns: "hangs@visitor.example" });
      await submit(contact({ applicantEmail: "hangs@visitor.example", wantsReceipt: true }));
      for (let count = 0; count < 3; count += 1) await submit();
      const sent = () => log.filter(({ message }) => message === "mail sent").length;
      const gate = Promise.withResolvers<void>();
      const through: Mailer = {
        ...mailer,
        async send(...mail) {
          underWay += 1;
          await gate.promise;
          await mailer.send(...mail);
        },
      };
      let underWay = 0;
      const clock = async () => {
        // One to the visitor and two to the staff are under way; no more go to one mailbox at a time.
        if (underWay === 3) {
          underWay = 0;
          gate.resolve();
          await expect.poll(sent).toBe(2);
        }
        return now;
      };
      const worker = outbox(through, { stop: 0, clock });
      worker.wake();
      await expect.poll(() => smtp.messages.length).toBe(4);
      await worker.stop();
    });

  it("renews its claim for as long as it is sending", async () => {
    await submit();
    const end = Promise.withResolvers<void>();
    const through: Mailer = {
      ...mailer,
      async send(...mail) {
        await end.promise;
        await mailer.send(...mail);
      },
    };
    const sending = outbox(through, { renewal: 50 }).deliverDue();
    const claimedUntil = async () => (await only()).claimed_until ?? "";
    await expect.poll(claimedUntil).not.toBe("");
    const other = await openDatabase(database.url);
    // Later than the claim as it was at first would have lasted.
    for (let minutes = 1; minutes <= 4; minutes += 1) {
      now = new Date(now.getTime() + minute);
      await expect.poll(claimedUntil).toBe(new Date(now.getTime() + times.claim).toISOString());
      expect(await outbox(mailer, { on: other }).deliverDue()).toBe(0);
    }
    end.resolve();
    expect(await sending).toBe(1);
    await other.close();
    expect(smtp.messages).toHaveLength(1);
  });

  it("renews the claim of a mail that was sent and cannot be marked, so that nobody sends it again", async () => {
    await submit();
    const rename = (from: string, to: string) =>
      sql`alter table notifications rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(connection.db);
    const through: Mailer = {
      ...mailer,
      async send(...mail) {
        await mailer.send(...mail);
        // A mark names it, a renewal does not.
        await rename("sent_at", "away");
      },
    };
    const sending = outbox(through, { renewal: 50 }).deliverDue();
    await expect.poll(() => log.at(-1)?.message).toContain("cannot be marked yet");
    for (let minutes = 1; minutes <= 4; minutes += 1) {
      now = new Date(now.getTime() + minute);
      const renewed = new Date(now.getTime() + times.claim).toISOString();
      await expect.poll(async () => (await only()).claimed_until).toBe(renewed);
      expect(await outbox().deliverDue()).toBe(0);
    }
    await rename("away", "sent_at");
    expect(await sending).toBe(1);
    expect(await only()).toMatchObject({ status: "sent", claimed_until: null });
    expect(smtp.messages).toHaveLength(1);
  });

  it("takes a fault of the database for no attempt of a mail, and sends it when the database is back", async () => {
    await submit();
    const before = await only();
    await sql`alter table quarantine rename to away`.execute(connection.db);
    await expect(outbox().deliverDue()).rejects.toThrow(/quarantine/);
    expect(await only()).toEqual(before);
    await sql`alter table away rename to quarantine`.execute(connection.db);
    expect(await outbox().deliverDue()).toBe(1);
    expect(await only()).toMatchObject({ status: "sent", attempts: 1, last_error: null });
  });

  it("asks a database that fails once for each call, says so once, and says when it works again", async () => {
    let asked = 0;
    let isAway = true;
    const clock = async () => {
      asked += 1;
      // One that asks without a pause must not hold up the test.
      await sleep(5);
      if (isAway) throw new Error("away");
      return now;
    };
    const worker = outbox(mailer, { clock, interval: 60 * minute });
    worker.wake();
    worker.wake();
    await sleep(300);
    expect(asked).toBe(1);
    worker.wake();
    await expect.poll(() => asked).toBe(2);
    isAway = false;
    await sleep(50);
    worker.wake();
    await expect.poll(() => log.map(({ message }) => message)).toContain("the outbox works again");
    await worker.stop();
    expect(log.map(({ level, message }) => `${level}: ${message}`)).toEqual([
      "error: the outbox cannot be read",
      "info: the outbox works again",
    ]);
  });

  it("marks a mail that was taken once the database is back, and sends no second copy", async () => {
    const through: Mailer = {
      ...mailer,
      async send(...mail) {
        await mailer.send(...mail);
        await sql`alter table notifications rename to away`.execute(connection.db);
      },
    };
    await submit();
    const sending = outbox(through).deliverDue();
    await expect.poll(() => log.at(-1)?.message).toContain("cannot be marked yet");
    expect(log.map(({ message }) => message)).not.toContain("mail sent");
    await sql`alter table away rename to notifications`.execute(connection.db);
    await sending;
    expect(await only()).toMatchObject({ status: "sent", attempts: 1, claimed_until: null });
    expect(log.at(-1)?.message).toBe("mail sent");
    now = new Date(now.getTime() + 10 * minute);
    expect(await outbox().deliverDue()).toBe(0);
    expect(smtp.messages).toHaveLength(1);
  });

  it("claims again what could not be claimed for the sake of another transaction", async () => {
    await submit();
    let conflicts = 2;
    const clock = () => {
      if (conflicts-- > 0) throw Object.assign(new Error("could not serialize access"), { code: "40001" });
      return now;
    };
    expect(await outbox(mailer, { clock }).deliverDue()).toBe(1);
    expect(await only()).toMatchObject({ status: "sent", attempts: 1 });
  });

  it("does not take a mail back that another instance has sent meanwhile", async () => {
    await submit();
    const late = outbox({
      // Its claim was over, and another instance was faster.
      async send() {
        await connection.db
          .updateTable("notifications")
          .set({ status: "sent", claimed_until: null })
          .execute();
        throw new MailError("451 not now", { verdict: "later" });
      },
      close: async () => {},
    });
    await late.deliverDue();
    expect(await only()).toMatchObject({ status: "sent", last_error: null });
  });

  it("leaves a mail alone that another instance is sending by now", async () => {
    await submit();
    const claim = { claimed_until: "2026-11-21T10:05:30.000Z" };
    const late = outbox({
      // Its claim was over, and another instance has claimed the mail.
      async send() {
        await connection.db.updateTable("notifications").set(claim).execute();
        throw new MailError("451 not now", { verdict: "later" });
      },
      close: async () => {},
    });
    await late.deliverDue();
    expect(await only()).toMatchObject({ status: "pending", attempts: 0, ...claim });
  });

  it("repeats a mail that may have arrived a few times only, then gives it up aloud", async () => {
    smtp.behavior = "drop after DATA";
    await submit();
    expect(await persist(10)).toBeGreaterThan(12 * 60 * minute);
    expect(await only()).toMatchObject({ status: "dead", attempts: 4 });
    expect((await only()).last_error).toMatch(/^it may have arrived/);
    expect(smtp.messages).toHaveLength(4);
    expect(log.at(-1)).toMatchObject({ level: "error", message: "mail given up" });
  });

  it("repeats a mail whose answer was lost, under the same Message-ID", async () => {
    smtp.behavior = "drop after DATA";
    await submit();
    await outbox().deliverDue();
    const row = await only();
    expect(row.status).toBe("pending");
    smtp.behavior = "accept";
    now = new Date(row.next_attempt_at);
    await outbox().deliverDue();
    expect((await only()).status).toBe("sent");
    const mails = await received();
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(1);
  });

  it("leaves a claim to its owner for two and a half minutes, then takes it over", async () => {
    await submit();
    const never = outbox({ send: () => new Promise(() => {}), close: async () => {} }, { isPatient: true });
    void never.deliverDue();
    await expect.poll(async () => (await only()).claimed_until).not.toBeNull();
    expect(await outbox().deliverDue()).toBe(0);
    now = new Date(now.getTime() + 2.5 * minute - 1_000);
    expect(await outbox().deliverDue()).toBe(0);
    now = new Date(now.getTime() + 1_000);
    expect(await outbox().deliverDue()).toBe(1);
    expect((await only()).status).toBe("sent");
  });

  it("delivers 60 mails once each when two instances share the work", async () => {
    for (let count = 0; count < 60; count += 1) await submit();
    const other = await openDatabase(database.url);
    const drain = async (worker: Outbox) => {
      while ((await worker.deliverDue()) > 0);
    };
    await Promise.all([drain(outbox()), drain(outbox(mailer, { on: other }))]);
    await other.close();
    const ids = (await received()).map((mail) => mail.messageId);
    expect(ids).toHaveLength(60);
    expect(new Set(ids).size).toBe(60);
    expect((await rows()).every((row) => row.status === "sent")).toBe(true);
  });

  it("writes a file for each mail where there is no server, a repeat over the first", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mail-"));
    const files = fileMailer(join(folder, "mail"));
    await submit();
    await outbox(files).deliverDue();
    const row = await only();
    await files.send(await composeMail(row, settings), new AbortController().signal);
    expect(readdirSync(join(folder, "mail"))).toEqual([`${row.id}.eml`]);
    const mail = await PostalMime.parse(readFileSync(join(folder, "mail", `${row.id}.eml`)));
    expect(mail.text).toContain("Last line");
    rmSync(folder, { recursive: true });
    // Whoever has moved the folder of the data puts it back into its place, not into one of this name.
    await expect(
      files.send(await composeMail(row, settings), new AbortController().signal),
    ).rejects.toThrow();
    expect(existsSync(folder)).toBe(false);
  });

  it("says aloud that a file cannot be written, and writes it once it can", async () => {
    const folder = join(mkdtempSync(join(tmpdir(), "mail-")), "mail");
    writeFileSync(folder, "");
    const worker = outbox(fileMailer(folder));
    await submit();
    for (let attempts = 0; attempts < 2; attempts += 1) {
      await worker.deliverDue();
      now = new Date(now.getTime() + 60 * minute);
    }
    rmSync(folder);
    await worker.deliverDue();
    expect(log.map(({ level }) => level)).toEqual(["error", "warn", "info"]);
    expect(readdirSync(folder)).toHaveLength(1);
    rmSync(dirname(folder), { recursive: true });
  });

  it("starts at once when it is woken, and finishes what is under way before it stops", async () => {
    const worker = outbox();
    worker.wake();
    await submit();
    worker.wake();
    await expect.poll(async () => (await only()).status).toBe("sent");
    await submit();
    worker.wake();
    await worker.stop();
    expect((await rows()).map((row) => row.status)).not.toContain("dead");
  });

  it("waits a moment when posts come one upon the other, but not for long", async () => {
    await submit();
    const worker = outbox();
    worker.wake();
    worker.wake();
    const began = performance.now();
    const calls = setInterval(() => worker.wake(), 10);
    await expect.poll(async () => (await only()).status).toBe("sent");
    expect(performance.now() - began).toBeGreaterThan(45);
    clearInterval(calls);
    await worker.stop();
  });

  it("forgets no call that comes while it finds nothing to send", async () => {
    await submit();
    await connection.db
      .updateTable("notifications")
      .set({ next_attempt_at: new Date(now.getTime() + minute).toISOString() })
      .execute();
    let isCalled = false;
    const db = connection.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.length === 0 && !isCalled) {
          isCalled = true;
          now = new Date(now.getTime() + 2 * minute);
          worker.wake();
        }
        return result;
      },
    });
    const worker = outbox(mailer, { on: { ...connection, db }, interval: 60 * minute });
    worker.wake();
    await expect.poll(async () => (await only()).status).toBe("sent");
    await worker.stop();
  });

  it("counts an attempt that its stop has broken off when the mail may have arrived", async () => {
    const hanging: Mailer = {
      send: (_mail, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new MailError("stopped", { verdict: "unclear" })));
        }),
      close: async () => {},
    };
    await submit();
    const worker = outbox(hanging, { stop: 300 });
    worker.wake();
    await expect.poll(async () => (await only()).claimed_until).not.toBeNull();
    await worker.stop();
    expect(await only()).toMatchObject({
      ...{ status: "pending", attempts: 1, unclear_attempts: 1, claimed_until: null },
      last_error: "it may have arrived: stopped",
    });
  });

  it("waits for a slow mail server when it stops", async () => {
    smtp.delay = 1_000;
    await submit();
    const worker = outbox();
    worker.wake();
    await expect.poll(() => smtp.messages.length).toBe(1);
    await worker.stop();
    expect(await only()).toMatchObject({ status: "sent", claimed_until: null });
  });

  it("does not sit out the pause between two tries to mark a mail when its time to stop is over", async () => {
    await submit();
    let hasSent = false;
    let tries = 0;
    let looks = 0;
    const hasLooked = Promise.withResolvers<void>();
    const clock = () => {
      if (!hasSent) {
        looks += 1;
        // After the count and the claim the outbox looks for other mails.
        if (looks === 3) hasLooked.resolve();
        return now;
      }
      tries += 1;
      throw new Error("the database is away");
    };
    const through: Mailer = {
      async send() {
        await hasLooked.promise;
        hasSent = true;
      },
      close: async () => {},
    };
    const worker = outbox(through, { clock, stop: 0 });
    worker.wake();
    // Pauses last 6.3 seconds so far; the next one lasts 5.
    await expect.poll(() => tries).toBe(7);
    const began = performance.now();
    await worker.stop();
    expect(performance.now() - began).toBeLessThan(4_500);
    expect(tries).toBe(8);
  });

  it("marks as sent what it has sent, also when another instance has claimed it meanwhile", async () => {
    await submit();
    const late = outbox({
      async send() {
        await connection.db
          .updateTable("notifications")
          .set({ claimed_until: "2026-11-21T10:05:30.000Z" })
          .execute();
      },
      close: async () => {},
    });
    await late.deliverDue();
    expect(await only()).toMatchObject({ status: "sent", claimed_until: null });
  });

  it("renews nothing once a mail is marked", async () => {
    await submit();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    let meanwhile = 0;
    const through: Mailer = {
      async send() {
        meanwhile = vi.getTimerCount();
      },
      close: async () => {},
    };
    await outbox(through).deliverDue();
    expect([meanwhile, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it("renews no claim of another instance", async () => {
    await submit();
    const claim = { claimed_until: "2026-11-21T10:05:30.000Z" };
    const through: Mailer = {
      async send() {
        await connection.db.updateTable("notifications").set(claim).execute();
        const before = asked;
        // One begins when the one before has ended.
        await expect.poll(() => asked).toBeGreaterThan(before + 1);
        throw new MailError("451 not now", { verdict: "later" });
      },
      close: async () => {},
    };
    let asked = 0;
    const clock = () => {
      asked += 1;
      return now;
    };
    await outbox(through, { clock, renewal: 50 }).deliverDue();
    expect(await only()).toMatchObject({ status: "pending", attempts: 0, ...claim });
  });

  it("delays no notification for confirmations to one mailbox that hangs, of which two are tried", async () => {
    Object.assign(smtp, { behavior: "hang at RCPT", concerns: "hangs@visitor.example" });
    const submission = contact({ applicantEmail: "hangs@visitor.example", wantsReceipt: true });
    for (let count = 0; count < 8; count += 1) await submit(submission);
    const worker = outbox(mailer, { stop: 0 });
    worker.wake();
    await expect.poll(async () => (await rows()).filter(({ status }) => status === "sent").length).toBe(8);
    expect((await rows()).filter(({ claimed_until }) => claimed_until)).toHaveLength(2);
    await worker.stop();
  });

  it("keeps room for notifications beside confirmations to many mailboxes that hang", async () => {
    let hanging = 0;
    const through: Mailer = {
      async send({ recipient }, signal) {
        if (!recipient.endsWith("@visitor.example")) return;
        hanging += 1;
        await new Promise((_resolve, reject) => signal.addEventListener("abort", reject));
      },
      close: async () => {},
    };
    for (let count = 0; count < mailsAtOnce; count += 1)
      await submit(contact({ applicantEmail: `hangs${count}@visitor.example`, wantsReceipt: true }));
    await connection.db
      .updateTable("notifications")
      .set({ next_attempt_at: "2026-11-21T09:59:00.000Z" })
      .where("kind", "=", "receipt")
      .execute();
    const worker = outbox(through, { stop: 0 });
    worker.wake();
    await expect
      .poll(async () => (await rows()).filter(({ status }) => status === "sent").length)
      .toBe(mailsAtOnce);
    expect(hanging).toBe(mailsToSenders);
    await worker.stop();
  });

  it("tells somebody whose address was corrected of each submission", async () => {
    const [first, wrong, right] = ["staff@site.example", "wrong@site.example", "right@site.example"];
    Object.assign(smtp, { behavior: "450 at RCPT", concerns: wrong });
    for (let count = 0; count < 3; count += 1) await submit();
    await outbox(mailer, { notifyTo: [first, wrong] }).deliverDue();
    smtp.behavior = "accept";
    smtp.recipients.length = 0;
    now = new Date(now.getTime() + 2 * minute);
    await outbox(mailer, { notifyTo: [first, right] }).deliverDue();
    expect(smtp.recipients).toEqual(Array(3).fill([right]));
  });
});
