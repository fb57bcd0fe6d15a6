// docs/operations/doctor.md, 'What it looks at'

import { lookup, Resolver } from "node:dns/promises";
import { createServer } from "node:http";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import site from "#content/site.yaml";
import { readConfig } from "#server/config.ts";
import { certificateOf, day } from "../../../tests/support/outside/certificate.ts";
import { type FrontBehavior, listen, startFront, wellBehaved } from "../../../tests/support/outside/front.ts";
import { createTestSite, type TestSite } from "../../../tests/support/site.ts";
import { startSilence } from "../../../tests/support/smtp.ts";
import { root } from "../../root.ts";
import { silence } from "./ask.ts";
import { ofEach } from "./outside.ts";
import { ofHops } from "./proxy.ts";
import { siteFindings } from "./site.ts";

/** A busy machine takes its time. */
vi.mock(import("../context.ts"), async (original) => ({ ...(await original()), answerTimeout: 120_000 }));

type Front = Awaited<ReturnType<typeof startFront>>;

const authorities = getCACertificates();
const trust = (...certificates: { cert: string }[]) =>
  setDefaultCACertificates([...authorities, ...certificates.map(({ cert }) => cert)]);

/** The real site with a web server in front, and one at the port without TLS. */
let running: TestSite;
let front: Front;
let port: string;
let plainPort: number;
let redirect: { status: number; location: string };
let isReady = true;
let isMailOverdue = false;
let certificate: Awaited<ReturnType<typeof certificateOf>>;

beforeAll(async () => {
  certificate = await certificateOf("localhost");
  trust(certificate);
  // The site has to know its address before it is there.
  const reserved = createServer();
  const frontPort = await listen(reserved);
  await new Promise((resolve) => reserved.close(resolve));
  running = await createTestSite(
    { SITE_URL: `https://localhost:${frontPort}`, TRUST_PROXY: "1" },
    { isReady: async () => isReady, isMailOverdue: () => isMailOverdue },
  );
  const address = await running.listen();
  port = new URL(address).port;
  front = await startFront(address, certificate, frontPort);
  redirect = { status: 301, location: `${front.url}/` };
  const plain = createServer((_request, response) =>
    response.writeHead(redirect.status, { location: redirect.location }).end(),
  );
  plainPort = await listen(plain);
  return async () => {
    plain.close();
    front.close();
    await running.close();
    setDefaultCACertificates(authorities);
  };
});
afterEach(() => {
  Object.assign(front.behavior, wellBehaved);
  redirect = { status: 301, location: `${front.url}/` };
  isReady = true;
  isMailOverdue = false;
});

async function examine(
  env: Record<string, string> = {},
  more: { plainPort?: number; now?: () => Date } = {},
) {
  const config = readConfig({ SITE_URL: front.url, PORT: port, TRUST_PROXY: "1", ...env }, site);
  const now = () => new Date();
  return siteFindings({ ...{ config, root, now, plainPort, resolver: new Resolver() }, ...more });
}
const wrongs = async (...given: Parameters<typeof examine>) =>
  (await examine(...given)).filter(({ state }) => state === "wrong");

/** One fault is named, alone, with what to do about it. */
const named = (check: string, what: RegExp) => [
  { check, state: "wrong", what: expect.stringMatching(what), todo: expect.stringMatching(/\S.*/) },
];

