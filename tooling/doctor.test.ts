// docs/specification.md, 'doctor'

import { execFile } from "node:child_process";
import { Resolver } from "node:dns/promises";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import site from "#content/site.yaml";
import { connectDatabase } from "#database/connect.server.ts";
import { readConfig } from "#server/config.ts";
import { serveCalendar } from "../tests/support/calendar-server.ts";
import { certificateOf } from "../tests/support/outside/certificate.ts";
import { startFront } from "../tests/support/outside/front.ts";
import { createTestSite } from "../tests/support/site.ts";
import { startSilence, startSmtp } from "../tests/support/smtp.ts";
import { examine } from "./doctor/examine.ts";
import type { Finding } from "./doctor/finding.ts";
import { asJson, asText, withoutSecrets } from "./doctor/report.ts";
import { root } from "./root.ts";

let place: string;
let data: string;
beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), "doctor-"));
  data = join(place, "data");
  mkdirSync(data, { mode: 0o700 });
  await (await connectDatabase(`sqlite:${join(data, "site.db")}`)).close();
});
afterEach(() => rmSync(place, { recursive: true }));

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

async function run(args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  return promisify(execFile)(process.execPath, [join(root, "tooling/doctor.ts"), ...args], {
    env: { ...process.env, DATA_DIR: data, ...env },
  }).then(
    (done) => ({ code: 0, ...done }),
    (error: Outcome) => error,
  );
}

describe("npm run doctor", () => {
  it("names ten planted faults, with what to do about each, and neither a secret nor a file more", async () => {
    const smtp = await startSmtp();
    smtp.behavior = "535 at AUTH";
    const feed = await serveCalendar((_request, response) => response.writeHead(404).end());
    const running = await createTestSite({ TRUST_PROXY: "1" });
    const front = await startFront(await running.listen(), await certificateOf("localhost"));
    onTestFinished(async () => {
      front.close();
      await Promise.all([smtp.close(), feed.close(), running.close()]);
    });
    front.behavior.change = (answer, path) => {
      delete answer.headers["content-security-policy"];
      if (path === "/metrics")
        Object.assign(answer, { status: 200, headers: { "content-type": "text/plain" } });
    };
    const connection = await connectDatabase(`sqlite:${join(data, "site.db")}`);
    await sql`delete from kysely_migration where name like '0004%'`.execute(connection.db);
    await connection.close();
    writeFileSync(join(data, "site.db-wal.of-lost-database-1"), "");
    const old = {
      file: join(place, "none.db"),
      at: "2026-01-01T00:00:00Z",
      drilledAt: "2026-01-01T00:00:00Z",
    };
    writeFileSync(join(data, "last-backup.json"), JSON.stringify({ ...old, contents: {} }));
    chmodSync(data, 0o755);
    const before = readdirSync(data);

    const env = {
      SITE_URL: front.url,
      PORT: "1",
      TRUST_PROXY: "",
      SMTP_URL: smtp.url.replace("//", "//ada:open%20sesame@"),
      EVENTS_FEED_URL: feed.url.replace("/calendar", "/private-0b5e9c/calendar"),
      MAIL_FROM: "site@organization.example",
      NOTIFY_TO: "staff@organization.example",
      LOG_LEVEL: "loud",
    };
    const [plain, json] = await Promise.all([run([], env), run(["--json"], env)]);
    expect(plain.code).toBe(1);
    expect(json.code).toBe(1);
    const report = JSON.parse(json.stdout) as {
      at: string;
      wrong: number;
      unknown: number;
      findings: Finding[];
    };
    const wrong = report.findings.filter(({ state }) => state === "wrong");
    expect([...new Set(wrong.map(({ check }) => check))]).toEqual(
      expect.arrayContaining([
        ...["settings.value", "data.private", "database.migrations", "database.foreign", "mail.server"],
        ...["mail.staff", "domain.sender", "calendar.feed", "site.certificate", "site.address"],
        ...["site.headers", "site.metrics", "site.proxy", "backups.age"],
      ]),
    );
    expect(report.wrong).toBe(wrong.length);
    expect(new Date(report.at).toISOString()).toBe(report.at);
    for (const { what, todo } of report.findings.filter(({ state }) => state === "wrong")) {
      expect(what).toMatch(/^\S.*\.$/);
      expect(todo).toMatch(/\S/);
      expect(plain.stdout).toContain(`  WRONG  ${what}`);
    }
    expect(plain.stdout).toMatch(
      new RegExp(`\\n${wrong.length} things are wrong; ${report.unknown} could not be checked\\.\\n$`),
    );
    for (const { stdout, stderr } of [plain, json]) {
      expect(stderr).toBe("");
      expect(stdout).not.toMatch(/sesame|private-0b5e9c/);
    }
    expect(readdirSync(data)).toEqual(before);
    expect(smtp.messages).toEqual([]);
  });

  it("exits with 0 when nothing is wrong, and looks at the parts that are named", async () => {
    const { code, stdout } = await run(["--only", "machine,data,database"]);
    expect(stdout).toMatch(
      /^Machine\n {2}ok .*\n\nData folder\n {2}ok .*\n\nDatabase\n {2}ok .*\n\nNothing is wrong\.\n$/s,
    );
    expect(code).toBe(0);
  });

  it.each([
    [["--only", "sit"], /There is no part 'sit'\. Is site meant\?/],
    [["--only", "everything"], /There are machine, settings/],
    [["--json", "--json"], /--json is there twice/],
    [["--jsn"], /--jsn/],
    [["now"], /now/],
    [["--dkim-selector", "a b"], /no name of a key/],
  ])("refuses %j with 2", async (args, words) => {
    const { code, stdout, stderr } = await run(args);
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });

  it("explains itself", async () => {
    const { code, stdout } = await run(["-h"]);
    expect(stdout).toMatch(/^npm run doctor -- /);
    expect(code).toBe(0);
    expect(readFileSync(join(root, "docs/operations/doctor.md"), "utf8")).toContain("--dkim-selector");
  });
});

