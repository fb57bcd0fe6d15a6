// docs/specification.md, 'Outbox', 'Attempts and giving up'

import { randomUUID } from "node:crypto";
import {
  CompiledQuery,
  type Insertable,
  type KyselyPlugin,
  type QueryId,
  type RootOperationNode,
  sql,
} from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Connection } from "#database/connect.server.ts";
import type { NotificationRow } from "#database/schema.ts";
import {
  createTestDatabase,
  databaseKinds,
  openDatabase,
  type TestDatabase,
} from "../../tests/support/databases.ts";
import { type ClaimedMail, MailClaims, mailsToOne } from "./mail-claims.server.ts";
import type { MailRow } from "./notifications.server.ts";
import type { StaffOf } from "./staff-recipients.server.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const staff = ["staff@site.example", "more@site.example"];

let database: TestDatabase;
let connection: Connection;
const open = async (kind: (typeof databaseKinds)[number]) => {
  database = await createTestDatabase(kind);
  connection = await openDatabase(database.url);
};
afterEach(async () => {
  await connection.close();
  await database.drop();
});

/** A notification to the staff that is due. */
const store = (change: Partial<Insertable<NotificationRow>> = {}) =>
  connection.db
    .insertInto("notifications")
    .values({
      id: randomUUID(),
      created_at: now.toISOString(),
      submission_table: "contact_submissions",
      submission_id: randomUUID(),
      kind: "staff",
      email: "ada@visitor.example",
      payload: "{}",
      status: "pending",
      attempts: 0,
      next_attempt_at: now.toISOString(),
      claimed_until: null,
      sent_at: null,
      last_error: null,
      ...change,
    })
    .execute();

const claims = (notifyTo: string[] | StaffOf, db = connection.db) =>
  new MailClaims({
    connection: { db, kind: connection.kind },
    clock: async () => now,
    length: 150_000,
    staffOf: typeof notifyTo === "function" ? notifyTo : () => notifyTo,
  });

/** Whom all mails go to that can be claimed: a list for each. */
const claimAll = async (from: MailClaims) => {
  const told: string[][] = [];
  for (let row = await from.claim([]); row; row = await from.claim([]))
    told.push(row.recipients === null ? [] : JSON.parse(row.recipients));
  return told;
};

/** Lets somebody else work between two queries of an instance, once: after so many that read mails. */
const meanwhile = (query: number, work: () => Promise<unknown>): KyselyPlugin => {
  const reading = new WeakSet<QueryId>();
  let count = 0;
  return {
    transformQuery({ node, queryId }) {
      if (node.kind === "SelectQueryNode") reading.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (reading.has(queryId)) count += 1;
      if (reading.delete(queryId) && count === query) await work();
      return result;
    },
  };
};

describe.each(databaseKinds)("claims on %s", (kind) => {
  beforeEach(() => open(kind));

  it("leaves nobody out of what an earlier version kept in one row, however few are named by now", async () => {
    const [first = "", second = ""] = staff;
    await store({ recipients: JSON.stringify(["gone@site.example", second]) });
    expect(await claimAll(claims([second]))).toEqual(expect.arrayContaining([[second]]));
    await store({ recipients: JSON.stringify(["gone@site.example", second]) });
    expect((await claimAll(claims([first, second]))).flat().sort()).toEqual([second, first]);
  });
});

describe.each(databaseKinds)("what waits longest, on %s", (kind) => {
  beforeEach(() => open(kind));

  it("is claimed first, whatever was stored first", async () => {
    const due = (minute: number) => new Date(now.getTime() - minute * 60_000).toISOString();
    for (const minute of [1, 3, 2])
      await store({ id: String(minute), kind: "receipt", next_attempt_at: due(minute) });
    // By their order a query that asks for none would find them.
    for (const index of ["notifications_due", "notifications_waiting"])
      await sql`drop index ${sql.id(index)}`.execute(connection.db);
    const order: string[] = [];
    for (let row = await claims(staff).claim([]); row; row = await claims(staff).claim([]))
      order.push(row.id);
    expect(order).toEqual(["3", "2", "1"]);
  });
});

describe.each(databaseKinds)("a mail to somebody who is gone, on %s", (kind) => {
  beforeEach(() => open(kind));

  it("goes to somebody who was not told, also beside one that was sent to another who is gone", async () => {
    const [first = ""] = staff;
    const about = { submission_id: randomUUID() };
    await store({ ...about, id: "0", recipients: '["one@gone.example"]', status: "sent" });
    await store({ ...about, id: "1", recipients: '["two@gone.example"]' });
    expect(await claimAll(claims([first]))).toEqual([[first]]);
  });

  it("goes to somebody who was not told, also beside a confirmation that waits", async () => {
    const [first = ""] = staff;
    const about = { submission_id: randomUUID() };
    await store({ ...about, id: "0", kind: "receipt", next_attempt_at: "2026-11-21T11:00:00.000Z" });
    await store({ ...about, id: "1", recipients: '["gone@site.example"]' });
    expect(await claimAll(claims([first]))).toEqual([[first]]);
  });
});

