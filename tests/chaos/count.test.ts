import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { count } from "./count.ts";
import { query } from "./query.ts";

let folder: string;
let url: string;
const staff = ["staff@site.example"];
const acknowledged = new Map<string, string>();
const smtp = { messages: [] as Buffer[], recipients: [] as string[][] };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "count-"));
  url = `sqlite:${join(folder, "site.db")}`;
  await query(url, "create table contact_submissions (id text, email text, message text)");
  await query(url, "create table notifications (submission_id text, kind text, status text)");
  await query(url, "create table submission_keys (row_id text)");
  acknowledged.clear();
  smtp.messages.length = 0;
  smtp.recipients.length = 0;
  await store("ada@visitor.example");
  await store("ben@visitor.example");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A form as it should be: acknowledged, stored whole, and told of once. */
async function store(email: string) {
  const id = randomUUID();
  await query(url, "insert into contact_submissions values (?, ?, ?)", [id, email, `words of ${email}`]);
  await query(url, "insert into notifications values (?, 'staff', 'sent')", [id]);
  await query(url, "insert into submission_keys values (?)", [id]);
  acknowledged.set(email, `words of ${email}`);
  mail(email);
}

function mail(about: string) {
  smtp.messages.push(Buffer.from(`Subject: New\r\nReply-To: Ada\r\n <${about}>\r\n\r\nReply-To: x`));
  smtp.recipients.push(staff);
}

const nothing = { lost: 0, twice: 0, "half-written": 0, undelivered: 0, "mailed twice": 0 };

it("finds nothing where all is as it should be", async () => {
  expect(await count(url, acknowledged, smtp, staff)).toEqual(nothing);
});

it.each([
  [
    "a row that is gone",
    "delete from contact_submissions where email like 'ada%'",
    { lost: 1, "half-written": 1 },
  ],
  [
    "a row that is there twice",
    "insert into contact_submissions select * from contact_submissions where email like 'ada%'",
    { twice: 1 },
  ],
  ["words that are cut off", "update contact_submissions set message = 'wor'", { "half-written": 2 }],
  ["a form without its key", "delete from submission_keys", { "half-written": 2 }],
  ["a form that nobody is to be told of", "delete from notifications", { "half-written": 2 }],
  ["a mail that waits", "update notifications set status = 'pending'", { undelivered: 2 }],
])("finds %s", async (_what, change, found) => {
  await query(url, change);
  expect(await count(url, acknowledged, smtp, staff)).toEqual({ ...nothing, ...found });
});

it("finds a mail that came twice, and one that did not come to somebody", async () => {
  mail("ada@visitor.example");
  expect(await count(url, acknowledged, smtp, staff)).toEqual({ ...nothing, "mailed twice": 1 });
  expect(await count(url, acknowledged, smtp, [...staff, "other@site.example"])).toEqual({
    ...nothing,
    undelivered: 2,
    "mailed twice": 1,
  });
});
