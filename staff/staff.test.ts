// docs/specification.md, 'Commands for staff', 'Removing', 'Erasing a person', 'Export files'

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import form from "#content/forms/interest.yaml";
import site from "#content/site.yaml";
import { trapField } from "#content-model/forms/reserved-names.ts";
import { readConfig } from "#server/config.ts";
import { runCommand } from "#staff/run-command.ts";
import type { Terminal } from "#staff/terminal.ts";
import { mostAttempts, mostUnclear } from "#submissions/mail/failed-attempt.ts";
import {
  createTestDatabase,
  databaseKinds,
  openDatabase,
  type TestDatabase,
} from "../tests/support/databases.ts";
import { application as applied, contactRow, form as post } from "../tests/support/form.ts";
import type { TestSite } from "../tests/support/site.ts";
import { createStaffSite } from "../tests/support/staff.ts";

const ada = { firstName: "Ada", lastName: "=Moreno", email: "Ada@visitor.example", agreeToTerms: "on" };
const ben = { ...ada, firstName: "Ben", email: "ben@visitor.example" };
const application = {
  ...applied,
  ...ada,
  lastName: "Moreno",
  previousExperience: "Only in the notification",
};

describe.each(databaseKinds)("the staff's commands on %s", (kind) => {
  let database: TestDatabase;
  let dataDir: string;
  let test: TestSite;

  beforeEach(async () => {
    database = await createTestDatabase(kind);
    dataDir = mkdtempSync(join(tmpdir(), "staff-"));
    test = await createStaffSite(database.url, dataDir);
  });
  afterEach(async () => {
    await test.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** While the site runs. */
  const run = (...args: string[]) => runOn({}, ...args);
  async function runOn(
    { url, ...terminal }: Partial<Terminal> & { url?: string },
    ...args: string[]
  ): Promise<string> {
    let output = "";
    const config = readConfig({ DATABASE_URL: url ?? database.url, DATA_DIR: dataDir }, site);
    const place = {
      write: async (text: string) => {
        output += text;
      },
      ...terminal,
    };
    await runCommand(
      args,
      () => config,
      place,
      () => new Date("2026-11-23T10:00:00Z"),
    );
    return output;
  }
  const send = async (fields: Record<string, string>, path = "/contact") => {
    const answer = await test.app.inject({ url: path, ...post(fields) });
    return String(answer.headers.location).split("=")[1] ?? "";
  };
  const sendApplication = () => send(application, "/learning/mastermind-application");
  const mails = () => (existsSync(join(dataDir, "mail")) ? readdirSync(join(dataDir, "mail")) : []);

  it("every command says which database it read, beside its output", async () => {
    const notes: string[] = [];
    const note = (text: string) => void notes.push(text);
    expect(await runOn({ note }, "list", "--json")).toBe("[]\n");
    const { host, pathname } = new URL(database.url);
    expect(notes).toEqual([
      `Database: ${host}${pathname}\n`,
      expect.stringMatching(/^E-mails: SMTP_URL .+\n$/),
    ]);
  });

  it("list shows who wrote, newest first, and show every answer, by id, its beginning or the reference", async () => {
    const reference = await send({ ...ada, motivation: "first\r\n\u001b[31msecond" });
    await sendApplication();
    const list = await run("list");
    expect(list).toContain(reference);
    expect(list).toContain("mastermind");
    const [latest, first] = JSON.parse(await run("list", "--json"));
    expect([latest.table, first.table].sort()).toEqual(["contact_submissions", "mastermind_applications"]);
    for (const word of [reference, reference.toLowerCase().replace("-", "")]) {
      const shown = await run("show", word);
      expect(shown).toContain(form.fields.motivation.label);
      expect(shown).toContain("first\n  \\u001b[31msecond");
      expect(shown).not.toContain("\u001b");
    }
    const { id } = JSON.parse(await run("show", reference, "--json"));
    expect(await run("show", id.slice(0, 10))).toContain("Ada");
  });

  it("export holds every answer, safe for spreadsheets, as csv and as json", async () => {
    await send({ ...ada, motivation: 'He said "no", then\r\n=2+2' });
    await sendApplication();
    const csv = await run("export", "--table", "contact_submissions");
    expect(csv.split("\n", 1)[0]).not.toContain("agreeToTerms");
    expect(csv.startsWith('\uFEFF"id","created_at","reference","full_name","email",')).toBe(true);
    expect(csv).toContain('"He said ""no"", then\r\n\'=2+2"');
    expect(csv.split("\r\n").length).toBeGreaterThan(2);
    expect(await run("export", "--table", "mastermind_applications")).toContain("Only in the notification");
    const both = await run("export");
    expect(both).toContain("contact_submissions");
    expect(both).toContain("Only in the notification");
    const json = JSON.parse(await run("export", "--format", "json"));
    expect(json).toHaveLength(2);
    expect(json[0].message.motivation).toBe('He said "no", then\r\n=2+2');
    expect(JSON.parse(await run("export", "--format", "json", "--since", "2100-01-01"))).toEqual([]);
  });

  it("no command lets a terminal obey a visitor, and a table in a file stays as it was written", async () => {
    const evil = "\u001b]0;x\u0007\u009b31m\u202e\u2066\u061c\u2028\u2029";
    const hostile = /[^\P{Cc}\n\t]|[\p{Bidi_Control}\p{Zl}\p{Zp}]/u;
    const kept = await send({ ...ada, finalThoughts: evil, motivation: evil });
    const aside = await send({ ...ada, [trapField]: evil, [evil]: evil });
    for (const args of [
      ["list"],
      ["list", "--json"],
      ["show", kept],
      ["show", kept, "--json"],
      ["show", aside],
      ["show", aside, "--json"],
      ["quarantine"],
      ["quarantine", "--json"],
      ["notifications", "--json"],
      ["export"],
      ["export", "--format", "json"],
    ]) {
      expect(await runOn({ isScreen: true }, ...args), args.join(" ")).not.toMatch(hostile);
      // JSON in a pipe may be on its way to a screen, too.
      if (args.some((arg) => arg.endsWith("json")))
        expect(await run(...args), args.join(" ")).not.toMatch(hostile);
    }
    for (const id of [kept, aside]) expect(await run("show", id)).not.toMatch(hostile);
    const [record] = JSON.parse(await run("export", "--format", "json"));
    expect(record.answers.motivation).toBe(evil);
    expect(await run("export")).toContain(evil);
  });

  it("erase leaves no trace of a person in any table, file or free page, and nobody else goes", async () => {
    await send({ ...ada, sendCopy: "on" });
    await send({ ...ada, [trapField]: "watches" });
    await sendApplication();
    await send(ben);
    await expect.poll(() => run("notifications")).toContain("4 sent");
    expect(await run("erase", "ADA@VISITOR.example", "--yes")).toMatch(
      /Removed 2 submissions, 3 notifications, 1 /,
    );
    const everything = (await run("export", "--format", "json")) + (await run("quarantine", "--json"));
    expect(everything.toLowerCase()).not.toContain("ada@visitor");
    expect(everything).toContain("ben@visitor.example");
    expect(mails()).toHaveLength(1);
    if (kind === "sqlite") {
      const file = database.url.slice("sqlite:".length);
      for (const part of [file, `${file}-wal`].filter((name) => existsSync(name))) {
        const bytes = readFileSync(part).toString("latin1").toLowerCase();
        expect(bytes.includes("ada@visitor.example"), part).toBe(false);
        expect(bytes.includes("only in the notification"), part).toBe(false);
      }
    }
  });

  it("erase takes nobody else's words, and says where the address still stands in them", async () => {
    const others = [
      await send({ ...ada, email: "joada@visitor.example", motivation: "ada@visitor.example.org" }),
      await send({ ...ada, email: "joada@visitor.example", [trapField]: "see ada@visitor.example-x.org" }),
    ];
    const naming = [
      await send({ ...ben, motivation: "Call Ada,\nADA@visitor.example." }),
      await send({ ...ben, [trapField]: "x", motivation: "<ada@visitor.example>" }),
    ];
    await send(ada);
    await send({ ...ada, [trapField]: "x", email: " Ada@Visitor.example " });
    const told = await run("erase", "ada@visitor.example", "--yes");
    expect(told).toMatch(/Removed 1 submission, 1 notification, 1 quarantined post/);
    for (const reference of naming) expect(told).toContain(reference);
    for (const reference of others) expect(told).not.toContain(reference);
    for (const reference of [...others, ...naming]) await run("show", reference);
    if (kind === "postgres") expect(told).toContain("pg_wal");
  });

  it("erase waits for a mail that is being sent, and takes every mail file of the person", async () => {
    await send(ada);
    await send(ben);
    await expect.poll(() => run("notifications")).toContain("2 sent");
    const mail = mails().find((name) => /ada@/i.test(readFileSync(join(dataDir, "mail", name), "utf8")));
    const eml = readFileSync(join(dataDir, "mail", String(mail)));
    for (const name of ["of-a-lost-row.eml", `${mail}.new`]) writeFileSync(join(dataDir, "mail", name), eml);
    const { db, close } = await openDatabase(database.url);
    const claim = (until: string | null) =>
      db
        .updateTable("notifications")
        .set({ status: "pending", claimed_until: until })
        .where("email", "=", "ada@visitor.example")
        .execute();
    await claim(new Date(Date.now() + 600_000).toISOString());
    let isDone = false;
    const waits: string[] = [];
    const erasing = runOn(
      { write: async (text) => void waits.push(text) },
      "erase",
      "ada@visitor.example",
      "--yes",
    );
    void erasing.then(() => {
      isDone = true;
    });
    await expect.poll(() => waits.join("")).toContain("being sent");
    expect(await db.selectFrom("contact_submissions").select("id").execute()).toHaveLength(2);
    expect(isDone).toBe(false);
    // Its file appears at the last moment.
    writeFileSync(join(dataDir, "mail", String(mail)), eml);
    await claim(null);
    await erasing;
    await close();
    expect(waits.join("")).toContain("3 files of e-mails");
    expect(mails()).toHaveLength(1);
    expect(mails()).not.toContain(mail);
  });

  it("erase leaves no key and no count of a person, and takes a mail and a post that name others as well", async () => {
    await send(ben);
    const { db, close } = await openDatabase(database.url);
    const counts = async () => {
      const tables = ["submission_keys", "rate_limits", "quarantine"] as const;
      const rows = tables.map((table) => db.selectFrom(table).selectAll().execute());
      return (await Promise.all(rows)).map(({ length }) => length);
    };
    const before = await counts();
    await send({ ...ada, sendCopy: "on" });
    // The column holds the first address of several.
    const several = post({ ...ben, [trapField]: "x" });
    const payload = `${several.payload}&email=${encodeURIComponent(ada.email)}`;
    expect((await test.app.inject({ url: "/contact", ...several, payload })).statusCode).toBe(303);
    await expect.poll(() => run("notifications")).toContain("3 sent");
    const header = `From: a@site.example\r\nTo: staff@site.example\r\nReply-To: ${"Ada ".repeat(20)}\r\n <${ada.email}>`;
    writeFileSync(join(dataDir, "mail", "folded.eml"), `${header}\r\n\r\nText`);
    const told = await run("erase", ada.email, "--yes");
    expect(told).toMatch(/Removed 1 submission, 2 notifications, 1 quarantined post, 3 files/);
    expect(mails()).not.toContain("folded.eml");
    // The count of all confirmations of the day stays.
    expect(await counts()).toEqual([before[0], Number(before[1]) + 1, before[2]]);
    await close();
  });

  it("erase counts beforehand the files that it removes, also of mails that no header names the person in", async () => {
    const email = "jürgen@bücher.example";
    await send({ ...ada, email });
    await expect.poll(() => run("notifications")).toContain("1 sent");
    expect(await run("erase", email, "--dry-run")).toContain("And 1 file of e-mails");
    expect(await run("erase", email, "--yes")).toContain("1 file of e-mails");
    expect(mails()).toEqual([]);
  });

  it("erase finds addresses that are oddly written, and posts of several people", async () => {
    await send(ben);
    const { db, close } = await openDatabase(database.url);
    const row = await db.selectFrom("contact_submissions").selectAll().executeTakeFirstOrThrow();
    const written = ["Änn@Bücher.example", "\tänn@XN--BCHER-KVA.example\n", "änn@bücher.example\u00a0"];
    for (const email of [...written, "änn@bucher.example", "ann@bücher.example"])
      await db
        .insertInto("contact_submissions")
        .values({ ...row, id: randomUUID(), email, newsletter_signup: false })
        .execute();
    for (const [others, words = ""] of [
      [["zoë@other.example", "Änn@Bücher.example"]],
      [["ben@visitor.example", " änn@bücher.example"]],
      [["zoë@other.example"]],
      // Only named in it, by others.
      [["zoë@other.example", "ben@visitor.example"], "änn@bücher.example"],
    ] as [string[], string?][])
      await db
        .insertInto("quarantine")
        .values({
          ...{
            id: randomUUID(),
            created_at: "2026-01-31T00:00:00.000Z",
            form_type: "contact_submission",
            reason: "x",
          },
          ...{
            email: String(others[0]),
            fields: JSON.stringify([...others.map((value) => ["email", value]), ["anythingElse", words]]),
          },
        })
        .execute();
    await close();
    const found = /3 submissions, 0 notifications, 2 quarantined posts/;
    expect(await run("erase", "änn@bücher.example", "--dry-run")).toMatch(found);
    expect(await run("erase", "ÄNN@xn--bcher-kva.example", "--yes")).toMatch(found);
    expect(JSON.parse(await run("list", "--json"))).toHaveLength(3);
  });

  it("what removes shows what, asks, and does nothing unasked where nobody can answer", async () => {
    await send(ada);
    await sendApplication();
    await send({ ...ada, [trapField]: "x" });
    await expect.poll(() => run("notifications")).toContain("2 sent");
    // PostgreSQL's own clock has another date.
    const { db, close } = await openDatabase(database.url);
    for (const table of [
      "contact_submissions",
      "mastermind_applications",
      "notifications",
      "quarantine",
    ] as const)
      await db.updateTable(table).set({ created_at: "2026-11-21T10:00:00.000Z" }).execute();
    await close();
    for (const args of [
      ["purge", "--before", "2026-11-22"],
      ["erase", "ada@visitor.example"],
    ]) {
      let shown = "";
      const write = async (text: string) => {
        shown += text;
      };
      await expect(runOn({ write }, ...args)).rejects.toThrow(/^Nothing was changed.*--yes/s);
      expect(shown).toMatch(/2 submissions, 2 notifications, 1 quarantined post/);
      expect(shown).toContain("2026-11-21");
      expect(shown).toContain(`And 2 files of e-mails in ${join(dataDir, "mail")}.`);
      const confirm = async () => false;
      await expect(runOn({ confirm }, ...args)).rejects.toThrow("Nothing was changed");
      for (const yes of [[], ["--yes"]])
        expect(await run(...args, "--dry-run", ...yes)).toContain("2 submissions");
    }
    await expect(run("purge", "--before", "2026-11-24", "--yes")).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining("is still to come"),
    });
    expect(JSON.parse(await run("list", "--json"))).toHaveLength(2);
    expect(mails()).toHaveLength(2);
    expect(JSON.parse(await run("quarantine", "--json"))).toHaveLength(1);
    const questions: string[] = [];
    const confirm = async (question: string) => questions.push(question) > 0;
    expect(await runOn({ confirm }, "purge", "--before", "2026-11-22")).toContain("Removed 2 submissions");
    expect(questions).toEqual(["Remove everything that came before 2026-11-22?"]);
  });

  it("purge removes what is older than a day in the organization's time zone", async () => {
    await send(ada);
    // The test's clock: 2026-11-21, 02:00 in San Francisco.
    expect(await run("purge", "--before", "2026-11-21", "--yes")).toContain("Removed 0 submissions");
    const { db, close } = await openDatabase(database.url);
    for (const table of ["contact_submissions", "notifications"] as const)
      await db.updateTable(table).set({ created_at: "2026-11-21T08:00:00.000Z" }).execute();
    await close();
    expect(await run("purge", "--before", "2026-11-21", "--yes")).toMatch(
      /^This removes 0 submissions, 0 notifications.*^Removed 0 submissions, 0 notifications/ms,
    );
    expect(await run("purge", "--before", "2026-11-22", "--yes")).toContain(
      "Removed 1 submission, 1 notification",
    );
    expect(await run("list")).toContain("no submissions");
  });

  /** Rows as they come from far more forms than a test can send, `created_at` a microsecond apart, the last without. */
  async function fill(amount: number): Promise<string[]> {
    const { db, close } = await openDatabase(database.url);
    if (kind === "postgres")
      await sql`alter table contact_submissions alter column created_at drop not null`.execute(db);
    const ids = Array.from({ length: amount }, () => randomUUID());
    const time = (index: number) => `2026-11-20T10:00:00.00${String(index).padStart(4, "0")}Z`;
    for (let start = 0; start < amount; start += 250) {
      const some = ids.slice(start, start + 250).map((id, index) => ({ id, at: time(start + index) }));
      await db
        .insertInto("contact_submissions")
        .values(some.map(({ id, at }) => ({ ...contactRow(), id, created_at: at })))
        .execute();
      const mail = { submission_table: "contact_submissions", kind: "staff", status: "dead" } as const;
      const none = { claimed_until: null, sent_at: null, attempts: 1, last_error: "550 no" };
      await db
        .insertInto("notifications")
        .values(
          some.map(({ id, at }) => ({
            ...{ ...mail, ...none, id: randomUUID(), submission_id: id, email: contactRow().email },
            ...{ payload: JSON.stringify({ formData: { n: id } }), created_at: at, next_attempt_at: at },
          })),
        )
        .execute();
      await db
        .insertInto("quarantine")
        .values(
          some.map(({ at }) => ({
            ...{ id: randomUUID(), created_at: at, form_type: "contact_submission", reason: "x" },
            ...{ email: "", fields: "[]" },
          })),
        )
        .execute();
    }
    if (kind === "postgres")
      await db
        .updateTable("contact_submissions")
        .set({ created_at: null as never })
        .where("id", "=", ids.at(-1) ?? "")
        .execute();
    await close();
    return ids;
  }

  it("lists and exports go page by page, without loss or repetition, those without a time last", async () => {
    const ids = await fill(1_250);
    const exported = JSON.parse(await run("export", "--format", "json", "--table", "contact_submissions"));
    expect(exported.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(
      exported.every(
        ({ id, answers }: { id: string; answers: object }) => "n" in answers && answers.n === id,
      ),
    ).toBe(true);
    const newest = kind === "postgres" ? [...ids.slice(0, -1).reverse(), ids.at(-1)] : ids.toReversed();
    const listed = [];
    for (const page of ["1", "2", "3", "4", "5", "6"])
      listed.push(...JSON.parse(await run("list", "--json", "--limit", "250", "--page", page)));
    const order = listed.map(({ id }) => id);
    expect([...order].sort()).toEqual([...ids].sort());
    expect(order.at(-1)).toBe(newest.at(-1));
    expect(await run("notifications")).toMatch(/1250 given up\n {2}1250 × 550 no\n.*\n1200 more: --page 2/s);
    expect(JSON.parse(await run("notifications", "--json", "--page", "26"))).toEqual([]);
    expect(JSON.parse(await run("notifications", "--json", "--page", "25"))).toHaveLength(50);
    expect(JSON.parse(await run("quarantine", "--json"))).toHaveLength(50);
    expect(await run("quarantine")).toContain("1200 more");
  });

  it("purge goes in portions, between which others write", async () => {
    await fill(2_000);
    const { db, close } = await openDatabase(database.url);
    const seen: number[] = [];
    let isDone = false;
    const purging = run("purge", "--before", "2026-11-21", "--yes").finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await sleep(5);
      await db.transaction().execute(async (transaction) => {
        await transaction.updateTable("site_secrets").set({ name: "forms" }).execute();
        const rows = await transaction.selectFrom("contact_submissions").select("id").execute();
        seen.push(rows.length);
      });
    }
    await purging;
    await close();
    expect(seen.filter((count) => count > 1 && count < 2_000).length).toBeGreaterThan(0);
    expect(seen.at(-1)).toBeLessThan(2);
  });

  it("quarantine and release: a post comes back as the submission that it is, once", async () => {
    const reference = await send({ ...ada, [trapField]: "x" });
    expect(await run("quarantine")).toContain("the trap field was filled in");
    expect(await run("show", reference)).toContain("In quarantine");
    await run("release", reference);
    expect(await run("list")).toContain(reference);
    expect(await run("notifications")).toMatch(/1 (waiting|sent)/);
    await expect(run("release", reference)).rejects.toThrow("is a submission and not in quarantine");
    const broken = await send({ [trapField]: "x", email: "nobody" });
    await expect(run("release", broken)).rejects.toThrow("firstName: First name must be");
    expect(await run("quarantine")).toContain("nobody");
  });

  it("redeliver begins anew with what was given up or is asked for, and repeats no sender's copy", async () => {
    const reference = await send({ ...ada, sendCopy: "on" });
    await expect.poll(() => run("notifications")).toContain("2 sent");
    expect(await run("redeliver")).toContain("Nothing was given up or held");
    await expect(run("redeliver", "")).rejects.toThrow("ID is missing");
    const { db, close } = await openDatabase(database.url);
    const given = { status: "dead", attempts: mostAttempts, unclear_attempts: mostUnclear } as const;
    const states = async (kind: "staff" | "receipt") =>
      db
        .selectFrom("notifications")
        .select(["status", "attempts", "unclear_attempts"])
        .where("kind", "=", kind)
        .executeTakeFirstOrThrow();
    await db.updateTable("notifications").set(given).where("kind", "=", "staff").execute();
    // Not yet in the hands of the site, which looks every half minute.
    const anew = { status: "pending", attempts: 0, unclear_attempts: 0 };
    expect(await run("redeliver")).toContain("1 to be sent");
    expect(await states("staff")).toEqual(anew);
    await db.updateTable("notifications").set({ status: "sent" }).execute();
    expect(await run("redeliver", reference)).toContain("1 to be sent");
    expect([(await states("staff")).status, (await states("receipt")).status]).toEqual(["pending", "sent"]);
    await db.updateTable("notifications").set(given).execute();
    expect(await run("redeliver", reference)).toContain("2 to be sent");
    expect(await states("receipt")).toEqual(anew);
    const sending = { claimed_until: "2999-01-01T00:00:00.000Z" };
    await db.updateTable("notifications").set(sending).execute();
    expect(await run("redeliver", reference)).toContain("0 to be sent");
    await close();
  });

  if (kind === "sqlite") {
    const holdsAda = () => {
      const folder = join(database.url.slice("sqlite:".length), "..");
      return readdirSync(folder).filter((name) =>
        readFileSync(join(folder, name), "latin1").toLowerCase().includes("ada@visitor.example"),
      );
    };

    it("erase says when somebody's reading keeps words in the log file, and waits for a short one", async () => {
      await send(ada);
      const reader = new DatabaseSync(database.url.slice("sqlite:".length), { readOnly: true });
      reader.exec("begin; select * from notifications;");
      const refused = run("erase", "ada@visitor.example", "--yes");
      await expect(refused).rejects.toMatchObject({
        exitCode: 1,
        message: expect.stringContaining("-wal"),
      });
      expect(holdsAda()).toEqual(["site.db-wal"]);
      const again = run("erase", "ada@visitor.example", "--yes");
      // For so long somebody reads.
      setTimeout(() => reader.close(), 300);
      expect(await again).toContain("Removed 0 submissions");
      expect(holdsAda()).toEqual([]);
    });

    it("a large file is written anew only when that was asked for, and it is said beforehand", async () => {
      await send(ada);
      // Else its file may come after the first removal: for the commands, whose clock is ahead of the site's, no mail is being sent.
      await expect.poll(() => run("notifications")).toContain("1 sent");
      const large = new DatabaseSync(database.url.slice("sqlite:".length));
      // The outbox may be writing.
      const fill = () => large.exec("create table large as select zeroblob(101000000) as content");
      await vi.waitFor(fill, { timeout: 300_000 });
      const page = () =>
        large.prepare("select rootpage from sqlite_schema where name = 'large'").get()?.rootpage;
      const before = page();
      const later = /unused parts.*--rewrite \(0\.1 GB, about a minute/;
      expect(await run("purge", "--before", "2025-01-01", "--yes")).toMatch(later);
      const refused = run("erase", "ada@visitor.example", "--yes");
      await expect(refused).rejects.toMatchObject({ exitCode: 1, message: expect.stringMatching(later) });
      expect(page()).toBe(before);
      const told = await run("erase", "ada@visitor.example", "--rewrite", "--yes");
      expect(told).toMatch(
        /^This removes 0 submissions.*\nNothing of .*\nThen .* no form can be sent meanwhile\.\nRemoved 0/,
      );
      expect(page()).not.toBe(before);
      large.close();
    });

    it("purge says so as well", async () => {
      await send(ada);
      const reader = new DatabaseSync(database.url.slice("sqlite:".length), { readOnly: true });
      reader.exec("begin; select * from notifications;");
      const refused = run("purge", "--before", "2026-11-22", "--yes");
      await expect(refused).rejects.toMatchObject({ message: expect.stringContaining("-wal") });
      reader.close();
    });

    it("erase looks into the databases that restore has put aside, and names other copies", async () => {
      const file = database.url.slice("sqlite:".length);
      await send(ada);
      await run("backup", `${file}.before-2026-01-31`);
      await run("backup", join(dataDir, "copy.db"));
      writeFileSync(`${file}.before-broken`, "no database");
      const told = await run("erase", "ada@visitor.example", "--yes");
      expect(told).toContain(`${file}.before-2026-01-31`);
      expect(told).toMatch(/Not reached: .*copy\.db.*before-broken/s);
      expect(holdsAda()).toEqual([]);
    });

    it("wrong paths are told in words, and no command makes a database", async () => {
      const url = `sqlite:${join(dataDir, "elsewhere/site.db")}`;
      for (const args of [["list"], ["notifications"], ["purge", "--before", "2026-01-01"], ["backup", "x"]])
        await expect(runOn({ url }, ...args)).rejects.toMatchObject({
          name: "CommandError",
          message: expect.stringContaining(`There is no database at ${join(dataDir, "elsewhere/site.db")}`),
        });
      expect(existsSync(join(dataDir, "elsewhere"))).toBe(false);
      const strange = ["folder", "words", "empty"].map((name) => join(dataDir, name));
      mkdirSync(strange[0] ?? "", { mode: 0o755 });
      writeFileSync(strange[1] ?? "", "words", { mode: 0o644 });
      writeFileSync(strange[2] ?? "", "", { mode: 0o644 });
      for (const path of strange) {
        const before = statSync(path);
        await expect(runOn({ url: `sqlite:${path}` }, "list"), path).rejects.toMatchObject({
          name: "CommandError",
          message: expect.stringContaining("is no SQLite database"),
        });
        const { mode, size } = statSync(path);
        expect([mode, size], path).toEqual([before.mode, before.size]);
      }
      for (const args of [
        ["restore", dataDir, "--yes"],
        ["restore", join(dataDir, "none"), "--yes"],
        ["backup", join(dataDir, "none/copy.db")],
        ["backup", dataDir],
      ])
        await expect(run(...args), args.join(" ")).rejects.toMatchObject({ name: "CommandError" });
    });

    it("run from the command line, with an exit code", async () => {
      const command = (name: string, word?: string | number) =>
        spawnSync(
          process.execPath,
          ["tooling/submissions.ts", name, ...(typeof word === "string" ? [word] : [])],
          {
            env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir },
            encoding: "utf8",
            stdio: ["ignore", typeof word === "number" ? word : "pipe", "pipe"],
          },
        );
      await send(ada);
      expect(command("list")).toMatchObject({
        status: 0,
        stdout: expect.stringContaining("Ada =Moreno"),
        stderr: expect.stringMatching(/^Database: .+\nE-mails: SMTP_URL .+\n$/),
      });
      expect(command("frobnicate")).toMatchObject({
        status: 2,
        stderr: expect.stringContaining("no command"),
      });
      expect(command("show", "zzzz").status).toBe(1);
      const full = openSync("/dev/full", "w");
      expect(command("export", full)).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/The output cannot be written: there is no room.*\n$/),
      });
      closeSync(full);
      // What no version of the site has written: a fault is told, and nothing in it is obeyed.
      const { db, close } = await openDatabase(database.url);
      await db.updateTable("notifications").set({ payload: "\u001b]0;x\u0007" }).execute();
      await close();
      const { stderr } = command("list");
      expect(stderr).toContain("SyntaxError");
      expect(stderr).not.toMatch(/[^\P{Cc}\n]/u);
    });
  }
});