describe.each(databaseKinds)("a mail to the staff, on %s", (kind) => {
  beforeEach(() => open(kind));

  it("becomes one for each of them, and stays as it is where there is only one", async () => {
    await store();
    expect((await claimAll(claims(staff))).flat().sort()).toEqual(staff.toSorted());
    await store();
    expect(await claims(staff.slice(0, 1)).claim([])).toMatchObject({ recipients: null });
  });

  it("goes to those whom its form is for, while the mailbox of others has no room", async () => {
    const [first = "", second = ""] = staff;
    const byForm = claims((table) => (table === "mastermind_applications" ? [second] : [first]));
    const earlier = new Date(now.getTime() - 1_000).toISOString();
    for (const id of "abc") await store({ id, next_attempt_at: earlier });
    await store({ id: "d", submission_table: "mastermind_applications" });
    const underWay: MailRow[] = [];
    for (let row = await byForm.claim(underWay); row; row = await byForm.claim(underWay)) underWay.push(row);
    expect(underWay).toHaveLength(mailsToOne + 1);
    expect(underWay.map(({ id }) => id)).toContain("d");
  });

  it("to people who are gone goes to those who were not told, in the order of both", async () => {
    const about = { submission_id: randomUUID() };
    const due = (second: number) => new Date(now.getTime() - second * 1_000).toISOString();
    await store({ ...about, id: "0", recipients: JSON.stringify(staff.slice(0, 1)), status: "sent" });
    await store({ ...about, id: "1", recipients: '["one@gone.example"]', next_attempt_at: due(1) });
    await store({ ...about, id: "2", recipients: '["two@gone.example"]', next_attempt_at: due(2) });
    const [, second = ""] = staff;
    // The second of these mails is taken first.
    expect(await claimAll(claims([...staff, "third@site.example"]))).toEqual([
      ["third@site.example"],
      [second],
    ]);
  });
});

describe.each(databaseKinds)("beside mails under way, on %s", (kind) => {
  beforeEach(() => open(kind));

  /** Stores so many due mails, in this order. */
  const storeAll = async (mails: Partial<Insertable<NotificationRow>>[]) => {
    for (const [index, mail] of mails.entries())
      await store({ ...mail, next_attempt_at: new Date(now.getTime() - 60_000 + index).toISOString() });
  };
  /** Claims as long as there is something to claim; what was claimed is under way. */
  const claimMore = async (underWay: MailRow[], notifyTo = staff) => {
    const ids: string[] = [];
    for (
      let row = await claims(notifyTo).claim(underWay);
      row;
      row = await claims(notifyTo).claim(underWay)
    ) {
      underWay.push(row);
      ids.push(row.id);
    }
    return ids;
  };
  const receipt = (id: string, email = `${id}@visitor.example`) => ({ id, email, kind: "receipt" as const });
  const toStaff = (id: string, address = "") => ({ id, recipients: JSON.stringify([address]) });

  it("of three confirmations, the staff have room and no visitor", async () => {
    await storeAll([..."abcd"].map((id) => receipt(id)));
    const underWay: MailRow[] = [];
    expect(await claimMore(underWay)).toEqual(["a", "b", "c"]);
    await storeAll([toStaff("s", staff[0])]);
    expect(await claimMore(underWay)).toEqual(["s"]);
    underWay.shift();
    expect(await claimMore(underWay)).toEqual(["d"]);
  });

  it("of two to one mailbox, others have room", async () => {
    await storeAll([
      receipt("a", "ada@x.example"),
      receipt("b", "ada@x.example"),
      receipt("c", "ada@x.example"),
    ]);
    const underWay: MailRow[] = [];
    expect(await claimMore(underWay)).toEqual(["a", "b"]);
    await storeAll([receipt("d")]);
    expect(await claimMore(underWay)).toEqual(["d"]);
  });

  it("of two to one of the staff, the others and visitors have room", async () => {
    const [first, second] = staff;
    await storeAll([..."abc"].map((id) => toStaff(id, first)));
    const underWay: MailRow[] = [];
    expect(await claimMore(underWay)).toEqual(["a", "b"]);
    await storeAll([..."def"].map((id) => toStaff(id, second)));
    expect(await claimMore(underWay)).toEqual(["d", "e"]);
    await storeAll([receipt("r")]);
    expect(await claimMore(underWay)).toEqual(["r"]);
  });

  it("none is claimed again, though the database has lost its claim", async () => {
    await storeAll([receipt("a")]);
    const underWay: MailRow[] = [];
    await claimMore(underWay);
    await connection.db.updateTable("notifications").set({ claimed_until: null }).execute();
    expect(await claimMore(underWay)).toEqual([]);
    expect(await claimMore([])).toEqual(["a"]);
  });
});

