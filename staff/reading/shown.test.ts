// docs/specification.md, 'Commands for staff': what is shown, to the letter

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "../../tests/support/databases.ts";
import { contactRow } from "../../tests/support/form.ts";
import { runStaff } from "../../tests/support/staff.ts";
import { shortTime } from "./date.ts";

const folder = mkdtempSync(join(tmpdir(), "shown-"));
afterAll(() => rmSync(folder, { recursive: true }));
const url = `sqlite:${join(folder, "site.db")}`;
const id = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-00000000000${digit}`;

beforeAll(async () => {
  const { db, close } = await openDatabase(url);
  const mail = {
    ...{
      submission_table: "contact_submissions" as const,
      email: "ada@visitor.example",
      unclear_attempts: 0,
    },
    ...{ created_at: "2026-11-21T08:00:00.000Z", next_attempt_at: "2026-11-21T08:05:00.000Z" },
    ...{ recipients: null, claimed_until: null, sent_at: null, last_error: null, attempts: 1 },
    ...{ payload: "{}", submission_id: id("1"), kind: "staff", status: "sent" as const },
  };
  await db
    .insertInto("contact_submissions")
    .values([
      {
        ...{ id: id("1"), created_at: "2026-11-21T08:00:00.000Z" },
        ...contactRow({ reason_for_contact: "interest", message: '{"message":"One\\nTwo"}' }),
      },
      {
        ...{ id: id("2"), created_at: "2026-11-21T09:00:00.000Z" },
        ...contactRow({
          ...{ full_name: "Ben", email: "ben@visitor.example", reason_for_contact: "interest" },
          ...{ linkedin_url: "https://www.linkedin.com/in/ben", message: "words", newsletter_signup: false },
        }),
      },
    ])
    .execute();
  await db
    .insertInto("mastermind_applications")
    .values({
      ...{
        id: id("3"),
        created_at: "2026-11-20T08:00:00.000Z",
        email: "cat@visitor.example",
        first_name: "Cat",
      },
      ...{
        last_name: "Lee",
        phone: null,
        organization: "Org",
        role: "Lead",
        challenges: "a",
        expectations: "b",
      },
      ...{ experience: "c", commitment: "d", availability: "e", motivation: "f", agree_to_terms: true },
    })
    .execute();
  await db
    .insertInto("notifications")
    .values([
      { ...mail, id: id("4") },
      { ...mail, id: id("5"), kind: "receipt", status: "held", last_error: "held" },
      {
        ...mail,
        id: id("6"),
        submission_id: id("2"),
        payload: '{"replaces":"Z8NH-VV7G"}',
        status: "pending",
        recipients: '["staff@site.example"]',
        attempts: 2,
        last_error: "451 later",
      },
      {
        ...mail,
        id: id("7"),
        submission_id: id("3"),
        submission_table: "mastermind_applications",
        status: "dead",
        attempts: 9,
        last_error: "451 later",
      },
    ])
    .execute();
  await db
    .insertInto("quarantine")
    .values([
      {
        ...{
          id: id("8"),
          created_at: "2026-11-21T08:00:00.000Z",
          form_type: "contact_submission",
          reason: "trap",
        },
        ...{ email: "bot@visitor.example", fields: '[["firstName","Bot"],["message","One\\nTwo"]]' },
      },
      {
        ...{ id: id("9"), created_at: "2026-11-22T08:00:00.000Z", form_type: "other", reason: "fast" },
        ...{ email: "bit@visitor.example", fields: "[]" },
      },
    ])
    .execute();
  await close();
});

const at = (time: string) => shortTime(`2026-11-${time}:00.000Z`);
const overdue =
  "E-mails that tell the staff of submissions: 2 given up, held or waiting for more than an hour.";
const unsent = () =>
  `E-mails: SMTP_URL is not set here, so they become files in ${join(folder, "mail")}, which nobody is sent\n`;
const head = `${overdue} See 'npm run submissions -- notifications'.\n\n`;
const line = (...cells: [string, number][]) =>
  cells
    .map(([cell, width]) => cell.padEnd(width))
    .join("  ")
    .trimEnd();
/** A table as it is written: cells of the same width in each column. */
const shown = (...rows: string[][]) => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    line(...row.map((cell, column): [string, number] => [cell, widths[column] ?? 0])),
  );
  lines.splice(1, 0, widths.map((width) => "─".repeat(width)).join("  "));
  return `${lines.join("\n")}\n`;
};
const [submissions, aside, mails] = [
  ["Reference", "Came", "Form", "Name", "E-mail", "Mail", "Id"],
  ["Id", "Came", "Form", "E-mail", "Reason"],
  ["Submission", "E-mail", "State", "Attempts", "Next attempt", "Last error"],
];
const ben = ["AXR2-JCEP", at("21T09:00"), "interest", "Ben", "ben@visitor.example", "waiting", "22222222"];
const ada = [
  "Z8NH-VV7G",
  at("21T08:00"),
  "interest",
  "Ada Moreno",
  "ada@visitor.example",
  "held",
  "11111111",
];
const cat = [
  "KKVH-AVMV",
  at("20T08:00"),
  "mastermind",
  "Cat Lee",
  "cat@visitor.example",
  "given up",
  "33333333",
];
const bit = ["99999999", at("22T08:00"), "other", "bit@visitor.example", "fast"];
const bot = ["88888888", at("21T08:00"), "interest", "bot@visitor.example", "trap"];
const ofAda = ["Z8NH-VV7G", "confirmation", "held", "1", "", "held"];
const ofBen = ["AXR2-JCEP", "to staff@site.example", "waiting", "2", at("21T08:05"), "451 later"];
const ofCat = ["KKVH-AVMV", "to the staff", "given up", "9", "", "451 later"];
const summary = "Notifications: 1 given up, 1 held, 1 waiting, 1 sent\n  2 × 451 later\n  1 × held\n\n";
const searched =
  "\nSearched: names, e-mail and LinkedIn addresses, phone numbers, organizations, roles, references.\n";

it.each<[args: string[], output: string | RegExp]>([
  [["list"], head + shown(submissions, ben, ada, cat)],
  [["list", "--limit", "1"], `${head}${shown(submissions, ben)}\nThere are more: --page 2, or --limit.\n`],
  [["list", "--page", "2"], `${head}There are no more.\n`],
  [["list", "--search", "nobody"], `${head}No submission has 'nobody'.\n${searched}`],
  [
    ["list", "--search", "bot"],
    `${head}No submission has 'bot'.\n${searched}In quarantine: 1; 'npm run submissions -- quarantine --search TEXT' shows them.\n`,
  ],
  [["list", "--search", "lee"], `${head}${shown(submissions, cat)}${searched}`],
  [["show", id("8")], `In quarantine since ${bot[1]}: trap\n\nfirstName\n  Bot\n\nmessage\n  One\n  Two\n`],
  [["show", id("9")], `In quarantine since ${bit[1]}: fast\n\n`],
  [["quarantine"], shown(aside, bit, bot)],
  [["quarantine", "--limit", "1"], `${shown(aside, bit)}\n1 more: --page 2 and so on, or --limit.\n`],
  [["quarantine", "--limit", "1", "--page", "2"], shown(aside, bot)],
  [["quarantine", "--page", "2"], "There are no more.\n"],
  [["quarantine", "--search", "nobody"], "Nothing in quarantine has 'nobody'.\n"],
  [["quarantine", "--search", "nobody", "--page", "2"], "There are no more.\n"],
  [["quarantine", "--search", "visitor", "--limit", "1", "--page", "2"], shown(aside, bot)],
  [["notifications"], summary + shown(mails, ofAda, ofBen, ofCat)],
  [
    ["notifications", "--limit", "1", "--page", "2"],
    `${summary}${shown(mails, ofBen)}\n1 more: --page 2 and so on, or --limit.\n`,
  ],
  [["notifications", "--page", "2"], summary.replace(/\n$/, "")],
  [["export", "--since", "2027-01-01", "--format", "json"], "[]\n"],
])("%j writes its words", async (args, output) => {
  expect((await runStaff(url, folder, ...args)).output).toBe(output);
});

it.each([
  [
    "1",
    `Z8NH-VV7G  ${ada[1]}  Ada Moreno <ada@visitor.example>\ncontact_submissions ${id("1")}\ne-mail (to the staff): sent\ne-mail (confirmation): held\n\nfull_name\n  Ada Moreno\n\n`,
    "reason_for_contact\n  interest\n\nnewsletter_signup\n  yes\n\nmessage\n  One\n  Two\n",
  ],
  [
    "2",
    `AXR2-JCEP  ${ben[1]}  Ben <ben@visitor.example>\ncontact_submissions ${id("2")}\nreplaces Z8NH-VV7G\ne-mail (to the staff): waiting\n\nfull_name\n`,
    "newsletter_signup\n  no\n\nmessage\n  words\n",
  ],
  [
    "3",
    `KKVH-AVMV  ${cat[1]}  Cat Lee <cat@visitor.example>\nmastermind_applications ${id("3")}\ne-mail (to the staff): given up\n\nfirst_name\n  Cat\n\n`,
    "motivation\n  f\n\nagree_to_terms\n  yes\n",
  ],
])("shows of the submission %s all that there is", async (digit, start, end) => {
  const { output } = await runStaff(url, folder, "show", id(digit));
  expect(output.slice(0, start.length)).toBe(start);
  expect(output.slice(-end.length)).toBe(end);
  if (digit !== "2") expect(output).toContain("\n  –\n\n");
});

it("writes the same for programs, and what is not asked for beside it", async () => {
  const run = async (...args: string[]) => {
    const { output, notes } = await runStaff(url, folder, ...args, "--json");
    return { found: JSON.parse(output), notes: notes.split("\n").slice(1).join("\n") };
  };
  const listed = await run("list", "--limit", "1", "--page", "2", "--search", "visitor");
  const record = {
    table: "contact_submissions",
    reference: "Z8NH-VV7G",
    id: id("1"),
    full_name: "Ada Moreno",
  };
  const mail = { staff: "sent", receipt: "held" };
  const answers = expect.objectContaining({ full_name: "Ada Moreno", linkedin_url: "", message: "One\nTwo" });
  expect(listed.found).toMatchObject([
    { ...record, newsletter_signup: true, message: { message: "One\nTwo" }, answers, mail },
  ]);
  expect(listed.notes).toBe(
    `${unsent()}${head}${searched}In quarantine: 2; 'npm run submissions -- quarantine --search TEXT' shows them.\n`,
  );
  expect((await run("show", id("1"))).found).toMatchObject({ ...record, answers, mail });
  const post = {
    id: id("8"),
    form_type: "contact_submission",
    fields: [
      ["firstName", "Bot"],
      ["message", "One\nTwo"],
    ],
  };
  expect((await run("show", id("8"))).found).toMatchObject(post);
  expect((await run("quarantine", "--search", "bot")).found).toMatchObject([post]);
  expect(await run("notifications", "--limit", "1")).toMatchObject({
    found: [{ id: id("5"), payload: {}, status: "held" }],
    notes: `${unsent()}${overdue}\n`,
  });
});

it("exports what came since then, cell by cell under its head", async () => {
  const since = ["--since", "2026-11-21T08:30:00Z"];
  const { output } = await runStaff(url, folder, "export", "--table", "contact_submissions", ...since);
  const [first = "", second = "", ...rest] = output.replace("\ufeff", "").split("\r\n");
  expect(rest).toEqual([""]);
  const cells = (text: string) => text.slice(1, -1).split('","');
  const row = Object.fromEntries(cells(first).map((name, column) => [name, cells(second)[column]]));
  expect(row).toMatchObject({
    ...{ id: id("2"), reference: "AXR2-JCEP", full_name: "Ben", newsletter_signup: "no" },
    ...{ otherAnswers: "message: words", replaces: "Z8NH-VV7G" },
  });
  const both = (await runStaff(url, folder, "export")).output.split("\r\n");
  expect(both.map((one) => one.split(",")[0])).toEqual([
    '\ufeff"table"',
    ...['"contact_submissions"', '"contact_submissions"', '"mastermind_applications"', ""],
  ]);
});
