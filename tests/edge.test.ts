// docs/specification.md, 'One spelling', 'Refusals', 'Limits of requests'

import { once } from "node:events";
import { IncomingMessage, request as send } from "node:http";
import { connect } from "node:net";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { setImmediate as nextPhase } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import errors from "#content/forms/errors.yaml";
import problems from "#content/problems.yaml";
import { form } from "./support/form.ts";
import { createTestSite, type TestSite } from "./support/site.ts";

let test: TestSite;
let address: string;
beforeAll(async () => {
  test = await createTestSite({ SUBMISSION_RATE_LIMIT: "0" });
  address = await test.listen();
  await test.services.calendar.firstLook;
});
afterAll(() => test.close());

const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers });
const headingOf = (status: number) => problems[String(status) as "404"].heading;

/** What a server answers to bytes that no client would send. */
async function raw(
  bytes: string,
  port = Number(new URL(address).port),
  sending: "write" | "end" = "write",
): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket[sending](bytes);
  let answer = "";
  socket.on("data", (data) => {
    answer += data;
  });
  socket.on("error", () => {});
  await once(socket, "close");
  return answer;
}

/** A refusal is a page of the site that no cache stores, with the headers of every page. */
function expectProblem(
  answer: { statusCode: number; body: string; headers: Record<string, unknown> },
  status: number,
) {
  expect(answer.statusCode).toBe(status);
  expect(answer.body).toContain(headingOf(status));
  expect(answer.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
    "permissions-policy": expect.stringContaining("camera=()"),
  });
}

function expectRefusal(answer: string) {
  expect(answer).toMatch(/^HTTP\/1.1 4/);
  expect(answer).toContain(headingOf(400));
  expect(answer.toLowerCase()).toMatch(/\r\ncontent-security-policy: default-src 'none'/);
  expect(answer.toLowerCase()).toMatch(/\r\nx-content-type-options: nosniff/);
}

