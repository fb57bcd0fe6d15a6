// docs/specification.md, 'Same form twice', 'When a visitor is told that a form is stored'

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Connection } from "#database/connect.server.ts";
import {
  createTestDatabase,
  databaseKinds,
  openDatabase,
  type TestDatabase,
} from "../tests/support/databases.ts";
import { contactRow, contactSubmission } from "../tests/support/form.ts";
import { mailboxOf } from "./mailbox.ts";
import { RateLimit } from "./receive/rate-limit.server.ts";
import type { ApplicationSubmission, ContactSubmission, SuspectPost } from "./submission.ts";
import { DatabaseSubmissionStore } from "./submission-store.server.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const client = "203.0.113.9";
/** What a visitor may write and a careless store would alter. */
const words = "‮rtl 👩🏽‍🌾 <b>'; drop table x; --\r\n=1+1\t\\u0041";

const contact = (change: Partial<ContactSubmission> = {}) =>
  contactSubmission({
    submissionId: randomUUID(),
    applicantEmail: "Ada@Visitor.example",
    answers: { firstName: "Ada", motivation: words, newsletterSignup: true },
    row: contactRow({ email: "Ada@Visitor.example", message: JSON.stringify({ motivation: words }) }),
    ...change,
  });

const application = (): ApplicationSubmission => ({
  ...contact(),
  answers: { previousExperience: words },
  table: "mastermind_applications",
  row: {
    first_name: "Ada",
    last_name: "Moreno",
    email: "Ada@Visitor.example",
    phone: null,
    organization: words,
    role: words,
    challenges: words,
    expectations: words,
    experience: words,
    commitment: words,
    availability: "high",
    motivation: words,
    agree_to_terms: true,
  },
});

const suspect = (): SuspectPost => ({
  submissionId: randomUUID(),
  formType: "contact_submission",
  reason: "the trap field was filled in",
  fields: [
    ["email", "Ada@Visitor.example"],
    ["motivation", words],
  ],
});

