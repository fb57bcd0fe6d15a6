// docs/specification.md, 'launch-check'

import { execFile, execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { portraitWidth } from "#app/people/portrait-width.ts";
import mail from "#content/mail.yaml";
import site from "#content/site.yaml";
import theme from "#content/theme.yaml";
import { localDay } from "#system/language.ts";
import packageJson from "../../package.json" with { type: "json" };
import { calendarOf } from "../../tests/support/calendar-server.ts";
import { startSmtp, type TestSmtp } from "../../tests/support/smtp.ts";

/** A copy of the project whose owner has done everything. */
let tree: string;
let smtp: TestSmtp;
/** The organization's site and all that it links to, at www.organization.test. */
let web: Server;
let answers: Record<string, number>;
let origin: string;
/** Undoes what a test has changed. */
let undo: (() => void)[] = [];

/** A PNG. */
const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const file = (name: string) => join(tree, name);
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();

function change(name: string, from: RegExp | string, to: string): void {
  const before = readFileSync(file(name), "utf8");
  expect(before).toMatch(from);
  undo.push(() => writeFileSync(file(name), before));
  writeFileSync(file(name), before.replace(from, to));
}
const note = (backup: object) =>
  writeFileSync(
    file("data/last-backup.json"),
    JSON.stringify({ file: file("package.json"), at: day(0), drilledAt: day(1), contents: {}, ...backup }),
  );

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), "launch-"));
  const rooms = Object.keys(packageJson.imports).map((name) => name.slice(1, -2));
  execFileSync("cp", ["-a", ...rooms, "package.json", ".env.example", tree]);
  symlinkSync(join(process.cwd(), "node_modules"), file("node_modules"));
  mkdirSync(file("data"));
  smtp = await startSmtp();
  const names = [{ name: "commonName", value: "www.organization.test" }];
  const certificate = await generate(names, {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "www.organization.test" }] }],
  });
  writeFileSync(file("certificate.pem"), certificate.cert);
  writeFileSync(
    file("names.mjs"),
    'import dns from "node:dns"; const ask = dns.lookup; dns.lookup = (name, ...more) => ask(name.replace("www.organization.test", "127.0.0.1"), ...more);',
  );
  web = createServer({ key: certificate.private, cert: certificate.cert }, ({ url = "" }, response) => {
    response.statusCode = answers[url] ?? 200;
    response.end();
  });
  await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
  origin = `https://www.organization.test:${(web.address() as AddressInfo).port}`;
  finish();
  undo = [];
});
beforeEach(() => {
  answers = {};
  smtp.behavior = "accept";
  smtp.messages.length = 0;
});
afterEach(() => {
  for (const back of undo.reverse()) back();
  undo = [];
});
afterAll(async () => {
  web.close();
  await smtp.close();
  rmSync(tree, { recursive: true, force: true });
});

/** What the owner does before the site goes live. */
function finish(): void {
  const person = { name: "Ada Moreno", title: "Advisor", photo: "nkechi-abara.svg" };
  const biography = Array.from({ length: 50 }, () => "word").join(" ");
  const write = (name: string, content: unknown) =>
    writeFileSync(file(`content/${name}`), stringify(content));
  write("people/faculty.yaml", [{ ...person, biography }]);
  write("people/team.yaml", [person]);
  write("people/presenters.yaml", [
    { discipline: "Care", presenters: [{ name: person.name, photo: person.photo }] },
  ]);
  write("people/spotlight.yaml", [person.name]);
  change("content/forms/interest.yaml", /- Sample /g, "- Real ");
  change("content/site.yaml", /https:\/\/[a-z]+\.example/g, origin);
  change("content/site.yaml", /[\w.]+\.example/g, "organization.test");
  change("content/site.yaml", "555-0142", "322-0142");
  change("content/site.yaml", "100 Sample Street", "100 Main Street");
  change("content/pages/learning/overview.mdx", /Learning Journey 2025/g, "Learning Journey");
  const promises = ["about/company", "community/overview", "learning/overview"];
  const offers = ["organizational/flourishingly-platform", "organizational/offer"];
  for (const name of ["privacy", "terms", ...promises, ...offers]) {
    change(`content/pages/${name}.mdx`, "confirmed: false", "confirmed: 2026-01-02");
  }
  // Whatever the day is on which this runs, no text was changed after it.
  for (const name of globSync("content/pages/**/*.mdx", { cwd: tree }))
    change(name, /updated: .*/, "updated: 2026-01-01");
  const facts = "  start: 2099-01-05\n  deadline: 2098-12-01\n";
  const rest = "  fee: $1\n  hours: Two\n  groupSize: Ten\n";
  change("content/offers.yaml", /(?<=name: Mastermind\n)/, facts + rest);
  change("content/offers.yaml", /(?<=name: Learning Journey\n)/, `${facts}  fee: $1\n`);
  writeFileSync(
    file("feed.ics"),
    calendarOf(site.name, [{ uid: "1", start: "20990101T170000Z", end: "20990101T180000Z" }]),
  );
  note({});
}

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

