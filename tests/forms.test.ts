// docs/specification.md, 'Answers to a form post', 'Same form twice', 'Rate limits'

import { randomUUID } from "node:crypto";
import { renameSync } from "node:fs";
import { Client } from "pg";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import errors from "#content/forms/errors.yaml";
import interestTexts from "#content/forms/interest.yaml";
import applicationTexts from "#content/forms/mastermind.yaml";
import mail from "#content/mail.yaml";
import { longest } from "#content-model/forms/field.ts";
import { trapField } from "#content-model/forms/reserved-names.ts";
import type { FormTexts } from "#content-model/schemas/forms.schema.ts";
import { type SubmissionTable, submissionTables } from "#database/schema.ts";
import { language } from "#system/language.ts";
import { createTestDatabase, databaseKinds, openDatabase, type TestDatabase } from "./support/databases.ts";
import { application, form, person } from "./support/form.ts";
import { createTestSite, type TestSite } from "./support/site.ts";
import { startSmtp } from "./support/smtp.ts";

interface FormCase {
  path: string;
  id: string;
  table: SubmissionTable;
  texts: FormTexts & { fields: Record<string, { label: string }> };
  valid: Record<string, string>;
  /** What each required field says when it is missing. */
  missing: Record<string, string>;
  /** Fields that take several lines, and the column that keeps each as it is, if there is one. */
  areas: string[];
}

const labels = applicationTexts.fields;
const cases: FormCase[] = [
  {
    path: "/contact",
    id: "interest",
    table: "contact_submissions",
    texts: interestTexts,
    valid: person,
    missing: {
      firstName: interestTexts.fields.firstName.wrong ?? "",
      lastName: interestTexts.fields.lastName.wrong ?? "",
      email: interestTexts.fields.email.missing ?? "",
      agreeToTerms: interestTexts.fields.agreeToTerms.missing ?? "",
    },
    areas: ["motivation", "otherCommunities", "finalThoughts"],
  },
  {
    path: "/learning/mastermind-application",
    id: "application",
    table: "mastermind_applications",
    texts: applicationTexts,
    valid: application,
    missing: {
      ...Object.fromEntries(
        (
          [
            ...([
              "firstName",
              "lastName",
              "email",
              "organization",
              "role",
              "organizationSize",
              "industry",
            ] as const),
            ...(["leadershipExperience", "careBasedLeadership", "challengesDescription"] as const),
            ...([
              "transformationGoals",
              "learningExpectations",
              "timeCommitment",
              "investmentLevel",
            ] as const),
          ] as const
        ).map((name) => [name, errors.required.replace("{label}", labels[name].label)]),
      ),
      agreeToTerms: applicationTexts.messages.terms.text,
    },
    areas: ["challengesDescription", "previousExperience", "additionalInfo"],
  },
];

it("tries every form", () => {
  expect(cases.map(({ table }) => table)).toEqual(submissionTables);
});

/** As React writes it. */
const escaped = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");

it("says neither 'stored' nor 'ready' while SQLite's file is not there, and why in the log", async () => {
  const database = await createTestDatabase("sqlite");
  const test = await createTestSite({ DATABASE_URL: database.url, SUBMISSION_RATE_LIMIT: "0" });
  const post = async (motivation: string) => {
    const fields = { firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: "on" };
    return test.app.inject({ url: "/contact", ...form({ ...fields, motivation }) });
  };
  const readiness = async () => (await test.app.inject("/readyz")).statusCode;
  const file = database.url.slice("sqlite:".length);
  expect((await post("first")).statusCode).toBe(303);
  expect(await readiness()).toBe(200);
  for (const ending of ["", "-wal", "-shm"]) renameSync(file + ending, `${file}.away${ending}`);
  const refused = await post("second");
  expect(refused.statusCode).toBe(503);
  expect(refused.body).toContain("second");
  expect(await readiness()).toBe(503);
  const errors = test.log.filter(({ level }) => Number(level) >= 50).map(({ msg }) => msg);
  expect(errors).toContainEqual(expect.stringContaining("removed or replaced"));
  await database.drop();
  await test.close();
});

