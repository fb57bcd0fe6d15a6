import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, type RequestOptions, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import packageJson from "../package.json" with { type: "json" };

/**
 * Requests of one run, and the seed that makes them the same in each. What came of them is printed by
 * `HOSTILE_REQUESTS=10000 HOSTILE_SEED=7 npx vitest run tests/hostile.test.ts`.
 */
const { HOSTILE_REQUESTS, HOSTILE_SEED } = process.env;
const count = Number(HOSTILE_REQUESTS ?? 5_000);
const seed = Number(HOSTILE_SEED ?? 20_261_121);

const folder = mkdtempSync(join(tmpdir(), "hostile-"));
let site: ChildProcess;
let address: string;
let log = "";
beforeAll(async () => {
  // As `npm start` runs it, but for npm, whose memory is not the site's: the shell and `env` make place for Node.
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const env = { ...process.env, PATH, DATA_DIR: folder, PORT: "0", SUBMISSION_RATE_LIMIT: "0" };
  site = spawn("sh", ["-c", packageJson.scripts.start], { env, stdio: ["ignore", "pipe", "inherit"] });
  site.stdout?.on("data", (part) => {
    log += part;
  });
  await vi.waitFor(() => expect(log).toContain("The site is at "), { timeout: 300_000 });
  address = /The site is at (http:[^"]+)/.exec(log)?.[1] ?? "";
});
afterAll(() => {
  agent.destroy();
  site.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Numbers from 0 up to 1 that look random: mulberry32. */
function randomNumbers(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = randomNumbers(seed);
const below = (limit: number) => Math.floor(random() * limit);
const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;

const paths = [
  ..."/ /contact /contact.data /learning/mastermind-application /learning/application.data /events /events.ics".split(
    " ",
  ),
  ..."/functions/fetch-events /team /privacy /typography /robots.txt /sitemap.xml /healthz /readyz /metrics".split(
    " ",
  ),
  ..."/photo-failures /contact/received?reference=ABCD-EFGH /__manifest /_root.data /assets /.well-known/x".split(
    " ",
  ),
  ..."/../../etc/passwd /%2e%2e/%2e%2e/etc/passwd /.git/config /%00 /%ff /%c0%af /constructor /__proto__".split(
    " ",
  ),
  ..."//evil.example /\\evil.example /events/%2e%2e /events/x.ics /events/constructor /events/__proto__.ics".split(
    " ",
  ),
];
const names = [
  ..."firstName lastName email phone motivation areasOfInterest communicationChannels agreeToTerms sendCopy".split(
    " ",
  ),
  ..."submissionId stamp website __proto__ constructor toString hasOwnProperty __intent__ __state__ .. [0] a.b.c".split(
    " ",
  ),
  ..."areasOfInterest[10000000] areasOfInterest[] firstName.a.a.a email[__proto__] $where {} firstName[length]".split(
    " ",
  ),
];
const values = [
  "",
  "on",
  "x".repeat(6_000),
  "=HYPERLINK(1)",
  "'; drop table notifications; --",
  "<script>alert(1)</script>",
  "\r\nBcc: a@b.example",
  "\0",
  "👩🏽‍🌾\uD800",
  "a@b.example",
  '{"type":"remove","payload":{"name":"firstName","index":0}}',
  "..".repeat(500),
  `${"a".repeat(3_000)}@`,
  "https://user:pw@evil.example/",
];
const types = [
  "application/x-www-form-urlencoded",
  "application/x-www-form-urlencoded; charset=utf-16",
  "multipart/form-data",
  "multipart/form-data; boundary=b",
  "multipart/form-data; boundary=",
  `multipart/form-data; boundary=${"b".repeat(200)}`,
  "application/json",
  "text/plain",
  "text/html; charset=\u00ff",
  "",
];
const odd = [
  "",
  "x".repeat(4_000),
  "*/*;q=",
  `a${" ".repeat(4_000)}b`,
  ",".repeat(2_000),
  "\t;;;=,",
  "null",
  "-1",
];
const headers = [
  ..."accept accept-encoding accept-language if-none-match if-modified-since range cookie referer user-agent".split(
    " ",
  ),
  ..."origin x-forwarded-for x-forwarded-host x-forwarded-proto forwarded x-http-method-override sec-fetch-site".split(
    " ",
  ),
  ..."x-react-router-data x-original-url content-encoding expect-ct upgrade-insecure-requests purpose".split(
    " ",
  ),
];

const methods = [..."GET GET POST POST POST HEAD PUT OPTIONS TRACE PROPFIND DELETE".split(" ")];

function hostilePath(): string {
  let path = oneOf(paths);
  if (random() < 0.2) path = path.replace(/[a-z]/, (letter) => letter.toUpperCase());
  if (random() < 0.2) path = path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  if (random() < 0.2)
    path += `${path.includes("?") ? "&" : "?"}${encodeURIComponent(oneOf(names))}=${below(1e6)}`;
  if (random() < 0.05) path += "/".repeat(below(3_000));
  if (random() < 0.05) path = `/${"a/".repeat(below(2_000))}`;
  return path;
}

function hostileBody(type: string): string {
  const fields = Array.from({ length: random() < 0.05 ? 900 : below(12) }, () => [
    oneOf(names),
    oneOf(values),
  ]);
  if (!type.startsWith("multipart") || random() < 0.1)
    return fields
      .map(([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`)
      .join("&");
  const parts = fields.map(
    ([name, value]) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${oneOf(["", '; filename="x.txt"', "; filename="])}\r\n\r\n${value}\r\n`,
  );
  return parts.join("") + oneOf(["--b--\r\n", "--b", "", "--b\r\n\r\n\r\n"]);
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

interface Answer {
  what: string;
  status: number;
  cache: string;
}

/** A body in pieces, each of which Node sends as a chunk. */
function* pieces(body: string): Generator<string> {
  for (let from = 0; from < body.length; ) {
    const length = 1 + below(5_000);
    yield body.slice(from, from + length);
    from += length;
  }
}

function send(): Promise<Answer | undefined> {
  const method = oneOf(methods);
  const type = oneOf(types);
  const body = method === "POST" || random() < 0.1 ? hostileBody(type) : "";
  const given: Record<string, string> = Object.fromEntries(
    Array.from({ length: below(4) }, () => [oneOf(headers), oneOf(odd)]),
  );
  if (type) given["content-type"] = type;
  const path = hostilePath();
  const isChunked = random() < 0.2;
  const length = isChunked
    ? { "transfer-encoding": "chunked" }
    : { "content-length": String(Buffer.byteLength(body)) };
  return ask({ method, path, agent, headers: { ...given, ...length } }, isChunked ? pieces(body) : [body]);
}

/** @returns undefined when the connection was closed without an answer */
function ask(options: RequestOptions, body: Iterable<string>): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const sent = request(address, options);
    sent.on("response", (response) => {
      response.resume().on("end", () =>
        resolve({
          what: `${options.method} ${options.path?.slice(0, 80)}`,
          status: response.statusCode ?? 0,
          cache: String(response.headers["cache-control"]),
        }),
      );
    });
    sent.on("error", () => resolve(undefined));
    for (const piece of body) sent.write(piece);
    sent.end();
  });
}

/** Requests that one connection sends without waiting, some of them no requests at all. */
async function sendAtOnce(): Promise<Answer[]> {
  const requests = Array.from({ length: 1 + below(12) }, () => {
    const body = random() < 0.5 ? "" : "firstName=Ada&email=";
    const length = oneOf([
      `Content-Length: ${body.length}`,
      "Content-Length: -1",
      "Transfer-Encoding: gzip",
      odd[0],
    ]);
    return `${oneOf(methods)} ${hostilePath()} HTTP/1.1\r\nHost: a\r\n${length}\r\n${oneOf(headers)}: x\r\n\r\n${body}`;
  });
  const socket = connect(Number(new URL(address).port), "127.0.0.1").on("error", () => {});
  let answers = "";
  socket.on("data", (part) => {
    answers += part.toString("latin1");
  });
  socket.end(requests.join(""));
  await once(socket, "close");
  return [...answers.matchAll(/HTTP\/1\.1 ([2-5]\d\d)[\s\S]*?\r\n\r\n/g)].map(([head, status]) => ({
    what: `at once: ${requests.join(" ").slice(0, 80)}`,
    status: Number(status),
    cache: String(/^cache-control: (.*)$/im.exec(head)?.[1]),
  }));
}

/** What the site holds of the machine's memory, in MiB. */
function residentMemory(): number {
  const kilobytes =
    process.platform === "linux"
      ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${site.pid}/status`, "utf8"))?.[1]
      : execFileSync("ps", ["-o", "rss=", "-p", String(site.pid)], { encoding: "utf8" });
  return Number(kilobytes) / 1024;
}

/** How long one look at a finished page takes, over a connection of its own, in milliseconds. */
async function visit(): Promise<number> {
  const begun = performance.now();
  const page = await fetch(`${address}/team`, { headers: { connection: "close" } });
  await page.arrayBuffer();
  return performance.now() - begun;
}

function medianOf(waits: number[]): number {
  return waits.sort((one, other) => one - other)[waits.length >> 1] ?? 0;
}

/** Looks again and again; what it gives ends that. */
function startVisits(): () => Promise<number> {
  const waits: number[] = [];
  let isOver = false;
  const visits = async () => {
    while (!isOver) waits.push(await visit());
  };
  const all = visits();
  return async () => {
    isOver = true;
    await all;
    return medianOf(waits);
  };
}

interface Outcome {
  /** How many answers have each status. */
  statuses: Record<number, number>;
  /** What should not have been answered so. */
  wrong: string[];
  /** How long a visitor waits meanwhile, and an attacker, in milliseconds (median). */
  waits: { visitor: number; attacker: number };
}

/** Does so many things, so many of them at once. */
async function attack(
  times: number,
  connections: number,
  act: () => Promise<(Answer | undefined)[]>,
): Promise<Outcome> {
  const wrong: string[] = [];
  const statuses: Record<number, number> = {};
  const waits: number[] = [];
  const endVisits = startVisits();
  const attacker = async () => {
    while (times-- > 0) {
      const begun = performance.now();
      const answers = await act();
      waits.push(performance.now() - begun);
      for (const answer of answers) {
        const { what, status, cache } = answer ?? { what: "", status: 0, cache: "" };
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status >= 500 && status !== 503) wrong.push(`${what}: ${status}`);
        if (status >= 400 && /public/.test(cache)) wrong.push(`${what}: ${status} with ${cache}`);
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, attacker));
  return { statuses, wrong, waits: { visitor: await endVisits(), attacker: medianOf(waits) } };
}

async function expectHarmless(name: string, attacking: () => Promise<Outcome>): Promise<Outcome> {
  const before = residentMemory();
  const outcome = await attacking();
  const after = residentMemory();
  if (HOSTILE_REQUESTS) {
    const report = { seed, ...outcome, MiB: [before, after].map(Math.round) };
    process.stdout.write(`${name}: ${JSON.stringify(report)}\n`);
  }
  expect(outcome.wrong).toEqual([]);
  expect(log.match(/\{"level":[56]0,.*/g)).toBeNull();
  expect(log).not.toMatch(/HYPERLINK|drop table|b\.example|alert\(1\)/);
  expect((await fetch(`${address}/contact`)).status).toBe(200);
  return outcome;
}

it(`survives ${count} hostile requests, answers them below 500, and keeps no memory of them`, async () => {
  const before = residentMemory();
  const { statuses } = await expectHarmless("hostile", () =>
    attack(count, 16, async () => (random() < 0.05 ? sendAtOnce() : [await send()])),
  );
  expect((statuses[0] ?? 0) / count).toBeLessThan(0.1);
  await expect.poll(() => residentMemory() - before).toBeLessThan(40);
});

describe("a form with mistakes, the costliest answer", () => {
  const body = new URLSearchParams({
    firstName: "x".repeat(6_000),
    motivation: "z ".repeat(2_000),
    email: "q",
  }).toString();
  const post = (connections: Agent | false) =>
    ask(
      {
        method: "POST",
        path: "/contact",
        agent: connections,
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "content-length": body.length,
          "accept-encoding": "br",
        },
      },
      [body],
    );

  it("64 connections that send it again and again hold nobody up", async () => {
    const many = new Agent({ keepAlive: true, maxSockets: 64 });
    const { statuses, waits } = await expectHarmless("64 connections", () =>
      attack(256, 64, async () => [await post(many)]),
    );
    many.destroy();
    expect(Object.keys(statuses)).toEqual(["400"]);
    // Below 100 ms on a machine that does nothing else.
    expect(waits.visitor).toBeLessThan(waits.attacker / 5);
  });

  it("300 new connections that send it at once hold nobody up", async () => {
    const { waits } = await expectHarmless("300 connections", () =>
      attack(300, 300, async () => [await post(false)]),
    );
    expect(waits.visitor).toBeLessThan(waits.attacker / 5);
  });
});

it.each(["CONNECT a:1", "GET /"])("stays up when who asks with %s goes as the answer comes", async (line) => {
  const port = Number(new URL(address).port);
  for (const before of ["", "GET /events HTTP/1.1\r\nHost: a\r\n\r\n".repeat(3)]) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.write(`${before}${line} HTTP/1.1\r\nHost: a\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n`);
    await once(socket, "data");
    // Resets the connection instead of ending it.
    socket.resetAndDestroy();
  }
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  expect(site.exitCode).toBeNull();
});
