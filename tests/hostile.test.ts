import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import packageJson from "../package.json" with { type: "json" };

/** Requests of one run, and the seed that makes them the same in each. */
const [count, seed] = [10_000, 20_261_121];

const folder = mkdtempSync(join(tmpdir(), "hostile-"));
let site: ChildProcess;
let address: string;
let log = "";
beforeAll(async () => {
  // As `npm start` runs it, but for npm, whose memory is not the site's.
  const [, , ...flags] = packageJson.scripts.start.split(" ");
  const env = { ...process.env, DATA_DIR: folder, PORT: "0", SUBMISSION_RATE_LIMIT: "0" };
  site = spawn(process.execPath, flags, { env, stdio: ["ignore", "pipe", "inherit"] });
  site.stdout?.on("data", (part) => {
    log += part;
  });
  await vi.waitFor(() => expect(log).toContain("The site is at "), { timeout: 120_000 });
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
  ..."/functions/fetch-events /team /privacy /typography /robots.txt /sitemap.xml /healthz /readyz".split(
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

/** @returns status and headers, or undefined when the connection was closed without an answer */
function send(): Promise<{ what: string; status: number; cache: string } | undefined> {
  const method = oneOf([
    "GET",
    "GET",
    "POST",
    "POST",
    "POST",
    "HEAD",
    "PUT",
    "OPTIONS",
    "TRACE",
    "PROPFIND",
    "DELETE",
  ]);
  const type = oneOf(types);
  const body = method === "POST" || random() < 0.1 ? hostileBody(type) : "";
  const given: Record<string, string> = Object.fromEntries(
    Array.from({ length: below(4) }, () => [oneOf(headers), oneOf(odd)]),
  );
  if (type) given["content-type"] = type;
  const path = hostilePath();
  return new Promise((resolve) => {
    const sent = request(address, {
      method,
      path,
      agent,
      headers: { ...given, "content-length": Buffer.byteLength(body) },
    });
    sent.on("response", (response) => {
      response.resume().on("end", () =>
        resolve({
          what: `${method} ${path.slice(0, 80)}`,
          status: response.statusCode ?? 0,
          cache: String(response.headers["cache-control"]),
        }),
      );
    });
    sent.on("error", () => resolve(undefined));
    sent.end(body);
  });
}

/** What the site holds of the machine's memory, in MiB. */
function residentMemory(): number {
  const kilobytes =
    process.platform === "linux"
      ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${site.pid}/status`, "utf8"))?.[1]
      : execFileSync("ps", ["-o", "rss=", "-p", String(site.pid)], { encoding: "utf8" });
  return Number(kilobytes) / 1024;
}

async function attack(requests: number): Promise<void> {
  const wrong: string[] = [];
  let answered = 0;
  const attacker = async () => {
    while (requests-- > 0) {
      const answer = await send();
      if (!answer) continue;
      answered += 1;
      const { what, status, cache } = answer;
      if (status >= 500 && status !== 503) wrong.push(`${what}: ${status}`);
      if (status >= 400 && /public/.test(cache)) wrong.push(`${what}: ${status} with ${cache}`);
    }
  };
  const all = requests;
  await Promise.all(Array.from({ length: 16 }, attacker));
  expect(wrong).toEqual([]);
  expect(answered / all).toBeGreaterThan(0.9);
}

it(`survives ${count} hostile requests, answers them below 500, and keeps no memory of them`, async () => {
  const before = residentMemory();
  await attack(count);
  await expect.poll(() => residentMemory() - before).toBeLessThan(40);
  expect(log.match(/\{"level":[56]0,.*/g)).toBeNull();
  expect(log).not.toMatch(/HYPERLINK|drop table|b\.example|alert\(1\)/);
  expect((await fetch(`${address}/contact`)).status).toBe(200);
}, 300_000);

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