describe("the site", () => {
  it("is well behind a web server that does its part", async () => {
    const findings = await examine();
    expect(findings.filter(({ state }) => state === "wrong")).toEqual([]);
    expect(findings.filter(({ state }) => state === "unknown").map(({ check }) => check)).toEqual([
      "site.outside",
    ]);
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        ...[
          "site.process",
          "site.certificate",
          "site.address",
          "site.build",
          "site.headers",
          "site.compression",
        ],
        ...["site.clock", "site.ready", "site.redirect", "site.metrics", "site.proxy"],
      ]),
    );
  });

  const without =
    (name: string): FrontBehavior["change"] =>
    ({ headers }) =>
      void delete headers[name];
  const rewritten =
    (change: (html: string) => string): FrontBehavior["change"] =>
    (answer, path) => {
      if (path !== "/" || answer.headers["content-encoding"] !== "br") return;
      answer.body = gzipSync(change(brotliDecompressSync(answer.body).toString()));
      answer.headers["content-encoding"] = "gzip";
    };
  const at =
    (address: string, change: FrontBehavior["change"]): FrontBehavior["change"] =>
    (answer, path) => {
      if (path === address) change(answer, path);
    };

  it.each<[string, FrontBehavior["change"], string, RegExp]>([
    ["the policy is removed", without("content-security-policy"), "site.headers", /content-security-policy/],
    [
      "a second policy is added",
      ({ headers }) => {
        headers["content-security-policy"] += ", default-src *";
      },
      "site.headers",
      /content-security-policy/,
    ],
    [
      "framing is allowed",
      ({ headers }) => {
        headers["x-frame-options"] = "SAMEORIGIN";
      },
      "site.headers",
      /x-frame-options/,
    ],
    [
      "a header is removed",
      without("cross-origin-opener-policy"),
      "site.headers",
      /changes cross-origin-opener-policy\./,
    ],
    [
      "pages are unpacked",
      (answer) => {
        if (answer.headers["content-encoding"] === "br") answer.body = brotliDecompressSync(answer.body);
        delete answer.headers["content-encoding"];
      },
      "site.compression",
      /uncompressed/,
    ],
    ["HSTS is removed", without("strict-transport-security"), "site.proxy", /although the site sends it/],
    [
      "HSTS is missing in a page that was kept",
      at("/", without("strict-transport-security")),
      "site.proxy",
      /has kept it/,
    ],
    [
      "the home page is another site's",
      rewritten((html) => html.replaceAll(site.name, "Elsewhere")),
      "site.address",
      /another site answers/,
    ],
    [
      "the site has another SITE_URL",
      rewritten((html) => html.replaceAll(front.url, "https://old.test")),
      "site.address",
      /calls itself https:\/\/old\.test/,
    ],
    [
      "another version answers",
      rewritten((html) => html.replaceAll("/assets/", "/assets/x")),
      "site.build",
      /another version/,
    ],
    [
      "the site is down",
      (answer) => Object.assign(answer, { status: 502, headers: {} }),
      "site.address",
      /answers 502/,
    ],
    [
      "it leads elsewhere",
      at("/", (answer) =>
        Object.assign(answer, { status: 301, headers: { location: "https://www.x.test/" } }),
      ),
      "site.address",
      /leads on to https:\/\/www\.x\.test/,
    ],
    [
      "/metrics is open",
      at("/metrics", (answer) =>
        Object.assign(answer, { status: 200, headers: { "content-type": "text/plain" } }),
      ),
      "site.metrics",
      /open to everybody/,
    ],
    [
      "its clock is another",
      ({ headers }) => {
        headers.date = new Date(Date.now() - 90_000).toUTCString();
      },
      "site.clock",
      /\d+ s ahead of/,
    ],
  ])("is told when %s", async (_fault, change, check, what) => {
    front.behavior.change = change;
    expect(await wrongs()).toEqual(named(check, what));
  });

  it.each<[string, () => unknown, string, RegExp]>([
    [
      "nothing is sent on of TLS",
      () => Object.assign(front.behavior, { requestHeaders: {} }),
      "site.proxy",
      /although the site sends it/,
    ],
    [
      "http shows pages",
      () => Object.assign(redirect, { status: 200 }),
      "site.redirect",
      /shows a page without TLS/,
    ],
    [
      "http leads elsewhere",
      () => Object.assign(redirect, { location: "https://x.test/" }),
      "site.redirect",
      /does not lead to/,
    ],
    [
      "no form can be stored",
      () => {
        isReady = false;
      },
      "site.ready",
      /not ready/,
    ],
    [
      "mails are overdue",
      () => {
        isMailOverdue = true;
      },
      "site.ready",
      /wait for e-mails/,
    ],
  ])("is told when %s", async (_fault, plant, check, what) => {
    plant();
    expect(await wrongs()).toEqual(named(check, what));
  });

  it.each<[string, Record<string, string>, string, RegExp]>([
    ["TRUST_PROXY is not set", { TRUST_PROXY: "" }, "site.proxy", /TRUST_PROXY is not set/],
    ["SITE_URL is a sample", { SITE_URL: "https://a.example" }, "site.address", /a sample/],
    [
      "SITE_URL leads to no machine",
      { SITE_URL: "https://organization.invalid" },
      "site.reach",
      /leads nowhere/,
    ],
    ["nobody answers at SITE_URL", { SITE_URL: "https://localhost:1" }, "site.reach", /nobody answers/],
  ])("is told when %s", async (_fault, env, check, what) => {
    expect(await wrongs(env)).toEqual(named(check, what));
  });

  it("is told when it believes what visitors claim of where they come from", async () => {
    const believing = await createTestSite({ SITE_URL: front.url, TRUST_PROXY: "2" });
    onTestFinished(() => believing.close());
    const second = await startFront(await believing.listen(), certificate);
    onTestFinished(() => second.close());
    const findings = await wrongs({ SITE_URL: second.url });
    expect(findings.filter(({ check }) => check === "site.hops")).toEqual(
      named("site.hops", /whatever visitors claim/),
    );
  });

  it.each<[string, string | undefined, boolean, string, RegExp]>([
    ["this machine's", "198.51.100.7", false, "ok", /198\.51\.100\.7, which it is/],
    ["this machine's, as IPv6 has it", "::ffff:198.51.100.7", false, "ok", /198\.51\.100\.7, which it is/],
    ["the inner one, which the name leads to", "127.0.0.1", true, "ok", /127\.0\.0\.1/],
    ["the inner one of a proxy", "127.0.0.1", false, "wrong", /too few/],
    ["a claimed one", "192.0.2.2", false, "wrong", /whatever visitors claim/],
    ["another", "203.0.113.9", false, "unknown", /takes this machine for 203\.0\.113\.9/],
    ["not told", undefined, false, "unknown", /does not arrive/],
    ["no address", "<html>", false, "unknown", /does not arrive/],
  ])("is judged by the address that it sees: %s", (_whose, address, isNear, state, what) => {
    const own = ["127.0.0.1", "198.51.100.7"];
    expect(ofHops(address, { own, isNear })).toMatchObject({ state, what: expect.stringMatching(what) });
  });

  it("is told by how many proxies it counts too many", () => {
    const { todo } = ofHops("192.0.2.2", { own: [], isNear: false });
    expect(todo).toContain("a TRUST_PROXY that is lower by 2,");
  });

  it("is told when one of the addresses of its name leads elsewhere", async () => {
    const { address } = await lookup("localhost");
    const [here = "", there = ""] = address === "::1" ? ["::1", "127.0.0.1"] : ["127.0.0.1", "::1"];
    expect(await ofEach(front.url, [here], false)).toEqual([]);
    front.behavior.change = (answer) => Object.assign(answer, { status: 404 });
    expect(await ofEach(front.url, [here], false)).toEqual(
      named("site.outside", /the home page answers 404/),
    );
    Object.assign(front.behavior, wellBehaved);
    const dead = front.url.replace("localhost", "organization.test");
    expect(await ofEach(dead, [there, here], true)).toEqual(
      named(
        "site.outside",
        new RegExp(`^organization.test leads to .* but nobody answers there at ${there}: `),
      ),
    );
  });

  it("is not judged when no name server answers", () => {
    const error = Object.assign(new Error("getaddrinfo EAI_AGAIN"), { code: "EAI_AGAIN" });
    expect(silence(error).isUnknown).toBe(true);
  });

  it("is told when nobody answers but something in front that has kept pages", async () => {
    front.behavior.change = (answer, path) => {
      if (path !== "/") Object.assign(answer, { status: 503, headers: {}, body: Buffer.from("<html>") });
    };
    expect(await wrongs({ PORT: "1" })).toEqual(named("site.ready", /^No instance of the site answers/));
  });

  it("is told when nobody answers without TLS", async () => {
    expect(await wrongs({}, { plainPort: 1 })).toEqual(named("site.redirect", /nobody answers/));
  });

  it("is told when the running site believes no web server", async () => {
    const distrusting = await createTestSite({ SITE_URL: front.url });
    onTestFinished(() => distrusting.close());
    const address = await distrusting.listen();
    front.behavior.change = ({ headers }) => void delete headers["strict-transport-security"];
    expect(await wrongs({ PORT: new URL(address).port })).toEqual(
      named("site.proxy", /the running site believes no proxy/),
    );
  });

  it("is told when another program has its port, and when it does not run", async () => {
    const other = createServer((_request, response) => response.end("hello"));
    const otherPort = await listen(other);
    onTestFinished(() => void other.close());
    const env = { HOST: "localhost", PORT: String(otherPort) };
    expect(await wrongs(env)).toEqual(named("site.process", /another program answers/));
    const findings = await examine({ PORT: "1" });
    expect(findings.find(({ check }) => check === "site.process")).toMatchObject({ state: "unknown" });
    expect(findings.filter(({ state }) => state === "wrong")).toEqual([]);
    expect(await wrongs({ HOST: "192.0.2.1", PORT: "1" })).toEqual(
      named("site.process", /HOST is 192\.0\.2\.1, .* no address of this machine/),
    );
  });

  it.each<[string, Parameters<typeof certificateOf>, boolean, RegExp]>([
    ["has expired", ["localhost", { from: -9 * day, to: -day }], true, /has expired/],
    ["is not valid yet", ["localhost", { from: day, to: 9 * day }], true, /is not valid yet/],
    ["is for another name", ["www.organization.test"], true, /is for another name/],
    ["is signed by itself", ["localhost"], false, /is signed by itself/],
    ["ends soon", ["localhost", { from: -80 * day, to: 10.5 * day }], true, /ends in 10 days/],
  ])("is told when its certificate %s, and all else is looked at", async (_fault, given, isTrusted, what) => {
    const own = await certificateOf(...given);
    const second = await startFront(`http://localhost:${port}`, own);
    onTestFinished(() => {
      second.close();
      trust(certificate);
    });
    if (isTrusted) trust(certificate, own);
    redirect.location = `${second.url}/`;
    second.behavior.change = rewritten((html) => html.replaceAll(front.url, second.url));
    expect(await wrongs({ SITE_URL: second.url })).toEqual(named("site.certificate", what));
  });

  it("is told when there is no TLS behind https, and none in SITE_URL", async () => {
    const plain = await startFront(`http://localhost:${port}`);
    onTestFinished(() => plain.close());
    const SITE_URL = plain.url.replace("http:", "https:");
    expect(await wrongs({ SITE_URL })).toEqual(named("site.reach", /no TLS at its port/));
    plain.behavior.change = rewritten((html) => html.replaceAll(front.url, plain.url));
    expect(await wrongs({ SITE_URL: plain.url })).toEqual(named("site.tls", /without https/));
  });

  it("waits for an answer no longer than it may", async () => {
    const silence = await startSilence();
    onTestFinished(() => silence.close());
    const SITE_URL = silence.url.replace("smtp:", "https:");
    expect(await wrongs({ SITE_URL })).toEqual(named("site.reach", /does not answer in time/));
  });
});