describe.each(databaseKinds)("DatabaseSubmissionStore on %s", (kind) => {
  let database: TestDatabase;
  let connection: Connection;
  let store: DatabaseSubmissionStore;
  let stored: number;
  /** Connections that broke. */
  let lost: number;

  const storeOn = ({ db }: Connection, points = 0) => {
    const limit = { db, clock: async () => now, secret: "key" };
    return new DatabaseSubmissionStore({
      db,
      clock: async () => now,
      secret: "key",
      posts: new RateLimit({ ...limit, name: "posts", duration: 600, tiers: (key) => [{ key, points }] }),
      receipts: new RateLimit({
        ...limit,
        name: "receipts",
        duration: 86_400,
        tiers: (email) => [
          { key: mailboxOf(email), points: 1 },
          { key: "all", points: 2 },
        ],
      }),
      onStored: () => {
        stored += 1;
      },
    });
  };
  const contacts = () => connection.db.selectFrom("contact_submissions").selectAll().execute();
  const notifications = () => connection.db.selectFrom("notifications").selectAll().execute();
  const keys = () => connection.db.selectFrom("submission_keys").selectAll().execute();

  beforeEach(async () => {
    database = await createTestDatabase(kind);
    lost = 0;
    connection = await openDatabase(database.url, {
      onLostConnection: () => {
        lost += 1;
      },
    });
    store = storeOn(connection);
    stored = 0;
  });
  afterEach(async () => {
    await connection.close();
    await database.drop();
  });

  it("stores every word as it came, with id, time and the staff's notification", async () => {
    const sent = contact();
    const outcome = await store.submit(sent, client);
    expect(outcome).toMatchObject({ kind: "saved" });
    const [row] = await contacts();
    expect(row).toEqual({
      ...sent.row,
      newsletter_signup: kind === "sqlite" ? 1 : true,
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      created_at: now.toISOString(),
    });
    const [notification, ...more] = await notifications();
    expect(more).toEqual([]);
    expect(notification).toMatchObject({
      submission_id: row?.id,
      submission_table: "contact_submissions",
      kind: "staff",
      email: "ada@visitor.example",
      status: "pending",
      created_at: now.toISOString(),
    });
    expect(JSON.parse(notification?.payload ?? "")).toEqual({
      formType: "contact_submission",
      applicantName: "Ada Moreno",
      applicantEmail: "Ada@Visitor.example",
      formData: sent.answers,
      reference: outcome.kind === "saved" && outcome.reference,
    });
    expect(stored).toBe(1);
  });

  it("stores an application, with the answers that its table has no column for in the notification", async () => {
    const sent = application();
    await store.submit(sent, client);
    const row = await connection.db.selectFrom("mastermind_applications").selectAll().executeTakeFirst();
    expect(row).toMatchObject({ ...sent.row, agree_to_terms: kind === "sqlite" ? 1 : true });
    expect(JSON.parse((await notifications())[0]?.payload ?? "").formData).toEqual({
      previousExperience: words,
    });
  });

  it("stores the same id once and answers it the same way, also when the posts come at once", async () => {
    const sent = contact();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => store.submit(sent, client)));
    expect(await contacts()).toHaveLength(1);
    expect(await notifications()).toHaveLength(1);
    expect(new Set(outcomes.map((outcome) => outcome.kind === "saved" && outcome.reference)).size).toBe(1);
    expect(stored).toBe(1);
  });

  it("stores the same id once when another instance gets it too", async () => {
    const other = await openDatabase(database.url);
    const sent = contact();
    const outcomes = await Promise.all([store.submit(sent, client), storeOn(other).submit(sent, client)]);
    await other.close();
    expect(await contacts()).toHaveLength(1);
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(stored).toBe(1);
  });

  it("stores the same form with other contents as another submission, which says what it replaces", async () => {
    const sent = contact();
    const corrected = {
      ...sent,
      applicantEmail: "ada@other.example",
      row: { ...sent.row, email: "ada@other.example" },
    };
    const first = await store.submit(sent, client);
    // Sent twice at once, as by a double press.
    const [second, again] = await Promise.all([
      store.submit(corrected, client),
      store.submit(corrected, client),
    ]);
    expect(second).toEqual(again);
    expect(second).not.toEqual(first);
    expect((await contacts()).map(({ email }) => email).sort()).toEqual([
      "Ada@Visitor.example",
      "ada@other.example",
    ]);
    const replaced = (await notifications()).map(({ payload }) => JSON.parse(payload).replaces);
    expect(replaced.filter(Boolean)).toEqual([first.kind === "saved" && first.reference]);
    // Once more corrected: it replaces the last one.
    await store.submit({ ...corrected, answers: { ...corrected.answers, organization: "Harbor" } }, client);
    expect(
      (await notifications()).map(({ payload }) => JSON.parse(payload).replaces).filter(Boolean),
    ).toContain(second.kind === "saved" && second.reference);
    expect(await contacts()).toHaveLength(3);
    expect(stored).toBe(3);
  });

  it("lets corrections that come at once replace one another, not the same one twice", async () => {
    const sent = contact();
    const first = await store.submit(sent, client);
    const other = await openDatabase(database.url);
    const stores = [store, storeOn(other)].flatMap((one) => [one, one, one, one, one]);
    const outcomes = await Promise.all(
      stores.map((one, index) => one.submit({ ...sent, answers: { organization: String(index) } }, client)),
    );
    await other.close();
    const references = [first, ...outcomes].map((one) => one.kind === "saved" && one.reference);
    const replaced = (await notifications())
      .map(({ payload }) => JSON.parse(payload).replaces)
      .filter(Boolean);
    expect(new Set(references).size).toBe(11);
    // All but the last of them.
    expect(new Set(replaced).size).toBe(10);
    expect(references).toEqual(expect.arrayContaining(replaced));
  });

  it("takes a wish for a confirmation that comes later as another submission", async () => {
    const sent = contact();
    await store.submit(sent, client);
    await store.submit({ ...sent, wantsReceipt: true }, client);
    expect((await notifications()).map(({ kind }) => kind).sort()).toEqual(["receipt", "staff", "staff"]);
  });

  it("takes what a person sends after a post of the same form went to quarantine", async () => {
    const post = suspect();
    await store.quarantine(post, client);
    const sent = contact({ submissionId: post.submissionId });
    const outcome = await store.submit(sent, client);
    expect(await contacts()).toHaveLength(1);
    const [notification] = await notifications();
    expect(JSON.parse(notification?.payload ?? "")).not.toHaveProperty("replaces");
    // The one in quarantine stays there, and its release changes nothing about the other.
    const { id } = await connection.db.selectFrom("quarantine").select("id").executeTakeFirstOrThrow();
    await store.release(id, contact());
    expect(await store.submit(sent, client)).toEqual(outcome);
  });

  it("stores no contents twice, whatever came in between, and names nothing that is not of the same form", async () => {
    const sent = contact();
    const other = { ...sent, answers: { ...sent.answers, organization: "Harbor" } };
    const [first] = [await store.submit(sent, client), await store.submit(other, client)];
    expect(await store.submit(sent, client)).toEqual(first);
    expect(await contacts()).toHaveLength(2);
    await store.submit({ ...application(), submissionId: sent.submissionId }, client);
    const payloads = (await notifications()).map(({ payload }) => JSON.parse(payload));
    expect(payloads.find(({ formType }) => formType === "mastermind_application")).not.toHaveProperty(
      "replaces",
    );
    const kept = (await keys()).map(({ submission_id }) =>
      submission_id.replace(String(sent.submissionId), "ID"),
    );
    for (const key of kept) expect(key).toMatch(/^ID(\/[\w-]{43})?$/);
  });

  it("takes the same answers to the other form for another submission", async () => {
    const { submissionId, answers } = contact();
    const first = await store.submit(contact({ submissionId, answers }), client);
    const second = await store.submit({ ...application(), submissionId, answers }, client);
    expect(second).toMatchObject({ kind: "saved" });
    expect(second).not.toEqual(first);
    expect(await connection.db.selectFrom("mastermind_applications").selectAll().execute()).toHaveLength(1);
  });

  it("keeps 50 parallel submissions apart, of which some fail", async () => {
    const sent = Array.from({ length: 50 }, (_, index) =>
      index % 5 === 0 ? contact({ row: { ...contact().row, email: null as unknown as string } }) : contact(),
    );
    const outcomes = await Promise.all(sent.map((one) => store.submit(one, client)));
    expect(outcomes.filter((outcome) => outcome.kind === "failed")).toHaveLength(10);
    expect(await contacts()).toHaveLength(40);
    expect(await notifications()).toHaveLength(40);
    expect(new Set((await keys()).map(({ row_id }) => row_id)).size).toBe(40);
    expect(stored).toBe(40);
  });

  it("begins with no post that has waited for as long as a visitor may", async () => {
    const outcome = await store.submit(contact(), client, performance.now() - 8_000);
    expect(outcome).toMatchObject({ kind: "failed" });
    expect(await contacts()).toEqual([]);
  });

  it("accepts posts without an id", async () => {
    await store.submit(contact({ submissionId: undefined }), client);
    await store.submit(contact({ submissionId: undefined }), client);
    expect(await contacts()).toHaveLength(2);
  });

  it("limits what one client stores, over all instances; a repeat does not count", async () => {
    const limited = storeOn(connection, 2);
    const first = contact();
    await limited.submit(first, client);
    await limited.submit(first, client);
    const other = await openDatabase(database.url);
    await storeOn(other, 2).submit(contact(), client);
    await other.close();
    expect(await limited.submit(contact(), client)).toEqual({ kind: "limited", retryAfterSeconds: 600 });
    expect(await limited.submit(contact(), "198.51.100.7")).toMatchObject({ kind: "saved" });
    expect(await limited.submit(first, client)).toMatchObject({ kind: "saved" });
    expect(await contacts()).toHaveLength(3);
    const counted = await connection.db.selectFrom("rate_limits").selectAll().execute();
    expect(JSON.stringify(counted)).not.toContain(client);
  });

  it("counts what it stored: no failure, no refusal, and a form that was refused may come again", async () => {
    const limited = storeOn(connection, 1);
    const broken = contact({ row: { ...contact().row, email: null as unknown as string } });
    for (let count = 0; count < 3; count += 1)
      expect(await limited.submit(broken, client)).toMatchObject({ kind: "failed" });
    expect(await limited.submit(contact(), client)).toMatchObject({ kind: "saved" });
    const refused = contact();
    for (let count = 0; count < 3; count += 1)
      expect(await limited.submit(refused, client)).toMatchObject({ kind: "limited" });
    expect(await storeOn(connection, 2).submit(refused, client)).toMatchObject({ kind: "saved" });
    expect(await contacts()).toHaveLength(2);
  });

  it("adds a confirmation for the sender who asks for it, once a day for a mailbox, and not for ever more", async () => {
    const confirmed = async (applicantEmail: string) => {
      await store.submit(contact({ applicantEmail, wantsReceipt: true }), client);
      return (await notifications()).filter(({ kind }) => kind === "receipt").map(({ email }) => email);
    };
    await confirmed("ada@gmail.com");
    expect(await confirmed("A.d.a+more@GoogleMail.com")).toEqual(["ada@gmail.com"]);
    // While the limit of all would let it through.
    expect(await confirmed("ada%gmail.com@visitor.example")).toHaveLength(1);
    expect(await confirmed("ben@visitor.example")).toHaveLength(2);
    expect(await confirmed("cat@visitor.example")).toHaveLength(2);
    expect(await contacts()).toHaveLength(5);
  });

  it("calls nobody's submission a correction of a stranger's that had the same id", async () => {
    const submissionId = "00000000-0000-0000-0000-000000000000";
    const replaces = async (change: Partial<ContactSubmission>) => {
      await store.submit(contact({ submissionId, ...change }), client);
      const payloads = (await notifications()).map(({ payload }) => JSON.parse(payload));
      return payloads.filter(({ replaces }) => replaces).length;
    };
    expect(await replaces({})).toBe(0);
    const ben = { applicantName: "Ben Okafor", applicantEmail: "ben@visitor.example" };
    expect(await replaces(ben)).toBe(0);
    expect(await replaces({ ...ben, applicantEmail: "ben@corrected.example" })).toBe(1);
    expect(
      await replaces({ applicantName: "Benjamin Okafor", applicantEmail: "Ben@corrected.example" }),
    ).toBe(2);
    expect(
      await replaces({ applicantName: "BENJAMIN OKAFOR", applicantEmail: "office@corrected.example" }),
    ).toBe(3);
    expect(await contacts()).toHaveLength(5);
  });

  it("puts a suspect post aside, whole, telling nobody, with an answer like any other", async () => {
    const post = suspect();
    const outcome = await store.quarantine(post, client);
    expect(await store.quarantine(post, client)).toEqual(outcome);
    expect(await contacts()).toEqual([]);
    expect(await notifications()).toEqual([]);
    const rows = await connection.db.selectFrom("quarantine").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ reason: post.reason, email: "ada@visitor.example" });
    expect(JSON.parse(rows[0]?.fields ?? "")).toEqual(post.fields);
  });

  it("releases a quarantined post once, with its reference and the time at which it came", async () => {
    const outcome = await store.quarantine(suspect(), client);
    const { id } = await connection.db.selectFrom("quarantine").select("id").executeTakeFirstOrThrow();
    const came = "2026-11-18T07:00:00.000Z";
    await connection.db.updateTable("quarantine").set({ created_at: came }).execute();
    const released = await Promise.all([store.release(id, contact()), store.release(id, contact())]);
    expect(released.sort()).toEqual([false, true]);
    expect(await contacts()).toMatchObject([{ id, created_at: came }]);
    const [notification] = await notifications();
    expect(JSON.parse(notification?.payload ?? "").reference).toBe(
      outcome.kind === "saved" && outcome.reference,
    );
    // The mail is of now: nobody is late with it.
    expect((notification?.created_at ?? "") > came).toBe(true);
    expect(notification?.next_attempt_at).toBe(notification?.created_at);
    expect(await connection.db.selectFrom("quarantine").selectAll().execute()).toEqual([]);
  });

  it("calls what corrects a released post a correction of it", async () => {
    const submissionId = randomUUID();
    const outcome = await store.quarantine({ ...suspect(), submissionId }, client);
    const { id } = await connection.db.selectFrom("quarantine").select("id").executeTakeFirstOrThrow();
    await store.release(id, contact({ submissionId }));
    await store.submit(contact({ submissionId, answers: { firstName: "Ada" } }), client);
    const payloads = (await notifications()).map(({ payload }) => JSON.parse(payload));
    expect(payloads.flatMap(({ replaces }) => replaces ?? [])).toEqual([
      outcome.kind === "saved" && outcome.reference,
    ]);
  });

  it("calls what corrects a post that was put aside at first a correction of what was accepted then", async () => {
    const submissionId = randomUUID();
    await store.quarantine({ ...suspect(), submissionId }, client);
    const accepted = await store.submit(contact({ submissionId }), client);
    await store.submit(contact({ submissionId, answers: { firstName: "Ada" } }), client);
    const payloads = (await notifications()).map(({ payload }) => JSON.parse(payload));
    expect(payloads.flatMap(({ replaces }) => replaces ?? [])).toEqual([
      accepted.kind === "saved" && accepted.reference,
    ]);
  });

  it("keeps nothing of a post that cannot be written, and goes on when there is room again", async () => {
    const [forbid, allow] =
      kind === "sqlite"
        ? ["pragma max_page_count = 1", "pragma max_page_count = 1000000"]
        : [
            "alter table notifications add constraint is_full check (false) not valid",
            "alter table notifications drop constraint is_full",
          ];
    await sql.raw(forbid).execute(connection.db);
    const sent = Array.from({ length: 12 }, () =>
      contact({ row: { ...contact().row, message: words.repeat(1_000) } }),
    );
    const refused = await Promise.all(sent.map((one) => store.submit(one, client)));
    expect(refused.filter((outcome) => outcome.kind === "failed").length).toBeGreaterThan(5);
    await sql.raw(allow).execute(connection.db);
    const again = await Promise.all(sent.map((one) => store.submit(one, client)));
    expect(again.every((outcome) => outcome.kind === "saved")).toBe(true);
    expect(await contacts()).toHaveLength(12);
    expect(await notifications()).toHaveLength(12);
  });

  // SQLite has no connections that could be cut.
  if (kind === "postgres") {
    it("stores corrections that come at once at the first attempt, also where transactions are stricter by default", async () => {
      await sql
        .raw(
          `alter database ${new URL(database.url).pathname.slice(1)} set default_transaction_isolation = serializable`,
        )
        .execute(connection.db);
      const strict = await openDatabase(database.url);
      const levels: unknown[] = [];
      class Noting extends RateLimit {
        override async take(key: string, db = strict.db) {
          levels.push(...(await sql`show transaction_isolation`.execute(db)).rows);
          return super.take(key, db);
        }
      }
      const limit = { db: strict.db, clock: async () => now, secret: "key", duration: 600, tiers: () => [] };
      const posts = new Noting({ ...limit, name: "posts" });
      const receipts = new RateLimit({ ...limit, name: "receipts" });
      const strictStore = new DatabaseSubmissionStore({ ...limit, db: strict.db, posts, receipts });
      const sent = contact();
      const corrections = [1, 2, 3, 4].map((index) => ({
        ...sent,
        answers: { organization: String(index) },
      }));
      const outcomes = await Promise.all(corrections.map((one) => strictStore.submit(one, client)));
      await strict.close();
      expect(outcomes.map(({ kind: outcome }) => outcome)).toEqual(corrections.map(() => "saved"));
      expect(levels).toEqual(corrections.map(() => ({ transaction_isolation: "read committed" })));
    });

    it("stores nothing of a post after the visitor was told that it failed", async () => {
      const other = await openDatabase(database.url);
      await other.db.transaction().execute(async (transaction) => {
        await sql`lock table contact_submissions in access exclusive mode`.execute(transaction);
        // Two seconds of the eight are left, and an attempt waits for a lock longer than that.
        const arrived = performance.now() - 6_000;
        expect(await store.submit(contact(), client, arrived)).toMatchObject({ kind: "failed" });
        // Still under way: it gets the table now.
        const waiting = sql`select from pg_locks where not granted and relation = 'contact_submissions'::regclass`;
        expect((await waiting.execute(transaction)).rows).toHaveLength(1);
      });
      await other.close();
      // The one attempt has ended when its connection serves another post.
      await connection.close();
      connection = await openDatabase(database.url);
      expect(await contacts()).toEqual([]);
    });

    it("stores each post once while the server cuts its connections", async () => {
      const other = await openDatabase(database.url);
      const sent = Array.from({ length: 60 }, () => contact());
      const outcomes = Promise.all(sent.map((one) => store.submit(one, client)));
      while (lost < 5)
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(other.db);
      expect((await outcomes).filter((outcome) => outcome.kind !== "saved")).toEqual([]);
      await other.close();
      expect(await contacts()).toHaveLength(60);
      expect(await notifications()).toHaveLength(60);
    });
  }

  it("survives a new start with the same database", async () => {
    await store.submit(contact(), client);
    await connection.close();
    connection = await openDatabase(database.url);
    expect(await contacts()).toHaveLength(1);
    expect(await connection.check()).toBe(true);
  });
});
