// docs/operations/doctor.md, 'What it looks at'

import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startDns, type Zone } from "../../../tests/support/outside/dns.ts";
import type { Context } from "../context.ts";
import { domainFindings } from "./mail-domain.ts";

const keyOf = (bits: number) => {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  return `v=DKIM1; k=rsa; p=${publicKey.export({ format: "der", type: "spki" }).toString("base64")}`;
};

const domain = "organization.test";
const healthy: Zone = {
  [domain]: { TXT: ["v=spf1 include:_spf.mail.test -all", "another=1"], MX: ["mx.mail.test"] },
  "_spf.mail.test": { TXT: ["v=spf1 ip4:192.0.2.0/24 ~all"] },
  [`_dmarc.${domain}`]: { TXT: ["v=DMARC1; p=quarantine"] },
  [`s1._domainkey.${domain}`]: { TXT: [keyOf(2048)] },
  "staff.test": { MX: ["mx.mail.test"] },
};

let dns: Awaited<ReturnType<typeof startDns>>;
beforeAll(async () => {
  dns = await startDns(healthy);
});
beforeEach(() => Object.assign(dns, { zone: healthy, behavior: "answer" }));
afterAll(() => dns.close());

async function examine(
  zone: Zone = {},
  more: Partial<Context> & { from?: string; to?: string; over?: string } = {},
) {
  dns.zone = { ...healthy, ...zone };
  const config = {
    mailFrom: more.from ?? `The site <site@${domain}>`,
    notifyTo: [more.to ?? "ada@staff.test"],
    siteUrl: `https://www.${domain}`,
    smtpUrl: more.over ?? "smtps://mail.test",
  };
  return domainFindings({ ...more, config, resolver: dns.resolver } as Context);
}

