// docs/specification.md, 'What a form post may be', 'Suspected robots', 'Rate limits'

import { createHmac, randomUUID } from "node:crypto";
import { sql } from "kysely";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import errors from "#content/forms/errors.yaml";
import problems from "#content/problems.yaml";
import { longest } from "#content-model/forms/field.ts";
import { trapField } from "#content-model/forms/reserved-names.ts";
import { postsWindow } from "#server/open-store.ts";
import { createTestDatabase, openDatabase, type TestDatabase } from "./support/databases.ts";
import { application, form, person } from "./support/form.ts";
import { countProcessorTime } from "./support/processor-time.ts";
import { createTestSite, fixedNow, type TestSite } from "./support/site.ts";
import { startSmtp } from "./support/smtp.ts";

const cases = [
  {
    path: "/contact",
    valid: person as Record<string, string>,
    lines: ["firstName", "lastName", "organization", "role", "bestTimes"],
    areas: ["motivation", "otherCommunities", "finalThoughts"],
  },
  {
    path: "/learning/mastermind-application",
    valid: application,
    lines: ["firstName", "lastName", "organization", "role", "industry"],
    areas: [
      ...["leadershipExperience", "careBasedLeadership", "previousExperience", "challengesDescription"],
      ...["transformationGoals", "learningExpectations", "timeCommitment", "additionalInfo"],
    ],
  },
];
const urlencoded = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data; boundary=X";
const part = (name: string, value: string, more = "") =>
  `--X\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const parts = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => part(name, value))
    .join("");

let database: TestDatabase;
let test: TestSite;
beforeAll(async () => {
  // The stricter of the two about text.
  database = await createTestDatabase("postgres");
  test = await createTestSite({ DATABASE_URL: database.url, SUBMISSION_RATE_LIMIT: "0" });
});
afterAll(async () => {
  await test.close();
  await database.drop();
});

async function send(site: TestSite, url: string, type: string, payload: string | Buffer) {
  return site.app.inject({ method: "POST", url, headers: { "content-type": type }, payload });
}

async function kept() {
  const { db, close } = await openDatabase(database.url);
  const rows = [
    ...(await db.selectFrom("contact_submissions").select("id").execute()),
    ...(await db.selectFrom("mastermind_applications").select("id").execute()),
  ];
  const quarantine = await db.selectFrom("quarantine").selectAll().orderBy("id").execute();
  await close();
  return { rows, quarantine };
}

describe.each(cases)("POST $path", ({ path, valid, lines, areas }) => {
  const encoded = String(new URLSearchParams(valid));

  it.each([
    [
      "a file in the place of an answer",
      multipart,
      `${parts(valid)}${part("phone", "1", '; filename="a"')}--X--\r\n`,
    ],
    ["an empty file", multipart, `${parts(valid)}${part("phone", "", '; filename=""')}--X--\r\n`],
    [
      "a file that nobody asked for",
      multipart,
      `${parts(valid)}${part("x", "1", '; filename="a"')}--X--\r\n`,
    ],
    ["no boundary", "multipart/form-data", `${parts(valid)}--X--\r\n`],
    ["another boundary", "multipart/form-data; boundary=Y", `${parts(valid)}--X--\r\n`],
    ["half a body", multipart, parts(valid)],
    [
      "a part without a name",
      multipart,
      `${parts(valid)}--X\r\nContent-Disposition: form-data\r\n\r\nx\r\n--X--\r\n`,
    ],
    ["multipart that is none", multipart, encoded],
    ["multipart that is not said to be", urlencoded, `${parts(valid)}--X--\r\n`],
    ["JSON", urlencoded, JSON.stringify(valid)],
    [
      "9,000 made-up fields",
      urlencoded,
      `${encoded}${Array.from({ length: 9_000 }, (_, index) => `&made${index}=up`).join("")}`,
    ],
    ["9,000 empty fields", urlencoded, `${encoded}${"&a".repeat(9_000)}`],
    ["an answer 101 times", urlencoded, `${encoded}${"&role=x".repeat(101)}`],
    ["150 parts", multipart, `${parts(valid)}${part("role", "x").repeat(150)}--X--\r\n`],
    [
      "150 parts of a type in capitals",
      "Multipart/Form-Data; boundary=X",
      `${parts(valid)}${part("role", "x").repeat(150)}--X--\r\n`,
    ],
    ["nothing that the form asks", urlencoded, "a=1&b=2"],
  ])("refuses %s in clear words and keeps nothing", async (_, type, body) => {
    const before = await kept();
    const answer = await send(test, path, type, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain(problems["400"]?.heading);
    expect(answer.body).not.toContain("made17");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(await kept()).toEqual(before);
  });

  it.each([
    ["indexed", "areasOfInterest[10000000]=1&firstName[1000000]=x"],
    ["deep", `firstName.${"a.".repeat(20_000)}=x&a.b.c=1&a[b][c]=1`],
    ["reserved", "__proto__=x&constructor=x&__proto__.polluted=1&toString=1&hasOwnProperty=1"],
    ["a library's own", '__intent__={"type":"remove","payload":{"name":"firstName","index":0}}&__state__=x'],
  ])("ignores %s names", async (_, more) => {
    const worked = countProcessorTime();
    const answer = await send(test, path, urlencoded, `${encoded}&${more}`);
    expect(answer.statusCode).toBe(303);
    expect(worked()).toBeLessThan(10_000);
    const invalid = await send(test, path, urlencoded, `${encoded}&email=x&${more}`);
    expect(invalid.statusCode).toBe(400);
    expect(invalid.body.length).toBeLessThan(60_000);
    // The site runs in this process.
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("keeps of a suspect post what the form asks, and how many other fields there were", async () => {
    const before = await kept();
    const fields = { ...valid, [trapField]: "watches", made: "up", "a[9]": "up", sendCopy: "on" };
    expect((await send(test, path, urlencoded, String(new URLSearchParams(fields)))).statusCode).toBe(303);
    const last = (await kept()).quarantine.find(({ id }) => !before.quarantine.some((row) => row.id === id));
    const { made: _, "a[9]": __, ...known } = fields;
    expect(Object.fromEntries(JSON.parse(last?.fields ?? ""))).toEqual(known);
    expect(last?.reason).toBe("the trap field was filled in; 2 fields that the form does not have");
  });

  it.each([
    "a\0b@visitor.example",
    "a\u0001b@visitor.example",
    "a\uFFFDb@visitor.example",
    "a\u202Eb@visitor.example",
  ])("takes %j for no address, in the trap as well", async (email) => {
    expect((await test.app.inject({ url: path, ...form({ ...valid, email }) })).statusCode).toBe(400);
    const trapped = await test.app.inject({ url: path, ...form({ ...valid, email, [trapField]: "x" }) });
    expect(trapped.statusCode).toBe(303);
  });

  it("shows an empty post all that is asked for", async () => {
    const answer = await send(test, path, urlencoded, "");
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain("<title>Error: ");
  });

  it("stores the longest answers that it allows, in characters of four bytes, either way that browsers send", async () => {
    const trees = (names: string[], count: number) =>
      Object.fromEntries(names.map((name) => [name, "🌲".repeat(count)]));
    const host = "@visitor.example";
    const long = {
      ...valid,
      email: "a".repeat(longest.email - host.length) + host,
      ...trees(lines, longest.line),
      ...trees(areas, longest.area),
    };
    for (const [type, body] of [
      [multipart, `${parts(long)}--X--\r\n`],
      [urlencoded, String(new URLSearchParams({ ...long, role: "another" }))],
    ] as const) {
      const before = (await kept()).rows.length;
      expect((await send(test, path, type, body)).statusCode).toBe(303);
      expect((await kept()).rows.length - before).toBe(1);
    }
  });

  it("answers whatever comes quickly and below 500", async () => {
    const random = seeded(7);
    const names = [
      ...Object.keys(valid),
      "submissionId",
      "stamp",
      "sendCopy",
      trapField,
      "phone",
      "__proto__",
      "a[1]",
    ];
    const values = [
      "",
      "x",
      "\0",
      "\uFFFD",
      "a@b.cc",
      "http://a.b/".repeat(9),
      "9".repeat(4_000),
      "a.".repeat(9_000),
    ];
    const one = <Value>(list: Value[]) => list[Math.floor(random() * list.length)] as Value;
    for (let round = 0; round < 150; round += 1) {
      const fields = Array.from({ length: Math.floor(random() * 30) }, () => [one(names), one(values)]);
      const type = one([
        urlencoded,
        multipart,
        "multipart/form-data",
        `${urlencoded}; charset=utf-16`,
        "text/plain",
      ]);
      const body = one([
        String(new URLSearchParams(fields)),
        `${fields.map(([name = "", value = ""]) => part(name, value, one(["", '; filename="x"']))).join("")}${one(["--X--\r\n", ""])}`,
        Array.from({ length: 300 }, () => String.fromCharCode(random() * 256)).join(""),
      ]);
      const worked = countProcessorTime();
      const answer = await send(test, path, type, Buffer.from(body, "latin1"));
      expect(answer.statusCode, `${type}\n${body}`).toBeLessThan(500);
      expect(worked()).toBeLessThan(10_000);
    }
  });

  it("counts what is wrong toward a higher limit, and shows the form with its values past it", async () => {
    const limited = await createTestSite({ SUBMISSION_RATE_LIMIT: "1" });
    const wrong = form({ ...valid, email: "ada@" });
    const statuses = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push((await limited.app.inject({ url: path, ...wrong })).statusCode);
    const answer = await limited.app.inject({ url: path, ...wrong });
    const unreadable = await send(limited, path, multipart, encoded);
    const right = await limited.app.inject({ url: path, ...form(valid) });
    await limited.close();
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect(Number(answer.headers["retry-after"])).toBe(postsWindow);
    expect(answer.body).toContain('value="ada@"');
    expect(unreadable.statusCode).toBe(429);
    expect(unreadable.headers["retry-after"]).toBe(String(postsWindow));
    // Whoever has found the mistake at last is not sent away.
    expect(right.statusCode).toBe(303);
  });
});

it("counts spellings of one address behind a proxy as one client", async () => {
  const limited = await createTestSite({ SUBMISSION_RATE_LIMIT: "1", TRUST_PROXY: "1" });
  const post = async (client: string) => {
    const { headers, ...rest } = form({ ...person, finalThoughts: client });
    const answer = await limited.app.inject({
      url: "/contact",
      ...rest,
      headers: { ...headers, "x-forwarded-for": client },
    });
    return answer.statusCode;
  };
  const statuses = [];
  for (const client of ["198.51.100.7", "198.51.100.7:4001", "::ffff:198.51.100.7", "one", "another"])
    statuses.push(await post(client));
  // A /48 has 65,536 networks of one visitor each: a second limit holds them together.
  const wide = [];
  for (let subnet = 0; subnet < 6; subnet += 1) wide.push(await post(`2001:db8:7:${subnet}::1`));
  await limited.close();
  expect(statuses).toEqual([303, 429, 429, 303, 429]);
  expect(wide).toEqual([303, 303, 303, 303, 303, 429]);
});

it("drops the counts of clients by a timer, and keeps what they were made with out of the database", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const counted = await createTestDatabase("sqlite");
  const site = await createTestSite({ DATABASE_URL: counted.url });
  const { db, close } = await openDatabase(counted.url);
  await site.app.inject({ url: "/contact", ...form(person) });
  const [row, ...more] = await db.selectFrom("rate_limits").selectAll().execute();
  expect(more).toEqual([]);
  const secrets = await db.selectFrom("site_secrets").select("value").execute();
  for (const { value } of secrets)
    expect(row?.key).not.toContain(createHmac("sha256", value).update("127.0.0.1").digest("base64url"));
  await db.updateTable("rate_limits").set({ expires_at: fixedNow.getTime() }).execute();
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => db.selectFrom("rate_limits").selectAll().execute()).toEqual([]);
  await close();
  await site.close();
  await counted.drop();
  vi.useRealTimers();
});

describe("a stamp", () => {
  const served = async () => {
    const { body } = await test.app.inject({ url: "/contact" });
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(body)?.[1] ?? "";
    return { submissionId: value("submissionId"), stamp: value("stamp") };
  };
  const links = "see https://a.example and ".repeat(7);

  it("of another form is none: with many links a post goes to quarantine, without it is taken", async () => {
    const [one, other] = [await served(), await served()];
    const before = await kept();
    const post = (fields: object) =>
      test.app.inject({ url: "/contact", ...form({ ...person, ...fields, finalThoughts: randomUUID() }) });
    const strange = { submissionId: one.submissionId, stamp: other.stamp };
    expect((await post({ ...strange, motivation: links })).statusCode).toBe(303);
    expect((await post({ motivation: links })).statusCode).toBe(303);
    expect((await post(strange)).statusCode).toBe(303);
    expect((await post({})).statusCode).toBe(303);
    const after = await kept();
    expect(after.rows.length - before.rows.length).toBe(2);
    expect(after.quarantine.length - before.quarantine.length).toBe(2);
  });
});

it("tells a person whose links look suspect what else is wrong", async () => {
  const before = await kept();
  const fields = { ...person, email: "ada@", motivation: "https://a.example ".repeat(12) };
  const answer = await test.app.inject({ url: "/contact", ...form(fields) });
  expect(answer.statusCode).toBe(400);
  expect(answer.body).toContain(errors.email);
  expect(await kept()).toEqual(before);
});

it("sends three confirmations a day to a mailbox, and 200 in all", async () => {
  const own = await createTestDatabase("sqlite");
  const site = await createTestSite({ DATABASE_URL: own.url, SUBMISSION_RATE_LIMIT: "0" });
  const { db, close } = await openDatabase(own.url);
  const confirmed = async (...emails: string[]) => {
    for (const email of emails)
      await site.app.inject({ url: "/contact", ...form({ ...person, email, sendCopy: "on" }) });
    const rows = await db.selectFrom("notifications").select("id").where("kind", "=", "receipt").execute();
    return rows.length;
  };
  const spellings = [
    "ada@gmail.com",
    "a.da@gmail.com",
    "ada+1@gmail.com",
    "ADA@googlemail.com",
    "ａda@gmail.com",
  ];
  expect(await confirmed(...spellings)).toBe(3);
  await db.updateTable("rate_limits").set({ points: 199 }).execute();
  expect(await confirmed("ben@visitor.example")).toBe(4);
  expect(await confirmed("cat@visitor.example")).toBe(4);
  await close();
  await site.close();
  await own.drop();
});

it("does not call one stranger's post a correction of another's", async () => {
  const smtp = await startSmtp();
  const site = await createTestSite({ SMTP_URL: smtp.url });
  for (const submissionId of ["00000000-0000-0000-0000-000000000000", randomUUID()])
    for (const name of ["Ada", "Ben"])
      await site.app.inject({
        url: "/contact",
        ...form({ ...person, firstName: name, email: `${name}@visitor.example`, submissionId }),
      });
  await expect.poll(() => smtp.messages.length).toBe(4);
  const mails = await Promise.all(smtp.messages.map((message) => PostalMime.parse(message)));
  await site.close();
  await smtp.close();
  for (const { text } of mails) expect(text).not.toContain("It replaces");
});

it("logs no word of a visitor when PostgreSQL refuses a row", async () => {
  const postgres = await createTestDatabase("postgres");
  const site = await createTestSite({ DATABASE_URL: postgres.url, SUBMISSION_RATE_LIMIT: "0" });
  const { db, close } = await openDatabase(postgres.url);
  await sql`create unique index one_each on contact_submissions (email)`.execute(db);
  await sql`alter table contact_submissions add constraint no_ben check (full_name not like 'Ben%')`.execute(
    db,
  );
  const post = (fields: object) =>
    site.app.inject({ url: "/contact", ...form({ ...person, ...fields, motivation: randomUUID() }) });
  expect((await post({})).statusCode).toBe(303);
  expect((await post({ firstName: "Ann" })).statusCode).toBe(503);
  expect((await post({ firstName: "Ben", email: "ben@visitor.example" })).statusCode).toBe(503);
  await sql`drop table notifications`.execute(db);
  expect((await post({ firstName: "Cat", email: "cat@visitor.example" })).statusCode).toBe(503);
  await close();
  await site.close();
  await postgres.drop();
  const told = site.log.filter(({ msg }) => msg === "form not stored").map(({ err }) => err);
  expect(told).toMatchObject([
    { code: "23505", constraint: "one_each", table: "contact_submissions" },
    { code: "23514", constraint: "no_ben", table: "contact_submissions" },
    { code: "42P01" },
  ]);
  expect(JSON.stringify(site.log)).not.toMatch(
    /Ada|Ann|Ben|Moreno|visitor\.example|Failing row|already exists/,
  );
});

/** Mulberry32: the same numbers each time. */
function seeded(state: number): () => number {
  let seed = state;
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