describe.each(databaseKinds)("what became of a mail, on %s", (kind) => {
  beforeEach(() => open(kind));

  const row = () => connection.db.selectFrom("notifications").selectAll().executeTakeFirstOrThrow();

  it("is written with the time of the mail, or of the next attempt, and ends the claim", async () => {
    await store();
    const claimed = (await claims(staff.slice(0, 1)).claim([])) as ClaimedMail;
    await claims(staff).mark(claimed, { status: "pending", attempts: 1 }, 90_000);
    expect(await row()).toMatchObject({
      ...{ status: "pending", claimed_until: null, sent_at: null },
      next_attempt_at: new Date(now.getTime() + 90_000).toISOString(),
    });
    // Another instance has claimed it meanwhile.
    const another = new Date(now.getTime() + 100_000).toISOString();
    await connection.db.updateTable("notifications").set({ claimed_until: another }).execute();
    await claims(staff).mark(claimed, { status: "dead", attempts: 2 }, 1);
    expect(await row()).toMatchObject({ status: "pending", claimed_until: another });
    await claims(staff).mark(claimed, { status: "sent", attempts: 2 });
    expect(await row()).toMatchObject({
      ...{ status: "sent", claimed_until: null, sent_at: now.toISOString() },
      next_attempt_at: new Date(now.getTime() + 90_000).toISOString(),
    });
  });
});

describe.each(databaseKinds)("a claim on %s", (kind) => {
  beforeEach(() => open(kind));

  /** The plans of what a claim asks, beside so many mails under way. */
  const plansBeside = async (count: number) => {
    const underWay: MailRow[] = [];
    for (let number = 0; number < count; number += 1) {
      await store();
      underWay.push((await claims(staff.slice(0, 1)).claim(underWay)) as MailRow);
    }
    const searches: [RootOperationNode, QueryId][] = [];
    const db = connection.db.withPlugin({
      transformQuery({ node, queryId }) {
        if (node.kind === "SelectQueryNode") searches.push([node, queryId]);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await claims(staff.slice(0, 1), db).claim(underWay);
    expect(searches).not.toEqual([]);
    return Promise.all(searches.map((search) => planOf(connection.db.getExecutor().compileQuery(...search))));
  };

  it("reads no mail that waits for later, however many there are", async () => {
    for (const plan of await plansBeside(1))
      expect(plan).toMatch(
        kind === "sqlite"
          ? /notifications_due \(status=\? AND next_attempt_at[<>]\?\)/
          : /Index Cond: [^"]*next_attempt_at [<>]/,
      );
  });

  it("reads no mail to the staff while they have as many under way as they may", async () => {
    for (const plan of await plansBeside(mailsToOne))
      expect(plan).toMatch(
        kind === "sqlite"
          ? /notifications_waiting \(kind=\? AND next_attempt_at[<>]\?\)/
          : /notifications_waiting[^}]*}[^}]*Index Cond: [^"]*kind = [^"]*next_attempt_at [<>]/,
      );
  });

  /** How the database finds the rows of a query; PostgreSQL would read all of so small a table. */
  const planOf = ({ sql: query, parameters }: CompiledQuery) =>
    connection.db.transaction().execute(async (transaction) => {
      for (const way of kind === "postgres" ? ["seqscan", "bitmapscan", "sort"] : [])
        await transaction.executeQuery(CompiledQuery.raw(`set local enable_${way} = off`));
      const explain = kind === "sqlite" ? "explain query plan" : "explain";
      const { rows } = await transaction.executeQuery(
        CompiledQuery.raw(`${explain} ${query}`, [...parameters]),
      );
      return JSON.stringify(rows);
    });
});

describe.each(databaseKinds)("the end of a claim on %s", (kind) => {
  beforeEach(() => open(kind));

  it("waits for a renewal under way, which might overtake it and leave a claim that nobody ends", async () => {
    await store();
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<Date>();
    let isSlow = false;
    const clock = () => {
      if (!isSlow) return Promise.resolve(now);
      isSlow = false;
      asked.resolve();
      return answered.promise;
    };
    const slow = new MailClaims({ connection, clock, length: 150_000, staffOf: () => staff.slice(0, 1) });
    const row = await slow.claim([]);
    if (!row) throw new Error("nothing was claimed");
    const claimedUntil = async () =>
      (await connection.db.selectFrom("notifications").select("claimed_until").executeTakeFirstOrThrow())
        .claimed_until;
    isSlow = true;
    const renewal = slow.renew(row);
    await asked.promise;
    const mark = slow.mark(row, { attempts: 1 });
    // Queries of one connection are carried out in their order; on PostgreSQL this is time enough.
    for (let count = 0; count < 50; count += 1) expect(await claimedUntil()).not.toBeNull();
    answered.resolve(new Date(now.getTime() + 10_000));
    await Promise.all([renewal, mark]);
    expect(await claimedUntil()).toBeNull();
  });
});

describe("a claim of which the database gave no answer", () => {
  beforeEach(() => open("sqlite"));
  const claimedUntil = async () =>
    (await connection.db.selectFrom("notifications").select("claimed_until").executeTakeFirstOrThrow())
      .claimed_until;

  it.each(["before", "after"] as const)("is renewed and ended %s the change was stored", async (when) => {
    await store();
    let time = now.getTime();
    let isAway = false;
    const fail = (at: typeof when) => {
      if (isAway && at === when) throw new Error("away");
    };
    const changes = new WeakSet<QueryId>();
    const db = connection.db.withPlugin({
      transformQuery({ node, queryId }) {
        if (node.kind === "UpdateQueryNode") changes.add(queryId);
        if (changes.has(queryId)) fail("before");
        return node;
      },
      async transformResult({ result, queryId }) {
        if (changes.has(queryId)) fail("after");
        return result;
      },
    });
    const mails = new MailClaims({
      connection: { db, kind: connection.kind },
      clock: async () => new Date(time),
      length: 150_000,
      staffOf: () => staff.slice(0, 1),
    });
    const row = await mails.claim([]);
    if (!row) throw new Error("nothing was claimed");
    const renew = () => {
      time += 10_000;
      return mails.renew(row);
    };
    isAway = true;
    await expect(renew()).rejects.toThrow("away");
    isAway = false;
    await renew();
    expect(await claimedUntil()).toBe(new Date(time + 150_000).toISOString());
    isAway = true;
    await expect(renew()).rejects.toThrow("away");
    isAway = false;
    await mails.mark(row, { attempts: 1 });
    expect(await claimedUntil()).toBeNull();
  });
});

it("nobody claims for whoever has given up", async () => {
  await open("sqlite");
  await store();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<Date>()];
  const clock = () => {
    asked.resolve();
    return answered.promise;
  };
  const mails = new MailClaims({ connection, clock, length: 150_000, staffOf: () => staff.slice(0, 1) });
  const claimed = mails.claim([]);
  await asked.promise;
  vi.advanceTimersByTime(8_000);
  await expect(claimed).rejects.toThrow("did not answer");
  vi.useRealTimers();
  answered.resolve(now);
  expect(await claimAll(claims(staff.slice(0, 1)))).toHaveLength(1);
});