function run(args: string[] = [], env: Record<string, string> = {}): Promise<Outcome> {
  const settings = {
    ...{ SITE_URL: origin, SMTP_URL: smtp.url, TRUST_PROXY: "1", DATA_DIR: file("data") },
    ...{ NOTIFY_TO: "ada@organization.test", MAIL_FROM: "site@organization.test" },
    ...{ EVENTS_FEED_URL: `file:${file("feed.ics")}`, NODE_EXTRA_CA_CERTS: file("certificate.pem") },
    NODE_OPTIONS: `--import=${file("names.mjs")}`,
  };
  const given = { cwd: tree, env: { ...process.env, ...settings, ...env } };
  return new Promise((resolve) =>
    execFile(process.execPath, ["tooling/launch-check.ts", ...args], given, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    ),
  );
}

async function findings(env: Record<string, string> = {}): Promise<string[]> {
  const { stdout, stderr } = await run(["--json"], env);
  expect(stderr).toBe("");
  return (JSON.parse(stdout) as { topic: string; text: string }[]).map(
    ({ topic, text }) => `${topic}: ${text}`,
  );
}

describe("npm run launch-check", () => {
  it("has nothing to say when all is done, and exits with 0", async () => {
    const { code, stdout } = await run();
    expect(stdout).toMatch(
      /^\nTo try the mail to ada@organization\.test: npm run launch-check -- --send-test\n\nReady to go live\.\n$/,
    );
    expect(code).toBe(0);
    expect(smtp.messages).toHaveLength(0);
  });

  it("exits with 1 while one thing is left, and with 2 for what it does not know", async () => {
    change("content/site.yaml", "322-0142", "555-0142");
    const { code, stdout } = await run();
    expect(code).toBe(1);
    expect(stdout).toContain(
      "\ntexts\n  - the phone number +1 (415) 555-0142 in content/site.yaml is a sample\n",
    );
    expect(stdout).toMatch(/\n1 thing is left\.\n$/);
    expect((await run(["--sendtest"])).code).toBe(2);
  });

  it("finds what of content/ is wrong, a sample, blank or not confirmed", async () => {
    const changes: [string, RegExp | string, string][] = [
      ["pages/terms.mdx", "](/privacy)", "](/privasy)"],
      ["people/team.yaml", /$/, "  sample: true\n"],
      ["people/faculty.yaml", /\n +photo: .*/, ""],
      ["offers.yaml", "  fee: $1\n", ""],
      ["pages/privacy.mdx", "confirmed: 2026-01-02", "confirmed: false"],
      ["pages/team.mdx", /updated: .*/, "updated: 2026-01-02\nconfirmed: 2026-01-01"],
      ["pages/terms.mdx", "confirmed: 2026-01-02\n", ""],
      ["pages/learning/overview.mdx", "title: Learning Journey", "title: Learning Journey 2025"],
      ["site.yaml", /(networks:\n.*url: )"[^"]*"/, '$1"https://network.example/x"'],
      ["site.yaml", /^hosts: .*/m, "hosts: [Harborlight]"],
    ];
    for (const [name, from, to] of changes) change(`content/${name}`, from, to);
    const photo = file("content/people/photos/ada-moreno.png");
    writeFileSync(photo, Buffer.from(onePixel, "base64"));
    undo.push(() => rmSync(photo));
    const pages = "texts: content/pages";
    const today = localDay(new Date(), site.timeZone);
    expect(await findings()).toEqual(
      [
        /^mistakes: content\/pages\/terms\.mdx:\d+: found the link \/privasy/,
        `people: 1 photo with less than ${2 * portraitWidth} pixels on a side, which will look blurred: ada-moreno.png (1)`,
        "people: 1 faculty member without a photo: Ada Moreno",
        "people: 1 sample team member, to be replaced: Ada Moreno",
        "texts: Mastermind in content/offers.yaml does not say: fee",
        `${pages}/privacy.mdx is not confirmed: read it, and write the day: confirmed: ${today}`,
        `${pages}/team.mdx was confirmed on 2026-01-01 and changed on 2026-01-02: read it again, and write the day`,
        `${pages}/terms.mdx is not confirmed: read it, and write the day: confirmed: ${today}`,
        `${pages}/learning/overview.mdx is called after 2025: 'Learning Journey 2025'`,
        "links: networks 1 in content/site.yaml is a sample: https://network.example/x",
        `calendar: hosts in content/site.yaml (Harborlight) do not name ${site.name}: events hosted by ${site.name} are not shown`,
        `calendar: feed.ics: 1 entry, 0 ours: organizers found: ${site.name}; npm run calendar -- check says why`,
      ].map((text) => (typeof text === "string" ? text : expect.stringMatching(text))),
    );
  });

  it.each([
    ["name", `${site.name} Institute`],
    ["hosts", `[${site.name} Circle]`],
  ])(
    "takes hosts and a name of which one is in the other for the same organization: %s: %s",
    async (key, value) => {
      change("content/site.yaml", new RegExp(`^${key}: .*`, "m"), `${key}: ${value}`);
      expect((await findings()).filter((text) => text.startsWith("calendar: hosts"))).toEqual([]);
    },
  );

  it("finds a photo that is too small for the spotlight, and the letters that a card for sharing lacks", async () => {
    const photo = file("content/people/photos/ada-moreno.png");
    const pixels = { width: 1_000, height: 1_100, channels: 3 as const, background: "#888888" };
    writeFileSync(photo, await sharp({ create: pixels }).png().toBuffer());
    undo.push(() => rmSync(photo));
    change("content/people/faculty.yaml", "nkechi-abara.svg", "ada-moreno.png");
    change("content/pages/terms.mdx", /heading: .*/, "heading: Terms, уже Ќ");
    expect(await findings()).toEqual([
      `people: 1 photo of somebody in the spotlight with less than ${6 * portraitWidth} pixels on a side, which will look blurred: ada-moreno.png (1000)`,
      `texts: ${theme.faces.speak.name} has no у ж е Ќ, so the card for sharing /terms lacks them: write another heading, or another face in content/theme.yaml`,
    ]);
    const smaller = { create: { ...pixels, width: 2 * portraitWidth } };
    writeFileSync(photo, await sharp(smaller).png().toBuffer());
    change("content/people/spotlight.yaml", /[\s\S]*/, "[]");
    expect((await findings()).filter((one) => one.startsWith("people"))).toEqual([]);
  });

  it("finds days that have not come yet, and those that are over", async () => {
    change("content/pages/terms.mdx", "confirmed: 2026-01-02", "confirmed: 2099-01-01");
    change("content/pages/team.mdx", /updated: .*/, "updated: 2099-01-02");
    change("content/offers.yaml", "deadline: 2098-12-01", "deadline: 2025-12-01");
    expect(await findings()).toEqual([
      "texts: Mastermind in content/offers.yaml says a day that is over: apply by 2025-12-01",
      "texts: content/pages/terms.mdx was confirmed on 2099-01-01, a day that has not come: read it, and write the day",
      "texts: content/pages/team.mdx was changed on 2099-01-02, a day that has not come: write the day of the change",
    ]);
  });

  it("takes the day of the change and this very day for what they are", async () => {
    const today = localDay(new Date(), site.timeZone);
    change("content/pages/terms.mdx", "confirmed: 2026-01-02", `confirmed: ${today}`);
    change("content/pages/terms.mdx", /updated: .*/, `updated: ${today}`);
    change("content/offers.yaml", "deadline: 2098-12-01", `deadline: ${today}`);
    change("content/offers.yaml", "start: 2099-01-05", "start: After our talk");
    expect(await findings()).toEqual([]);
  });

  it("takes the day of the organization's zone for today", async () => {
    const now = new Date();
    const zones = ["Pacific/Kiritimati", "Etc/GMT+12"];
    const zone = zones.find((name) => localDay(now, name) !== localDay(now, "UTC")) ?? "";
    change("content/site.yaml", /^timeZone: .*/m, `timeZone: ${zone}`);
    change("content/pages/terms.mdx", "confirmed: 2026-01-02", "confirmed: false");
    expect(await findings()).toEqual([expect.stringContaining(`confirmed: ${localDay(now, zone)}`)]);
  });

  it("says all the rest while there is a mistake, and each mistake once", async () => {
    change("content/people/team.yaml", "title:", "titel:");
    change("content/forms/mastermind.yaml", "heading:", "haeding:");
    change("content/events/texts.yaml", "online:", "onlin:");
    change("content/people/faculty.yaml", /\n +photo: .*/, "");
    expect(await findings({ SMTP_URL: "" })).toEqual([
      expect.stringMatching(/^mistakes: content\/events\/texts\.yaml:\d+: .*write 'online'/),
      expect.stringMatching(/^mistakes: content\/forms\/mastermind\.yaml:\d+: .*write 'heading'/),
      expect.stringMatching(/^mistakes: content\/people\/team\.yaml:\d+: .*write 'title'/),
      "people: 1 faculty member without a photo: Ada Moreno",
      expect.stringMatching(/^settings: SMTP_URL is not set/),
    ]);
  });

  it("says a mistake of content/site.yaml, which the rest needs, in the same way", async () => {
    change("content/site.yaml", /^email: .*/m, "email: nothing");
    const { code, stdout, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toBe("");
    expect(stdout).toMatch(
      /^\nmistakes\n {2}- content\/site\.yaml:\d+: 'email': found "nothing"; .*\n\n1 thing is left, and what cannot be seen before content\/site\.yaml is right\.\n$/,
    );
  });

  it.each<[string, Record<string, string>, string[]]>([
    [
      "samples",
      { SITE_URL: "https://a.example", TRUST_PROXY: "", MAIL_FROM: "a@b.example", NOTIFY_TO: "c@d.example" },
      [
        "SITE_URL is https://a.example: set",
        "MAIL_FROM (else mail.from in content/site.yaml) is a sample: a@b",
        "NOTIFY_TO (else mail.notify in content/site.yaml) is a sample: c@d",
      ],
    ],
    [
      "an address of this machine without TLS, no mail server and no limit of forms",
      { SITE_URL: "http://[::1]:3000", SMTP_URL: "", SUBMISSION_RATE_LIMIT: "0" },
      [
        ...["SITE_URL is http://[::1]:3000: set", "SITE_URL is http://[::1]:3000, without https"],
        ...["SMTP_URL is not set", "SUBMISSION_RATE_LIMIT is 0"],
      ],
    ],
    [
      "an address that leads nowhere, and a proxy that nobody trusts",
      { SITE_URL: "https://www.organization.invalid", TRUST_PROXY: "" },
      [
        "TRUST_PROXY is not set, but SITE_URL has https",
        "SITE_URL, https://www.organization.invalid, does not lead to this site yet: ",
      ],
    ],
  ])("finds settings that are %s", async (_what, env, expected) => {
    expect(await findings(env)).toEqual(expected.map((text) => expect.stringContaining(`settings: ${text}`)));
  });

  it("finds names of variables that are probably typing mistakes, with the one that is meant", async () => {
    writeFileSync(file(".env"), "SITE_URLS=https://a.example\nCOLOR=blue\nPORT=\n");
    undo.push(() => rmSync(file(".env")));
    expect(await findings({ EVENT_FEED_URL: "https://b.example/a.ics", MAIL: "/var/mail/ada" })).toEqual([
      "settings: .env has SITE_URLS, which nothing reads; did you mean SITE_URL?",
      "settings: .env has COLOR, which nothing reads",
      "settings: the environment has EVENT_FEED_URL, which nothing reads; did you mean EVENTS_FEED_URL?",
    ]);
  });

  it.each([404, 410])(
    "finds what does not answer: a page that is gone (%i), a name that leads to another server",
    async (gone) => {
      const { pathname } = new URL(site.eventPlatform);
      // Some networks answer 999 to whoever is no browser.
      answers = {
        [pathname]: gone,
        [new URL(site.networks[0]?.url ?? "").pathname]: 999,
        "/healthz": 502,
      };
      expect(await findings()).toEqual([
        `links: eventPlatform in content/site.yaml, ${origin}${pathname}, does not lead to a page: ${gone}`,
        `settings: SITE_URL, ${origin}, does not lead to this site yet: 502`,
      ]);
    },
  );

  it("finds backups that are missing, old or never tried", async () => {
    const backups = async () => (await findings()).map((text) => text.replace(tree, ""));
    note({ at: day(3) });
    expect(await backups()).toEqual(["settings: the last backup is 3 days old: /package.json"]);
    note({ drilledAt: undefined });
    expect(await backups()).toEqual([
      expect.stringContaining("no backup was restored for trial with success"),
    ]);
    rmSync(file("data/last-backup.json"));
    expect(await backups()).toEqual([expect.stringContaining("no backup has been made")]);
    note({});
  });

  it("finds a feed whose events are all over", async () => {
    writeFileSync(
      file("old.ics"),
      calendarOf(site.name, [{ uid: "1", start: "20200101T170000Z", end: "20200101T180000Z" }]),
    );
    expect(await findings({ EVENTS_FEED_URL: `file:${file("old.ics")}` })).toEqual([
      "calendar: old.ics: 1 entry, no upcoming event; npm run calendar -- check says why",
    ]);
  });

  it("names three of many", async () => {
    const team = ["Ada", "Bo", "Cy", "Di", "Ed"].map((name) => ({ name, title: "x", sample: true }));
    change("content/people/team.yaml", /[\s\S]*/, stringify(team));
    expect(await findings()).toEqual([
      "people: 5 sample team members, to be replaced: Ada, Bo, Cy and 2 more",
    ]);
  });
});

describe("npm run launch-check -- --send-test", () => {
  it("sends a mail of fixed words to each of NOTIFY_TO, as notifications are sent", async () => {
    const { code, stdout } = await run(["--send-test"], {
      NOTIFY_TO: "ada@organization.test, bo@organization.test",
    });
    expect(stdout).toMatch(
      /A test mail was accepted for ada@organization\.test, bo@organization\.test\. Look/,
    );
    expect(code).toBe(0);
    expect(smtp.recipients.slice(-2).flat().sort()).toEqual([
      "ada@organization.test",
      "bo@organization.test",
    ]);
    for (const message of smtp.messages) {
      expect(message.toString()).toContain("From: site@organization.test");
      expect(message.toString()).toContain(`Subject: ${mail.test.subject}`);
    }
  });

  it("exits with 1 and the server's words when a mail is refused", async () => {
    smtp.behavior = "550 at RCPT";
    const { code, stdout } = await run(["--send-test"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/\nmail\n {2}- the test mail to ada@organization\.test was not accepted: .*550/);
    expect(stdout).not.toContain("was accepted");
  });

  it("exits with 1 when there is no mail server", async () => {
    const { code, stdout } = await run(["--send-test"], { SMTP_URL: "" });
    expect(code).toBe(1);
    expect(stdout).toContain("no test mail was sent: SMTP_URL is not set");
  });
});