describe.each(databaseKinds)("on %s", (kind) => {
  let database: TestDatabase;
  let test: TestSite;
  beforeAll(async () => {
    database = await createTestDatabase(kind);
    test = await createTestSite({ DATABASE_URL: database.url, SUBMISSION_RATE_LIMIT: "0" });
  });
  afterAll(async () => {
    await test.close();
    await database.drop();
  });

  async function stored(table: FormCase["table"]) {
    const { db, close } = await openDatabase(database.url);
    const rows = await db.selectFrom(table).selectAll().execute();
    const notifications = await db
      .selectFrom("notifications")
      .selectAll()
      .where("submission_table", "=", table)
      .execute();
    const quarantine = await db.selectFrom("quarantine").selectAll().execute();
    await close();
    return { rows, notifications, quarantine };
  }

  describe.each(cases)("POST $path", ({ path, id, table, texts, valid, missing, areas }) => {
    const post = (fields: Record<string, string>, address = path) =>
      test.app.inject({ url: address, ...form(fields) });

    it("stores a valid form with its notification, and leads to a page that says so", async () => {
      const before = await stored(table);
      const answer = await post({ ...valid, submissionId: randomUUID() });
      expect(answer.statusCode).toBe(303);
      expect(answer.headers.location).toMatch(
        new RegExp(`^${path}/received\\?reference=[A-Z2-9]{4}-[A-Z2-9]{4}$`),
      );
      const page = await test.app.inject({ url: String(answer.headers.location) });
      const [reference = ""] = /[^=]+$/.exec(String(answer.headers.location)) ?? [];
      expect(page.body).toContain(texts.messages.reference.replace("{reference}", reference));
      const others = await test.app.inject({ url: `${path}/received?reference=ZYXW-9876&x=${reference}` });
      expect(others.body).toContain("ZYXW-9876");
      expect(others.body).not.toContain(reference);
      expect(page.body).toContain(escaped(texts.messages.success.title));
      expect(page.body).toContain(escaped(texts.received.next));
      // In one piece: an instance that is killed must not cut it, as no proxy can ask another one for the rest.
      expect(page.headers["content-length"]).toBe(String(page.rawPayload.length));
      const after = await stored(table);
      expect(after.rows.length - before.rows.length).toBe(1);
      expect(after.notifications.length - before.notifications.length).toBe(1);
    });

    it.each(["", "?reference=", "?reference=abcd", "?reference=%3Cb%3E"])(
      "thanks nobody who comes without a reference, but shows the form: received%s",
      async (query) => {
        const answer = await test.app.inject({ url: `${path}/received${query}` });
        expect([answer.statusCode, answer.headers.location]).toEqual([302, path]);
        expect(answer.headers["cache-control"]).toBe("no-store");
      },
    );

    it.each(Object.entries(missing))("asks for %s", async (name, message) => {
      const { [name]: _, ...rest } = valid;
      const answer = await post(rest);
      expect(answer.statusCode).toBe(400);
      const notice = name === "agreeToTerms" && texts.messages.terms;
      const line = notice ? `${notice.title}: ${message}` : message;
      expect(answer.body).toContain(`<a href="#${id}-${name}">${escaped(line)}</a>`);
      expect(answer.body).toContain(`id="${id}-${name}-error">${escaped(message)}</p>`);
      expect(answer.body).toContain("<title>Error: ");
      const [summary = ""] = /class="error-summary"[\s\S]*?<\/ul>/.exec(answer.body) ?? [];
      expect(summary.split(escaped(message))).toHaveLength(2);
    });

    it("keeps every letter of the long answers", async () => {
      const long = [
        "👩🏽‍🌾🌲 ‮שלום‬ 组织\r\nsecond line\ttab",
        "</textarea><script>alert(1)</script>&amp;",
        "=HYPERLINK(1)+1\n'; drop table notifications; --",
        "🌲".repeat(longest.area),
      ];
      for (const name of areas)
        for (const words of long)
          expect((await post({ ...valid, [name]: words })).statusCode, name).toBe(303);
      const kept = (await stored(table)).notifications.map(({ payload }) => JSON.parse(payload).formData);
      for (const name of areas)
        expect(
          kept.map((answers) => answers[name]),
          name,
        ).toEqual(expect.arrayContaining(long));
    });

    it.each(areas)("says what of %s cannot be kept", async (name) => {
      const [label, length] = [texts.fields[name]?.label ?? "", longest.area.toLocaleString(language)];
      const said = (error: string) =>
        escaped(
          error.replace("{label}", /[.?!]$/.test(label) ? `'${label}'` : label).replace("{length}", length),
        );
      for (const [words, message] of [
        ["x".repeat(longest.area + 1), said(errors.tooLong)],
        ["a\0b", said(errors.unstorable)],
      ] as const) {
        const answer = await post({ ...valid, [name]: words });
        expect(answer.statusCode).toBe(400);
        expect(answer.body).toContain(message);
      }
      // Half a character, as bytes that are no text.
      const { [name]: _, ...others } = valid;
      const { payload, ...rest } = form(others);
      const broken = await test.app.inject({ url: path, ...rest, payload: `${payload}&${name}=%ED%A0%80` });
      expect(broken.statusCode).toBe(400);
      expect(broken.body).toContain("has a character that cannot be stored");
    });

    it("takes multipart forms as well", async () => {
      const fields = new FormData();
      for (const [name, value] of Object.entries(valid)) fields.set(name, value);
      const request = new Request("http://site.example", { method: "POST", body: fields });
      const answer = await test.app.inject({
        url: path,
        method: "POST",
        headers: { "content-type": request.headers.get("content-type") ?? "" },
        payload: Buffer.from(await request.arrayBuffer()),
      });
      expect(answer.statusCode).toBe(303);
    });

    it("stores the same form once, however often and at once it comes", async () => {
      const before = await stored(table);
      const once = { ...valid, submissionId: randomUUID() };
      const answers = await Promise.all(Array.from({ length: 6 }, () => post(once)));
      expect(new Set(answers.map((answer) => answer.headers.location)).size).toBe(1);
      expect((await stored(table)).rows.length - before.rows.length).toBe(1);
    });

    it("stores a form that is corrected and sent again, also when the answer before was kept from the visitor", async () => {
      const before = await stored(table);
      const submissionId = randomUUID();
      const first = await post({ ...valid, email: "wrong@visitor.example", submissionId });
      const second = await post({ ...valid, submissionId });
      expect(second.statusCode).toBe(303);
      expect(second.headers.location).not.toBe(first.headers.location);
      const after = await stored(table);
      expect(after.rows.length - before.rows.length).toBe(2);
      const replaced = after.notifications.map(({ payload }) => JSON.parse(payload).replaces).filter(Boolean);
      expect(String(first.headers.location)).toMatch(new RegExp(`=(${replaced.join("|")})$`));
    });

    it("keeps a wish for a copy while mistakes are mended", async () => {
      const { body } = await post({ ...valid, email: "ada@", sendCopy: "on" });
      expect(body).toMatch(/<input type="checkbox" name="sendCopy" checked=""\/>/);
    });

    it("gives a filled trap the same answer, keeps the post and tells nobody", async () => {
      const before = await stored(table);
      const answer = await post({ ...valid, [trapField]: "Cheap watches" });
      expect(answer.statusCode).toBe(303);
      expect(answer.headers.location).toMatch(/reference=[A-Z2-9]{4}-[A-Z2-9]{4}$/);
      const after = await stored(table);
      expect(after.rows).toHaveLength(before.rows.length);
      expect(after.notifications).toHaveLength(before.notifications.length);
      expect(after.quarantine.length - before.quarantine.length).toBe(1);
      expect(Object.fromEntries(JSON.parse(after.quarantine.at(-1)?.fields ?? ""))).toMatchObject(valid);
      const told = test.log.filter(({ msg }) => msg === "post put into quarantine");
      expect(told.length).toBeGreaterThan(0);
      expect(JSON.stringify(told)).not.toMatch(/watches|Ada|visitor\.example/);
    });

    it("adds a copy for the sender who asks for one", async () => {
      await post({ ...valid, email: `${randomUUID()}@visitor.example`, sendCopy: "on" });
      expect((await stored(table)).notifications.filter(({ kind }) => kind === "receipt")).toHaveLength(1);
    });
  });

  it("takes applications at the second address", async () => {
    const answer = await test.app.inject({ url: "/learning/application", ...form(application) });
    expect(answer.statusCode).toBe(303);
    const page = await test.app.inject({ url: "/learning/application" });
    expect(page.body).toContain('action="/learning/application"');
  });
});