describe.each(databaseKinds)("a clock that was ahead, on %s", (kind) => {
  beforeEach(() => open(kind));
  const ahead = "2026-11-23T10:00:00.000Z";

  it("holds no mail up once it is right, neither by the next attempt nor by a claim", async () => {
    await store({ next_attempt_at: ahead });
    await store({ claimed_until: ahead });
    expect(await claimAll(claims(staff.slice(0, 1)))).toHaveLength(2);
  });

  it("is not what put a mail off by hours, or claimed it a moment later than now for the five minutes of earlier versions", async () => {
    await store({ next_attempt_at: "2026-11-21T17:11:00.000Z" });
    await store({ claimed_until: "2026-11-21T10:05:30.000Z" });
    expect(await claimAll(claims(staff.slice(0, 1)))).toEqual([]);
  });
});

describe("two instances on postgres", () => {
  beforeEach(() => open("postgres"));

  it.each([1, 2, 3])("tell everybody of a post that comes after query %i of a claim", async (query) => {
    await store();
    const plugin = meanwhile(query, () => store({ next_attempt_at: "2026-11-21T09:59:00.000Z" }));
    const instance = claims(staff, connection.db.withPlugin(plugin));
    const told = [...(await claimAll(instance)), ...(await claimAll(instance))];
    expect(told.flat().sort()).toEqual([...staff, ...staff].sort());
  });

  it.each([1, 2, 3])(
    "leave two mails to two others, when the second is claimed after query %i of the first",
    async (query) => {
      const submission_id = randomUUID();
      for (const address of ["one@gone.example", "two@gone.example"])
        await store({ submission_id, recipients: JSON.stringify([address]) });
      const told: (string | null | undefined)[] = [];
      const claim = async (db?: typeof connection.db) => {
        told.push((await claims(staff, db).claim([]))?.recipients);
      };
      await claim(connection.db.withPlugin(meanwhile(query, () => claim())));
      if (told.length === 1) await claim();
      expect(told.sort()).toEqual(staff.map((address) => JSON.stringify([address])).sort());
    },
  );
});