describe("the domain of the sender", () => {
  it("is well when servers, SPF, DKIM and DMARC are known", async () => {
    const findings = await examine();
    expect(findings.map(({ check, state }) => `${check} ${state}`)).toEqual([
      "domain.answers ok",
      "domain.spf ok",
      "domain.dmarc ok",
      "domain.dkim ok",
    ]);
  });

  it("is well with a key of a usual name beside one that was withdrawn", async () => {
    const findings = await examine({ [`s2._domainkey.${domain}`]: { TXT: ["v=DKIM1; p="] } });
    expect(findings.filter(({ state }) => state !== "ok")).toEqual([]);
  });

  const spf = (...texts: string[]) => ({ [domain]: { TXT: texts, MX: ["mx.mail.test"] } });
  const deep = Object.fromEntries(
    Array.from({ length: 12 }, (_, place) => [
      `n${place}.test`,
      { TXT: [`v=spf1 include:n${place + 1}.test -all`] },
    ]),
  );
  it.each<[string, Zone, string, RegExp]>([
    ["no SPF", spf("another=1"), "domain.spf", /has no SPF record/],
    ["two SPF records", spf("v=spf1 mx -all", "v=spf1 a -all"), "domain.spf", /has 2 SPF records/],
    ["SPF for everybody", spf("v=spf1 mx +all"), "domain.spf", /lets everybody send/],
    ["SPF without an end", spf("v=spf1 mx"), "domain.spf", /says nothing of all other servers/],
    [
      "SPF of too many look-ups",
      { ...deep, ...spf("v=spf1 include:n0.test -all") },
      "domain.spf",
      /more than 10 look-ups/,
    ],
    ["SPF that includes nothing", spf("v=spf1 include:gone.test -all"), "domain.spf", /includes gone\.test/],
    [
      "SPF that includes two records of one name",
      { ...spf("v=spf1 include:two.test -all"), "two.test": { TXT: ["v=spf1 a -all", "v=spf1 mx -all"] } },
      "domain.spf",
      /includes two\.test/,
    ],
    ["no DMARC", { [`_dmarc.${domain}`]: {} }, "domain.dmarc", /has no DMARC record/],
    [
      "two DMARC records",
      { [`_dmarc.${domain}`]: { TXT: ["v=DMARC1; p=none", "v=DMARC1; p=reject"] } },
      "domain.dmarc",
      /2 DMARC records/,
    ],
    [
      "a DMARC record without a policy",
      { [`_dmarc.${domain}`]: { TXT: ["v=DMARC1; rua=mailto:a@b.test"] } },
      "domain.dmarc",
      /does not say what to do/,
    ],
    [
      "a DKIM key that was withdrawn",
      { [`s1._domainkey.${domain}`]: { TXT: ["v=DKIM1; p="] } },
      "domain.dkim",
      /s1\._domainkey\.\S+ was withdrawn/,
    ],
    [
      "a DKIM key that is short",
      { [`s1._domainkey.${domain}`]: { TXT: [keyOf(512)] } },
      "domain.dkim",
      /has 512 bits/,
    ],
    [
      "a DKIM key that is cut",
      { [`s1._domainkey.${domain}`]: { TXT: [keyOf(1024).slice(0, 80)] } },
      "domain.dkim",
      /cannot be read/,
    ],
    ["no mail server", { [domain]: { TXT: ["v=spf1 -all"] } }, "domain.answers", /has no mail server/],
    [
      "a domain that takes no mail",
      { [domain]: { TXT: ["v=spf1 -all"], MX: [""] } },
      "domain.answers",
      /takes no e-mail/,
    ],
    [
      "staff whose domain is mistyped",
      { "staff.test": {} },
      "domain.answers",
      /staff\.test of NOTIFY_TO has no mail server/,
    ],
  ])("with %s is named, with what to do", async (_fault, zone, check, what) => {
    const wrong = (await examine(zone)).filter(({ state }) => state === "wrong");
    expect(wrong).toEqual([
      { check, state: "wrong", what: expect.stringMatching(what), todo: expect.stringMatching(/\S/) },
    ]);
  });

  it.each<[string, string, string | undefined, string | undefined]>([
    ["the site's", "site@post.organization.test", undefined, undefined],
    ["the staff's", "site@staff.test", undefined, undefined],
    ["the server's", "ada@gmail.com", "smtps://u:p@smtp.gmail.com:465", undefined],
    ["a provider's that another server sends for", "ada@gmail.com", undefined, "wrong"],
    ["another", "ada@elsewhere.test", undefined, "unknown"],
    ["another, sent by this machine", "ada@elsewhere.test", "smtp://127.0.0.1", "unknown"],
  ])("is told when it is not the organization's own: %s", async (_whose, from, over, state) => {
    const findings = await examine({}, { from, ...(over && { over }) });
    expect(findings.find(({ check }) => check === "domain.sender")?.state).toBe(state);
  });

  it("is followed upwards for DMARC, and lives by an address without a mail server", async () => {
    const below = { "post.organization.test": { TXT: ["v=spf1 a -all"], A: ["192.0.2.1"] } };
    const findings = await examine(below, { from: "site@post.organization.test" });
    expect(findings.find(({ check }) => check === "domain.answers")?.state).toBe("ok");
    expect(findings.find(({ check }) => check === "domain.dmarc")?.what).toContain(
      "_dmarc.organization.test",
    );
  });

  it("does not tell a DKIM key that nobody can guess from one that is missing, unless its name is given", async () => {
    const zone = { [`s1._domainkey.${domain}`]: {}, [`odd7._domainkey.${domain}`]: { TXT: [keyOf(1024)] } };
    const dkim = async (dkimSelector?: string) =>
      (await examine(zone, { dkimSelector })).find(({ check }) => check === "domain.dkim");
    expect(await dkim()).toMatchObject({
      state: "unknown",
      what: expect.stringContaining("could not be checked, because"),
    });
    expect(await dkim("odd7")).toMatchObject({ state: "ok" });
    expect(await dkim("odd8")).toMatchObject({
      state: "wrong",
      what: expect.stringContaining("odd8._domainkey"),
    });
  });

  it("is not called wrong while no name server answers", async () => {
    dns.behavior = "fail";
    const findings = await examine();
    expect(new Set(findings.map(({ state }) => state))).toEqual(new Set(["unknown"]));
    expect(findings).toHaveLength(5);
    for (const { what } of findings)
      expect(what).toMatch(/could not be checked, because no name server .*ESERVFAIL/);
  });

  it("is not asked for when it is a sample", async () => {
    const findings = await examine({}, { from: "a@b.example", to: "c@d.example" });
    expect(findings).toMatchObject([{ check: "domain.sender", state: "wrong" }]);
  });
});