describe("the staff's mail", () => {
  it("says what a submission replaces and how many posts wait in quarantine, and to nobody else", async () => {
    const smtp = await startSmtp();
    const test = await createTestSite({ SMTP_URL: smtp.url });
    const post = (fields: Record<string, string>) => test.app.inject({ url: "/contact", ...form(fields) });
    const mails = async (count: number) => {
      await expect.poll(() => smtp.messages.length).toBe(count);
      const parsed = await Promise.all(smtp.messages.map((message) => PostalMime.parse(message)));
      return parsed.map(({ text = "", to }) => ({ text: text.replace(/\s+/g, " "), to: to?.[0]?.address }));
    };
    const submissionId = randomUUID();
    const quarantine = new RegExp(mail.staff.quarantine.replace(/\{count\}.*/, "(\\d+)"));
    const first = await post({ ...person, submissionId });
    expect((await mails(1))[0]?.text).not.toMatch(quarantine);
    await post({ ...person, [trapField]: "Cheap watches" });
    await post({ ...person, submissionId, finalThoughts: "Corrected", sendCopy: "on" });
    const later = (await mails(3)).slice(1);
    const [staff, sender] = [false, true].map((isSender) =>
      later.find(({ to }) => (to === person.email) === isSender),
    );
    expect(quarantine.exec(staff?.text ?? "")?.[1]).toBe("1");
    expect(staff?.text).toContain(`This form replaces ${String(first.headers.location).split("=")[1]}`);
    expect(sender?.text).not.toMatch(/quarantine|replaces/);
    await test.close();
    await smtp.close();
  });
});