describe("each address has one spelling", () => {
  it.each([
    ["/Team", "/team"],
    ["/TEAM/", "/team"],
    ["/%74eam", "/team"],
    ["//team", "/team"],
    ["/framework//overview", "/framework/overview"],
    ["/framework%2Foverview", "/framework/overview"],
    ["/About", "/about/compassion"],
    ["/eVents", "/events"],
    ["/Events.ics", "/events.ics"],
    ["/Sitemap.xml", "/sitemap.xml"],
    ["/Contact?from=letter&x=%41", "/contact?from=letter&x=%41"],
    ["/functions/Fetch-Events", "/functions/fetch-events"],
    ["/Healthz", "/healthz"],
    ["/healthz/", "/healthz"],
    ["/READYZ", "/readyz"],
    ["/%72eadyz", "/readyz"],
    ["/.Well-Known/Security.txt", "/.well-known/security.txt"],
    ["/ROBOTS.TXT", "/robots.txt"],
    ["/Favicon.svg", "/favicon.svg"],
  ])("%s leads to %s for good", async (from, to) => {
    const { statusCode, headers } = await get(from);
    expect([statusCode, headers.location]).toEqual([301, to]);
  });

  it.each([
    "/.git/config",
    "/.env",
    "/package.json",
    "/server/index.js",
    "/build/server/index.js",
    "/client/index.html",
    "/index.html",
    "/.vite/manifest.json",
    "/assets/",
    "/assets/../../server/index.js",
    "/..%2f..%2fpackage.json",
    "/a%2500",
    "/%2574eam",
    "/*a",
    "/a*b",
    "/events/*",
    "/Events/:slug",
    "/EVENTS/*",
    "/robots.txt*x",
    "/:a(",
    "/:a([)",
    "/events/%E4%BD%A0",
    "/events/%F0%9F%98%80.ics",
    "/events/%20x",
    "/events/%3Cb%3E",
    "/events/%C3%A4",
    "/events/%3Fx",
    "/events/%25",
    "/events/..",
    "/events/%2e%2e",
    "/events/.",
  ])("%s is nothing of ours", async (path) => {
    // Not by a client that would make something else of it first.
    for (const method of ["GET", "DELETE"])
      expect(await raw(`${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 404 Not Found\r\n[\s\S]*text\/html/,
      );
  });

  it("of an event as well", async () => {
    const [event] = test.services.calendar.current()?.events ?? [];
    const path = `/events/${event?.slug}`;
    expect((await get(path)).statusCode).toBe(200);
    for (const spelling of [`${path.toUpperCase()}`, path.replace("e", "%65"), `${path}/`]) {
      const { statusCode, headers } = await get(spelling);
      expect([statusCode, headers.location], spelling).toEqual([301, path]);
    }
  });

  it("and a form stays a form on its way there", async () => {
    const { statusCode, headers } = await test.app.inject({ url: "/Contact", ...form({ firstName: "Ada" }) });
    expect([statusCode, headers.location]).toEqual([308, "/contact"]);
  });

  it.each([
    "/nope",
    "/NOPE",
    "/nope/",
    "//evil.example",
    "/constructor",
    "/__proto__",
    "/assets",
    "/events/none",
  ])("%s is none", async (path) => {
    const answer = await get(path);
    expectProblem(answer, 404);
    expect(answer.headers.location).toBeUndefined();
  });

  it.each(["/%", "/%ff", "/a%00b", "/a%7fb", "/a%0d%0ax", "/%EF%BF%BD"])("%s is not text", async (path) => {
    expectProblem(await get(path), 400);
  });

  it("and none is longer than 2,000 characters", async () => {
    expectProblem(await get(`/${"a".repeat(2_000)}`), 414);
    expectProblem(await get(`/contact?${"a".repeat(2_000)}`), 414);
    expectProblem(await get(`/events/${"a".repeat(2_000)}`), 414);
    expectProblem(await get(`/events/${"a".repeat(200)}`), 404);
    expect((await get(`/contact?${"a".repeat(1_900)}`)).statusCode).toBe(200);
  });
});

describe("what is no request of a page", () => {
  it.each([
    ["PUT", "/contact", "GET, HEAD, POST"],
    ["DELETE", "/team", "GET, HEAD"],
    ["PATCH", "/events", "GET, HEAD"],
    ["OPTIONS", "/contact", "GET, HEAD, POST"],
    ["POST", "/team", "GET, HEAD"],
    ["PUT", "/functions/fetch-events", "GET, HEAD, POST"],
    ["POST", "/healthz", "GET, HEAD"],
    ["GET", "/contact.data", "POST"],
    ["TRACE", "/contact", "GET, HEAD, POST"],
    ["PROPFIND", "/", "GET, HEAD"],
    ["QUERY", "/events", "GET, HEAD"],
    ["DELETE", "/events/some-day", "GET, HEAD"],
  ])("%s %s is answered with 405 and what is allowed", async (method, path, allow) => {
    const request = send(address + path, { method }).end();
    const [response] = await once(request, "response");
    let body = "";
    for await (const chunk of response) body += chunk;
    expectProblem({ statusCode: response.statusCode, headers: response.headers, body }, 405);
    expect(response.headers.allow).toBe(allow);
  });

  it("is told again to who has the page about it", async () => {
    const { headers } = await get("/nope");
    expectProblem(await get("/nope", { "if-none-match": String(headers.etag) }), 404);
  });

  it("is refused with 404 where there is nothing, whatever the method", async () => {
    for (const method of ["PUT", "POST", "DELETE"] as const)
      expectProblem(await test.app.inject({ url: "/nope", method }), 404);
  });

  it("with two hosts, without a version, for a tunnel, an unknown method or endless headers is the site's own refusal", async () => {
    const twice = await raw("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n");
    const broken = await raw("GET / HTTP\r\n\r\n");
    const unknown = await raw("FOO / HTTP/1.1\r\nHost: a\r\n\r\n");
    const tunnel = await raw("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n");
    const endless = await raw(`GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`);
    const answers = [twice, broken, unknown, tunnel, endless];
    expect(answers.map((answer) => answer.split(" ")[1])).toEqual(["400", "400", "400", "400", "431"]);
    for (const answer of answers) expectRefusal(answer);
  });

  it("and comes too late is told so", async () => {
    const socket = new PassThrough();
    const late = Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    test.app.server.emit("clientError", late, socket);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  });

  it("and was given up, or came when the site had closed, is answered by nothing and logged by nothing", async () => {
    const site = await createTestSite();
    await site.listen();
    const given = Object.assign(new Error("reset"), { code: "ECONNRESET" });
    const unread = Object.assign(new Error("unread"), { code: "HPE_INVALID_METHOD" });
    const sockets = [new PassThrough(), new PassThrough()];
    const before = site.log.length;
    site.app.server.emit("clientError", given, sockets[0]);
    await expect.poll(() => sockets[0]?.destroyed).toBe(true);
    expect(site.log).toHaveLength(before);
    await site.close();
    site.app.server.emit("clientError", unread, sockets[1]);
    await expect.poll(() => sockets[1]?.destroyed).toBe(true);
    expect(sockets.map((socket) => socket.read())).toEqual([null, null]);
  });

  it("is refused to a browser that has the refusal as well", async () => {
    const { headers } = await get("/nope");
    expectProblem(await get("/nope", { "if-none-match": String(headers.etag) }), 404);
  });

  it("without a host, or with an expectation or a fragment that nobody knows, is answered by the site as well", async () => {
    expectRefusal(await raw("GET / HTTP/1.1\r\nConnection: close\r\n\r\n"));
    expectRefusal(await raw("GET /contact#x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"));
    expect(await raw("GET /team HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1.1 200 /);
    expect(await raw("GET /team HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n")).toMatch(
      /^HTTP\/1.1 200 /,
    );
  });

  it("with two lengths is refused, and what follows is no other request", async () => {
    const rest = "0\r\n\r\nGET /privacy HTTP/1.1\r\nHost: a\r\n\r\n";
    const head = "POST /contact HTTP/1.1\r\nHost: a\r\n";
    for (const lengths of [
      "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
      "Content-Length: 5\r\nContent-Length: 6\r\n",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
    ]) {
      const answer = await raw(`${head}${lengths}\r\n${rest}`);
      expect(answer.match(/HTTP\/1\.1 \d+/g), lengths).toEqual(["HTTP/1.1 400"]);
    }
  });

  it("in absolute form is answered like any other, and leads nowhere else", async () => {
    const ask = (target: string) => raw(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(await ask("http://evil.example/privacy")).toMatch(/^HTTP\/1.1 200 /);
    expect(await ask("http://evil.example")).not.toContain("evil.example");
    const moved = await ask("http://evil.example/About");
    expect(moved).toMatch(/\r\nlocation: \/about\/compassion\r\n/i);
  });

  it("refuses a body that is no form, and one that is too large", async () => {
    const post = (headers: Record<string, string>, payload: string) =>
      test.app.inject({ url: "/contact", method: "POST", headers, payload });
    expectProblem(await post({ "content-type": "application/json" }, "{}"), 415);
    expectProblem(await post({ "content-type": "multipart/form-data; boundary=x" }, "not a part"), 400);
    expectProblem(
      await post({ "content-type": "application/x-www-form-urlencoded" }, `a=${"x".repeat(1_000_000)}`),
      413,
    );
  });
});

describe("what a visitor can make the server do is bounded", () => {
  it("a page that no query changes is rendered once, for any query and any number of visitors", async () => {
    const site = await createTestSite();
    await site.services.calendar.firstLook;
    const paths = ["/", "/?utm_source=letter", "/?x=1", "/events", "/events?a", "/events?page=x"];
    const answers = await Promise.all([...paths, ...paths, ...paths].map((url) => site.app.inject({ url })));
    await site.close();
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(site.renders()).toBe(2);
    for (const { headers, body } of answers) {
      expect(headers["cache-control"]).toContain("public");
      expect(headers["content-security-policy"]).not.toContain("nonce");
      expect(body).not.toContain(" nonce=");
    }
  });

  it("an answer that is too long to be shown again is not, and what reads no body takes none", async () => {
    const long = await test.app.inject({ url: "/contact", ...form({ firstName: "x".repeat(15_001) }) });
    expectProblem(long, 413);
    const kept = await test.app.inject({ url: "/contact", ...form({ motivation: "x".repeat(15_000) }) });
    expect([kept.statusCode, kept.body.includes("x".repeat(15_000))]).toEqual([400, true]);
    const feed = (length: number) =>
      test.app.inject({ url: "/functions/fetch-events", ...form({ a: "x".repeat(length) }) });
    expect((await feed(10)).statusCode).toBe(200);
    expectProblem(await feed(2_000), 413);
    const multipart = await test.app.inject({
      url: "/contact",
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=b" },
      payload: "\r\n--".repeat(100_000),
    });
    expectProblem(multipart, 413);
  });

  it("calendars are made once for all who ask", async () => {
    let looks = 0;
    const site = await createTestSite();
    await site.services.calendar.firstLook;
    const { current } = site.services.calendar;
    site.services.calendar.current = () => {
      looks += 1;
      return current();
    };
    for (const url of ["/events.ics", "/functions/fetch-events", "/sitemap.xml"]) {
      looks = 0;
      const answers = await Promise.all(Array.from({ length: 9 }, () => site.app.inject({ url })));
      expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size, url).toBe(1);
      expect(looks, url).toBe(1);
      const again = await site.app.inject({
        url,
        headers: { "if-none-match": String(answers[0]?.headers.etag) },
      });
      expect(again.statusCode, url).toBe(304);
    }
    await site.close();
  });

  it("a form's page is rendered once, and each visitor gets values of his own", async () => {
    const site = await createTestSite();
    const copies = [];
    for (const url of ["/contact", "/contact?utm_source=x", "/contact"]) {
      const { body, headers } = await site.app.inject({ url });
      const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(body)?.[1] ?? "";
      const nonce = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1] ?? "";
      const used = new Set([...body.matchAll(/ nonce="([^"]+)"/g)].map((match) => match[1]));
      expect([...used]).toEqual([nonce]);
      // In the field, and in what hydrates the page.
      expect(body.split(field("submissionId"))).toHaveLength(3);
      expect(headers["cache-control"]).toMatch(/^private/);
      copies.push([field("submissionId"), field("stamp"), nonce, body.length]);
    }
    expect(site.renders()).toBe(1);
    await site.close();
    for (const part of [0, 2]) expect(new Set(copies.map((copy) => copy[part])).size).toBe(3);
    expect(new Set(copies.map((copy) => copy[3])).size).toBe(1);
  });

  it("problems are rendered once each, and no address costs more", async () => {
    const site = await createTestSite();
    for (let count = 0; count < 5; count += 1)
      for (const url of [`/nope-${count}`, `/events/none-${count}`, "/%", "/contact.data"])
        await site.app.inject({ url });
    await site.close();
    // 400, 404, 405.
    expect(site.renders()).toBe(3);
  });

  it("while more is asked for than can be rendered, finished pages are answered and the rest hears when to come back", async () => {
    let isFree = true;
    const reads = {
      run: async <Result>(work: () => Promise<Result>) => (isFree ? work() : undefined),
    };
    const site = await createTestSite({ SUBMISSION_RATE_LIMIT: "0" }, {}, reads);
    await site.services.calendar.firstLook;
    const visit = (url: string, fields?: Record<string, string>) =>
      site.app.inject({ url, ...(fields ? form(fields) : {}) });
    await visit("/events");
    isFree = false;
    for (const url of ["/team", "/healthz", "/events", "/favicon.svg"])
      expect((await visit(url)).statusCode, url).toBe(200);
    expectProblem(await visit("/nope"), 404);
    const valid = { firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: "on" };
    expect((await visit("/contact", valid)).statusCode).toBe(303);
    expect((await visit("/contact", { firstName: "A" })).statusCode).toBe(400);
    for (const answer of [await visit("/"), await visit("/contact")]) {
      expectProblem(answer, 503);
      expect(answer.headers["retry-after"]).toBe("5");
    }
    isFree = true;
    expect((await visit("/")).statusCode).toBe(200);
    await site.close();
  });

  it("who goes on to send what is no form is refused before it is read, for the time that is left", async () => {
    const site = await createTestSite({ SUBMISSION_RATE_LIMIT: "1" });
    const statuses = [];
    for (let count = 0; count < 12; count += 1)
      statuses.push((await site.app.inject({ url: "/contact", ...form({ firstName: "A" }) })).statusCode);
    const renders = site.renders();
    const answer = await site.app.inject({ url: "/contact", ...form({ firstName: "A" }) });
    const others = await Promise.all(["/contact", "/team"].map((url) => site.app.inject({ url })));
    await site.close();
    expect(statuses).toEqual([...Array(5).fill(400), ...Array(6).fill(429), 429]);
    expectProblem(answer, 429);
    expect(Number(answer.headers["retry-after"])).toBe(600);
    expect(site.renders() - renders).toBeLessThanOrEqual(1);
    expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  it("while the event loop lags, less may wait, also of what is sent", async () => {
    const calm = { ...Promise.withResolvers<void>(), taken: 0 };
    const submit = async () => {
      calm.taken += 1;
      await calm.promise;
      return { kind: "saved", reference: "ABCD-EFGH" } as const;
    };
    const site = await createTestSite(
      { SUBMISSION_RATE_LIMIT: "0" },
      { submissions: { submit, quarantine: submit } },
    );
    site.app.isUnderPressure = () => true;
    const valid = { firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: "on" };
    let refused = 0;
    const answers = Array.from({ length: 40 }, async () => {
      const answer = await site.app.inject({ url: "/contact", ...form(valid) });
      if (answer.statusCode === 503) refused += 1;
      return answer.statusCode;
    });
    await expect.poll(() => refused + calm.taken).toBe(40);
    // An eighth of 128 may wait; 40 would be few otherwise.
    expect(refused).toBeGreaterThan(0);
    calm.resolve();
    expect((await Promise.all(answers)).filter((status) => status === 303)).toHaveLength(40 - refused);
    await site.close();
  });

  it("the event loop lags when each round takes 300 ms", async () => {
    const site = await createTestSite();
    await site.app.ready();
    const wait = new Int32Array(new SharedArrayBuffer(4));
    for (let round = 0; round < 20 && !site.app.isUnderPressure(); round += 1) {
      Atomics.wait(wait, 0, 0, 300);
      await new Promise((resolve) => setTimeout(resolve));
    }
    const isUnderPressure = site.app.isUnderPressure();
    await site.close();
    expect(isUnderPressure).toBe(true);
  });

  it("a form's page is rendered again when the year in it is another one", async () => {
    let now = new Date("2026-12-31T23:59:59Z");
    const site = await createTestSite({}, { now: () => now });
    const years = async () =>
      /©\s*(?:<!-- -->)?\s*(\d{4})/.exec((await site.app.inject("/contact")).body)?.[1];
    expect([await years(), await years(), site.renders()]).toEqual(["2026", "2026", 1]);
    now = new Date("2027-01-01T00:00:00Z");
    await expect.poll(years).toBe("2027");
    expect(site.renders()).toBe(2);
    await site.close();
  });

  it.each([
    ["the feed says something else", { revision: "changed" }],
    ["an event begins", { phase: "changed" }],
  ])("a page that can no longer be rendered stays as it was when %s", async (_, change) => {
    const site = await createTestSite();
    const { calendar } = site.services;
    await calendar.firstLook;
    const page = await site.app.inject("/events");
    expect(page.statusCode).toBe(200);
    const { state } = calendar;
    calendar.current = () => {
      throw new Error("broken");
    };
    calendar.state = (now) => ({ ...state(now), ...change });
    for (let count = 0; count < 4; count += 1) {
      // It is rendered in vain, and once for all who ask.
      const failuresAfterVisit = async () => {
        const again = await site.app.inject("/events");
        expect([again.statusCode, again.body === page.body]).toEqual([200, true]);
        return site.log.filter(({ msg }) => msg === "a page failed").length;
      };
      await expect.poll(failuresAfterVisit).toBeGreaterThan(count);
    }
    expect((await site.app.inject("/")).statusCode).toBe(500);
    await site.close();
  });

  it("a form is taken, or told what is wrong, while what counts posts is away", async () => {
    const away = async () => {
      throw new Error("the database is away");
    };
    const site = await createTestSite({}, { invalidPosts: { take: away, spent: away } });
    const valid = { firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: "on" };
    const right = await site.app.inject({ url: "/contact", ...form(valid) });
    const wrong = await site.app.inject({ url: "/contact", ...form({ ...valid, email: "ada@" }) });
    const none = await site.app.inject({ url: "/contact", ...form({ a: "1" }) });
    await site.close();
    expect([right, wrong, none].map(({ statusCode }) => statusCode)).toEqual([303, 400, 400]);
    expect(wrong.body).toContain(errors.email);
  });

  it("one connection may ask again and again, one after the other", async () => {
    const socket = connect(Number(new URL(address).port), "127.0.0.1");
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    for (let count = 1; count <= 20; count += 1) {
      socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
      await expect.poll(() => answer.split("HTTP/1.1 200").length - 1, { interval: 5 }).toBe(count);
    }
    socket.destroy();
  });

  it("a connection that asks for more before it has read is answered what it may ask at once, told so, and closed", async () => {
    const stored: unknown[] = [];
    const submit = async (submission: unknown) => {
      stored.push(submission);
      return { kind: "saved", reference: "ABCD-EFGH" } as const;
    };
    const site = await createTestSite(
      { SUBMISSION_RATE_LIMIT: "0" },
      { submissions: { submit, quarantine: submit } },
    );
    const port = Number(new URL(await site.listen()).port);
    const body = "firstName=Ada&lastName=Moreno&email=ada@visitor.example&agreeToTerms=on";
    const post =
      "POST /contact HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n" +
      `Content-Length: ${body.length}\r\n\r\n${body}`;
    for (const count of [9, 200]) {
      stored.length = 0;
      const answer = await raw(post.repeat(count), port);
      const statuses = answer.match(/HTTP\/1\.1 \d+/g);
      expect(statuses).toEqual([...Array(8).fill("HTTP/1.1 303"), "HTTP/1.1 503"]);
      const refusal = answer.slice(answer.indexOf("HTTP/1.1 503")).toLowerCase();
      expect(refusal).toMatch(/\r\nconnection: close\r\n/);
      expect(refusal).toMatch(/\r\nretry-after: \d/);
      expect(refusal).toContain("default-src 'none'");
      expect(answer).toContain(headingOf(503));
      expect(stored).toHaveLength(8);
    }
    await site.close();
  });

  it("of what one connection sends at once no more is read than is answered, however much it is", async () => {
    // Node calls it once for each request that it reads.
    const read = vi.spyOn(
      IncomingMessage.prototype as unknown as { _addHeaderLines(): void },
      "_addHeaderLines",
    );
    const answers = await raw("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".repeat(1_900));
    const requests = read.mock.calls.length;
    read.mockRestore();
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toHaveLength(9);
    expect(requests).toBe(10);
  });

  it("who asks for a tunnel is answered after what was asked before", async () => {
    const isReady = async () => {
      for (let round = 0; round < 1_000; round += 1) await nextPhase();
      return true;
    };
    const site = await createTestSite({}, { isReady });
    // Its page is rendered once.
    await site.app.inject("/%ff");
    const bytes = "GET /readyz HTTP/1.1\r\nHost: a\r\n\r\nCONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\nGET /";
    const answers = await raw(bytes, Number(new URL(await site.listen()).port));
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
    await site.close();
  });

  it("a form is answered when its sender has ended to send, sends what is no request after it, or offers another protocol", async () => {
    const site = await createTestSite({ SUBMISSION_RATE_LIMIT: "0" });
    const port = Number(new URL(await site.listen()).port);
    const body = "firstName=Ada&lastName=Moreno&email=ada@visitor.example&agreeToTerms=on";
    const post = (more = "") =>
      `POST /contact HTTP/1.1\r\nHost: a\r\n${more}Content-Type: application/x-www-form-urlencoded\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`;
    const statuses = (answer: string) => answer.match(/HTTP\/1\.1 \d+/g)?.join(" ");
    expect(statuses(await raw(post(), port, "end"))).toBe("HTTP/1.1 303");
    expect(statuses(await raw(`${post()}no request\r\n\r\n`, port))).toBe("HTTP/1.1 303 HTTP/1.1 400");
    const offer = post("Connection: Upgrade\r\nUpgrade: websocket\r\n");
    expect(statuses(await raw(`${offer}${post()}`, port))).toBe("HTTP/1.1 303");
    await site.close();
  });

  it("slow senders and idle connections are closed in the end, and there are only so many", () => {
    const { server } = test.app;
    expect(server.headersTimeout).toBe(15_000);
    expect(server.requestTimeout).toBe(30_000);
    expect(server.timeout).toBe(60_000);
    expect(server.keepAliveTimeout).toBe(65_000);
    expect(server.maxConnections).toBe(2_000);
  });
});