describe("the doctor", () => {
  it("gives up a part that takes too long, and tells the others", async () => {
    const silence = await startSilence();
    onTestFinished(() => silence.close());
    const config = readConfig({ DATA_DIR: data, SMTP_URL: silence.url }, site);
    const context = { config, root, now: () => new Date(), plainPort: 1, resolver: new Resolver() };
    const findings = await examine(context, new Map(), ["machine", "mail"], 300);
    expect(findings.at(-1)).toEqual({
      ...{ check: "mail.time", state: "unknown" },
      what: "The mail server could not be checked, because it took longer than 0.3 s.",
    });
    expect(findings[0]).toMatchObject({ check: "machine.node", state: "ok" });
  });

  it("does not judge what depends on a variable that cannot be used, nor hides a look that fails", async () => {
    const config = readConfig({ DATA_DIR: data }, site);
    const context = { config, root: place, now: () => new Date(), plainPort: 1, resolver: new Resolver() };
    const findings = await examine(context, new Map([["DATA_DIR", "…"]]), ["data", "site"]);
    expect(findings).toMatchObject([
      {
        check: "data.settings",
        state: "unknown",
        what: expect.stringContaining("because DATA_DIR cannot be used"),
      },
      { check: "site.process" },
      { check: "site.address" },
    ]);
    const failing = { ...context, now: undefined as never };
    expect(await examine(failing, new Map(), ["backups"])).toMatchObject([
      {
        check: "backups.failure",
        state: "unknown",
        what: expect.stringContaining("the look itself failed"),
      },
    ]);
  });

  it("lets nothing that a server says move the cursor, make a line of its own or show a password", () => {
    const finding: Finding = {
      check: "mail.server",
      state: "wrong",
      what: "a\u001b[2J\n  ok     b\u202e",
      todo: "c\nd",
    };
    expect(asText([finding])).toBe(
      "Mail server\n  WRONG  a\\u001b[2J ok     b\\u202e\n         c d\n\n1 thing is wrong.",
    );
    expect(JSON.parse(asJson([finding], new Date(0))).findings).toEqual([finding]);
    const env = {
      SMTP_URL: "smtp://ada:open%20sesame@x",
      DATABASE_URL: "postgres://a:sw%C3%B6rdfish@h/d",
      EVENTS_FEED_URL: "https://a.test/secret-path?key=1 webcal://b.test/other-path",
      METRICS_TOKEN: "token-1234",
    };
    const text = "open%20sesame open sesame swördfish /secret-path?key=1 /other-path token-1234 fine";
    expect(withoutSecrets(text, env)).toBe("… … … … … … fine");
  });
});