describe("past SUBMISSION_RATE_LIMIT", () => {
  it.each(cases)(
    "$path answers 429 with Retry-After, and the form with its values",
    async ({ path, valid, texts }) => {
      const test = await createTestSite({ SUBMISSION_RATE_LIMIT: "2" });
      const statuses = [];
      for (let count = 0; count < 3; count += 1)
        statuses.push((await test.app.inject({ url: path, ...form(valid) })).statusCode);
      const answer = await test.app.inject({ url: path, ...form(valid) });
      await test.close();
      expect(statuses).toEqual([303, 303, 429]);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
      expect(answer.body).toContain(escaped(texts.messages.limited.title));
      expect(answer.body).toContain("<title>Error: ");
      expect(answer.body).toContain('value="ada@visitor.example"');
    },
  );

  it.each([
    ["1", ""],
    ["2", ", 192.0.2.7"],
    ["127.0.0.1, 192.0.2.0/24", ", 192.0.2.7"],
  ])(
    "counts each client that a trusted proxy names for itself, whatever clients name: %s",
    async (proxies, nearer) => {
      const test = await createTestSite({ SUBMISSION_RATE_LIMIT: "1", TRUST_PROXY: proxies });
      const statuses = [];
      for (const [count, client] of ["203.0.113.1", "203.0.113.2", "203.0.113.1", "203.0.113.2"].entries()) {
        const named = `10.1.${count}.1, ${client}${nearer}`;
        const { headers, ...post } = form(person);
        const answer = await test.app.inject({
          url: "/contact",
          ...post,
          headers: { ...headers, "x-forwarded-for": named },
        });
        statuses.push(answer.statusCode);
      }
      await test.close();
      expect(statuses).toEqual([303, 303, 429, 429]);
    },
  );
});

describe("POST on postgres while its table is locked", () => {
  it("answers each of many within seconds, with its values, and stores none of them later", async () => {
    const database = await createTestDatabase("postgres");
    // With its indexes, or one of them would wait for the lock's transaction, and it for the index.
    await (await openDatabase(database.url)).close();
    const test = await createTestSite({ DATABASE_URL: database.url, SUBMISSION_RATE_LIMIT: "0" });
    // Fewer would be read while the machine is busy with something else.
    test.app.isUnderPressure = () => false;
    const other = new Client({ connectionString: database.url });
    await other.connect();
    await other.query("begin; lock table contact_submissions in access exclusive mode");
    const [{ path, valid }] = cases as [(typeof cases)[number]];
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => test.app.inject({ url: path, ...form({ ...valid }) })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(40).fill(503));
    for (const { payload } of answers) expect(payload).toContain(`value="${valid.lastName}"`);
    // Attempts that still wait for the table get it now.
    await other.end();
    expect((await test.app.inject({ url: path, ...form({ ...valid }) })).statusCode).toBe(303);
    const { db, close } = await openDatabase(database.url);
    expect(await db.selectFrom("contact_submissions").select("id").execute()).toHaveLength(1);
    await close();
    await test.close();
    await database.drop();
  });
});
