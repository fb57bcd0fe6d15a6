// docs/operations/doctor.md, 'What it looks at'

import { createServer } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { SMTPServer } from "smtp-server";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import site from "#content/site.yaml";
import { readConfig } from "#server/config.ts";
import { certificateOf, day } from "../../../tests/support/outside/certificate.ts";
import { listen } from "../../../tests/support/outside/front.ts";
import { startSilence, startSmtp, type TestSmtp } from "../../../tests/support/smtp.ts";
import { ofExpiry } from "../certificate.ts";
import type { Context } from "../context.ts";
import { mailFindings, ofConversation } from "./mail-server.ts";

/** A busy machine takes its time. */
const limits = vi.hoisted(() => ({ answerTimeout: 120_000 }));
vi.mock(import("../context.ts"), async (original) => ({
  ...(await original()),
  get answerTimeout() {
    return limits.answerTimeout;
  },
}));

const authorities = getCACertificates();
afterAll(() => setDefaultCACertificates(authorities));

async function examine(SMTP_URL: string, NOTIFY_TO = "ada@organization.test") {
  const config = readConfig({ SMTP_URL, NOTIFY_TO }, site);
  return mailFindings({ config, now: () => new Date() } as Context);
}

const named = (check: string, what: RegExp) => [
  { check, state: "wrong", what: expect.stringMatching(what), todo: expect.stringMatching(/\S/) },
];
const wrongs = async (...given: Parameters<typeof examine>) =>
  (await examine(...given)).filter(({ state }) => state === "wrong");

async function serve(...options: Parameters<typeof startSmtp>): Promise<TestSmtp> {
  const smtp = await startSmtp(...options);
  onTestFinished(() => smtp.close());
  return smtp;
}

/** With TLS from the start, and a certificate for `localhost`. */
async function serveTls(given: Parameters<typeof certificateOf>[1] = {}, isTrusted = true): Promise<string> {
  const certificate = await certificateOf("localhost", given);
  if (isTrusted) setDefaultCACertificates([...authorities, certificate.cert]);
  const server = new SMTPServer({ ...certificate, secure: true, authOptional: true, logger: false });
  server.on("error", () => {});
  const port = await listen(server.server);
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `smtps://localhost:${port}`;
}

describe("the mail server", () => {
  it("is well when it takes the account, and is sent nothing", async () => {
    const smtp = await serve();
    const findings = await examine(smtp.url.replace("//", "//ada:secret@"));
    expect(findings).toMatchObject([
      { check: "mail.server", state: "ok", what: expect.stringContaining("accepts the account") },
      { check: "mail.staff", state: "ok" },
    ]);
    expect(smtp.logins).toHaveLength(1);
    expect(smtp.messages).toEqual([]);
  });

  it("is well over TLS with a certificate that lasts", async () => {
    const findings = await examine(await serveTls());
    expect(findings).toMatchObject([
      { check: "mail.server", state: "ok", what: expect.stringContaining("over TLS") },
      { check: "mail.certificate", state: "ok" },
      { check: "mail.staff", state: "ok" },
    ]);
  });

  it.each<[string, Parameters<typeof certificateOf>[1], boolean, RegExp]>([
    ["has expired", { from: -9 * day, to: -day }, true, /has expired/],
    ["is signed by itself", {}, false, /signed by itself/],
    ["ends soon", { from: -80 * day, to: 5.5 * day }, true, /ends in 5 days/],
  ])("is told when its certificate %s", async (_fault, given, isTrusted, what) => {
    setDefaultCACertificates(authorities);
    expect(await wrongs(await serveTls(given, isTrusted))).toEqual(named("mail.certificate", what));
  });

  it.each([
    [365, 20, "wrong"],
    [365, 22, "ok"],
    [90, 14, "wrong"],
    [90, 16, "ok"],
    [6, 0.9, "wrong"],
    [6, 1.1, "ok"],
  ])("a certificate of %i days that lasts for %d is %s", (all, left, state) => {
    const now = new Date("2026-11-21T10:00:00Z");
    const inDays = (days: number) => new Date(now.getTime() + days * day).toUTCString();
    const times = { valid_from: inDays(left - all), valid_to: inDays(left) };
    expect(ofExpiry("mail.certificate", "mail.example", times, now).state).toBe(state);
  });

  it("is told when its certificate, behind STARTTLS, is for another name", async () => {
    const certificate = await certificateOf("mail.organization.test");
    setDefaultCACertificates([...authorities, certificate.cert]);
    const smtp = await serve({ certificate });
    expect(await wrongs(smtp.url)).toEqual(named("mail.certificate", /is for another name/));
  });

  it("is told when it refuses the password, without telling it", async () => {
    const smtp = await serve();
    smtp.behavior = "535 at AUTH";
    const findings = await wrongs(smtp.url.replace("//", "//ada:open%20sesame@"));
    expect(findings).toEqual(named("mail.server", /refuses the login: .*535/));
    expect(JSON.stringify(findings)).not.toContain("sesame");
  });

  it("is told when it offers no TLS, and is another machine", async () => {
    // An address of this machine that does not look like one.
    const smtp = await serve({ host: "0.0.0.0" });
    expect(await wrongs(smtp.url)).toEqual(named("mail.server", /offers no TLS/));
  });

  it("is told when nobody answers, or there is no such machine", async () => {
    expect(await wrongs("smtp://127.0.0.1:1")).toEqual(
      named("mail.server", /Nobody answers at 127\.0\.0\.1:1/),
    );
    expect(await wrongs("smtp://mail.organization.invalid")).toEqual(
      named("mail.server", /There is no machine/),
    );
  });

  it("is not judged when no name server answers", () => {
    const error = Object.assign(new Error("getaddrinfo EAI_AGAIN mail.organization.test"), { code: "EDNS" });
    const finding = ofConversation(
      error,
      "mail.organization.test:587",
      false,
      "smtp://mail.organization.test",
    );
    expect(finding).toMatchObject({ check: "mail.server", state: "unknown" });
  });

  it("is told when it offers no login to whom SMTP_URL names an account", async () => {
    const smtp = await serve({ isOpen: true });
    const findings = await wrongs(smtp.url.replace("//", "//ada:secret@"));
    expect(findings).toEqual(named("mail.server", /offers no login/));
    expect(smtp.logins).toEqual([]);
  });

  it("is told when it speaks without TLS where smtps stands", async () => {
    const smtp = await serve();
    expect(await wrongs(smtp.url.replace("smtp:", "smtps:"))).toEqual(
      named("mail.server", /does not speak TLS from the start/),
    );
  });

  it("is told when it says nothing", async () => {
    const silence = await startSilence();
    onTestFinished(() => silence.close());
    limits.answerTimeout = 200;
    onTestFinished(() => {
      limits.answerTimeout = 120_000;
    });
    expect(await wrongs(silence.url)).toEqual(named("mail.server", /did not answer in time/));
  });

  it("is told when it is no mail server, or refuses everybody", async () => {
    const refusing = createServer((socket) => socket.end("554 5.7.1 you are on a list\r\n"));
    const port = await listen(refusing);
    onTestFinished(() => void refusing.close());
    expect(await wrongs(`smtp://localhost:${port}`)).toEqual(
      named("mail.server", /refuses the conversation: .*on a list/),
    );
  });

  it("is told when there is none, and when nobody or a sample is written to", async () => {
    expect(await wrongs("")).toEqual(named("mail.server", /SMTP_URL is not set/));
    const { url } = await serve();
    expect(await wrongs(url, "staff@organization.example")).toEqual(named("mail.staff", /a sample/));
  });
});
