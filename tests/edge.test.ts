// docs/specification.md, 'One spelling', 'Refusals', 'Limits of requests'

import { once } from "node:events";
import { IncomingMessage, request as send } from "node:http";
import { connect } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { setImmediate as nextPhase } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import errors from "#content/forms/errors.yaml";
import problems from "#content/problems.yaml";
import owner from "#content/site.yaml";
import { postsWindow } from "#server/open-store.ts";
import { calendarOf, serveCalendar } from "./support/calendar-server.ts";
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
    ["/Metrics/", "/metrics"],
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
    const long = await raw(`GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const answers = [twice, broken, unknown, tunnel, endless, long];
    expect(answers.map((answer) => answer.split(" ")[1])).toEqual(["400", "400", "400", "400", "431", "431"]);
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

it.each([
  ["application/x-www-form-urlencoded", 512 * 1_024, "&x=", ""],
  [
    "multipart/form-data; boundary=b",
    256 * 1_024,
    '\r\n--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n',
    "\r\n--b--\r\n",
  ],
])("a body of %s is read up to %i bytes", async (type, most, field, end) => {
  const body = (size: number) => {
    const rest = size - field.length - end.length;
    // No answer is longer than one may be.
    const others = field.padEnd(14_000, "x").repeat(Math.floor(rest / 14_000));
    return others + field + "x".repeat(rest - others.length) + end;
  };
  const post = (size: number) =>
    test.app.inject({
      url: "/contact",
      method: "POST",
      headers: { "content-type": type },
      payload: body(size),
    });
  // No field of the form's is in it.
  expectProblem(await post(most), 400);
  expectProblem(await post(most + 1), 413);
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
    // With the field's name.
    expect((await feed(1_024 - 2)).statusCode).toBe(200);
    expectProblem(await feed(1_025 - 2), 413);
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

  it("of 501 calendars the one that was made first is made again, and no other", async () => {
    const entries = Array.from({ length: 501 }, (_, index) => ({
      uid: `${index}@x`,
      title: `Talk ${index}`,
    }));
    const calendar = calendarOf(String(owner.hosts[0]), entries);
    const feed = await serveCalendar((_request, response) => response.end(calendar));
    const site = await createTestSite({ EVENTS_FEED_URL: feed.url });
    const { firstLook, current } = site.services.calendar;
    let looks = 0;
    const urls = (await firstLook)?.events.map(({ slug }) => `/events/${slug}.ics`) ?? [];
    expect(urls).toHaveLength(501);
    site.services.calendar.current = () => {
      looks += 1;
      return current();
    };
    for (const url of urls) expect((await site.app.inject({ url })).statusCode).toBe(200);
    expect(looks).toBe(501);
    await site.app.inject({ url: String(urls[1]) });
    expect(looks).toBe(501);
    await site.app.inject({ url: String(urls[0]) });
    expect(looks).toBe(502);
    await site.close();
    await feed.close();
  });

  it("a form's page is rendered once, and each visitor gets values of his own", async () => {
    const site = await createTestSite();
    const copies = [];
    for (const url of ["/contact?utm_source=x", "/contact", "/contact?utm_source=y"]) {
      const { body, headers } = await site.app.inject({ url });
      expect(body).not.toContain("utm_source");
      const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(body)?.[1] ?? "";
      const nonce = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1] ?? "";
      const used = new Set([...body.matchAll(/ nonce="([^"]+)"/g)].map((match) => match[1]));
      expect([...used]).toEqual([nonce]);
      // In the field alone, where the form's script reads it.
      expect(body.split(field("submissionId"))).toHaveLength(2);
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
    const site = await createTestSite({ SUBMISSION_RATE_LIMIT: "0" }, {}, { reads });
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
    const { state } = site.services.calendar;
    site.services.calendar.state = (now) => ({ ...state(now), phase: "changed" });
    // From before an event began, which is better than none, however often it is asked for.
    for (let count = 0; count < 2; count += 1) expect((await visit("/events")).statusCode).toBe(200);
    isFree = true;
    expect((await visit("/")).statusCode).toBe(200);
    await site.close();
  });

  it.each(["/contact", "/learning/mastermind-application"])(
    "while more is sent to %s than can be stored, a form is shown again as it came, and the database is not asked",
    async (url) => {
      const full = { run: async () => undefined };
      const asked = vi.fn(async () => 0);
      const store = vi.fn(async () => ({ kind: "saved", reference: "ABCD-EFGH" }) as const);
      const site = await createTestSite(
        {},
        {
          submissions: { submit: store, quarantine: store },
          invalidPosts: { take: asked, spent: async () => 0 },
        },
        { posts: full },
      );
      const given = { firstName: "Ada", lastName: "O'Moreno <&>", email: "ada@visitor.example" };
      for (const [fields, status] of [
        [{ ...given, phone: "+1 555 0100", agreeToTerms: "on" }, url === "/contact" ? 503 : 400],
        [given, 400],
        [{ ...given, agreeToTerms: "on", subject: "a robot" }, 503],
      ] as const) {
        const answer = await site.app.inject({ url, ...form(fields) });
        expect(answer.statusCode).toBe(status);
        expect(answer.headers["cache-control"]).toBe("private, no-cache");
        for (const value of ["Ada", "O&#x27;Moreno &lt;&amp;&gt;", "ada@visitor.example"])
          expect(answer.payload).toContain(`value="${value}"`);
        if (status === 503) expect(answer.headers["retry-after"]).toBe("30");
      }
      expect(store).not.toHaveBeenCalled();
      expect(asked).not.toHaveBeenCalled();
      await site.close();
      // Nor does that go on without end.
      const overrun = await createTestSite({}, {}, { posts: full, refusals: full });
      const answer = await overrun.app.inject({ url, ...form(given) });
      expectProblem(answer, 503);
      expect(answer.headers["retry-after"]).toBe("5");
      await overrun.close();
    },
  );

  it("who goes on to send what is no form is refused before it is read, for the time that is left", async () => {
    const site = await createTestSite({ SUBMISSION_RATE_LIMIT: "1", TRUST_PROXY: "1" });
    const post = (client: string) => {
      const { headers, ...rest } = form({ firstName: "A" });
      return site.app.inject({
        url: "/contact",
        ...rest,
        headers: { ...headers, "x-forwarded-for": client },
      });
    };
    const statuses = [];
    for (let count = 0; count < 12; count += 1) statuses.push((await post("192.0.2.7")).statusCode);
    const renders = site.renders();
    const answer = await post("192.0.2.7");
    const rendered = site.renders() - renders;
    const neighbor = await post("192.0.2.8");
    const others = await Promise.all(["/contact", "/team"].map((url) => site.app.inject({ url })));
    await site.close();
    expect(statuses).toEqual([...Array(5).fill(400), ...Array(6).fill(429), 429]);
    expectProblem(answer, 429);
    expect(Number(answer.headers["retry-after"])).toBe(postsWindow);
    expect(rendered).toBeLessThanOrEqual(1);
    expect(neighbor.statusCode).toBe(400);
    expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  it.each([
    ["renderings", 16, 64, false],
    ["renderings", 16, 8, true],
    ["posts", 64, 128, false],
    ["posts", 64, 16, true],
  ] as const)(
    "%s: %i are under way and %i wait, while the event loop lags: %s",
    async (kind, first, most, lags) => {
      const held = Promise.withResolvers<void>();
      let begun = 0;
      const hold = async <Result>(result: Result) => {
        begun += 1;
        await held.promise;
        return result;
      };
      const submit = () => hold({ kind: "saved", reference: "ABCD-EFGH" } as const);
      const site = await createTestSite(
        { SUBMISSION_RATE_LIMIT: "0" },
        { submissions: { submit, quarantine: submit } },
      );
      const { calendar } = site.services;
      const snapshot = await calendar.firstLook;
      calendar.current = () => undefined;
      calendar.soon = () => hold(snapshot);
      const valid = {
        firstName: "Ada",
        lastName: "Moreno",
        email: "ada@visitor.example",
        agreeToTerms: "on",
      };
      const refused: [Awaited<ReturnType<typeof get>>, isPage: boolean][] = [];
      const ask = async (index: number) => {
        // Posts come from the page, or from its script.
        const url = index % 2 ? "/contact" : "/contact.data";
        const asked = kind === "posts" ? { url, ...form(valid) } : `/events/none-${index}`;
        const answer = await site.app.inject(asked);
        if (answer.statusCode === 503) refused.push([answer, kind === "posts" && index % 2 === 1]);
      };
      // Whatever the machine does beside it.
      site.app.isUnderPressure = () => false;
      const underWay = Array.from({ length: first }, (_, index) => ask(index));
      await expect.poll(() => begun).toBe(first);
      site.app.isUnderPressure = () => lags;
      const later = Array.from({ length: most + 5 }, (_, index) => ask(first + index));
      await expect.poll(() => refused.length).toBe(5);
      expect(begun).toBe(first);
      held.resolve();
      await Promise.all([...underWay, ...later]);
      await site.close();
      expect([begun, refused.length]).toEqual([first + most, 5]);
      for (const [answer, isPage] of refused) {
        // A form that the browser sends is shown again as it came.
        if (isPage) expect(answer.payload).toContain(`value="${valid.lastName}"`);
        else expectProblem(answer, 503);
        expect(answer.headers["retry-after"]).toBe(isPage ? "30" : "5");
      }
    },
  );

  it("the event loop lags when a round takes more than 200 ms on average", async () => {
    const { prototype } = Object.getPrototypeOf(monitorEventLoopDelay().constructor);
    const mean = vi.spyOn(prototype, "mean", "get").mockReturnValue(215e6);
    const site = await createTestSite();
    await site.app.ready();
    // Looks are 10 ms apart, which is no lag.
    for (const [milliseconds, lags] of [
      [215, true],
      [205, false],
    ] as const) {
      mean.mockReturnValue(milliseconds * 1e6);
      await expect.poll(() => site.app.isUnderPressure()).toBe(lags);
    }
    mean.mockRestore();
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

  it.each([
    ["whose bodies nobody reads", "POST /nope HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na"],
    [
      "that ask whether they may go on",
      "POST /team HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\na",
    ],
  ])("also of requests %s, which are answered while others are read", async (_, request) => {
    // The refusal's page is rendered once.
    await raw(request.replace("Host", "Connection: close\r\nHost"));
    const answers = await raw(request.repeat(900));
    expect(answers.match(/HTTP\/1\.1 [2-5]\d\d/g)).toHaveLength(9);
  });

  describe("a body in chunks", () => {
    const head = (line: string, more = "") =>
      `${line} HTTP/1.1\r\nHost: a\r\n${more}Content-Type: application/x-www-form-urlencoded\r\n` +
      "Transfer-Encoding: chunked\r\n\r\n";
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    /** Calls of what Node tells of each part of a body that it reads. */
    const countParts = async () => {
      const [[{ constructor: Request }]] = await Promise.all([
        once(test.app.server, "request"),
        raw("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
      ]);
      return vi.spyOn(Request.prototype, "push");
    };

    it.each([
      ["of a form", "POST /contact", ["400"]],
      [
        "with an offer of another protocol",
        "POST /contact",
        ["400"],
        "Connection: upgrade\r\nUpgrade: a\r\n",
      ],
      ["that asks whether it may go on", "POST /contact", ["100", "400"], "Expect: 100-continue\r\n"],
      ["for a tunnel", "CONNECT a:1", ["400"]],
      ["that nobody reads", "GET /healthz", ["200", "400"]],
      ["to a file", "GET /favicon.svg", ["200", "400"]],
      // Its page is sent at once to whoever takes it compressed.
      ["to nothing", "POST /nope", ["404", "400"], "Accept-Encoding: br\r\n"],
    ])(
      "of one byte is refused %s, and neither is it read on nor what follows",
      async (_, line, statuses, more = "") => {
        const before = "GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n".repeat(2);
        const after = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".repeat(3);
        // The refusal's page is rendered once.
        await get("/nope");
        const parts = await countParts();
        for (const end of [chunk(""), "0\r\na: b\r\n\r\n", chunk("a").repeat(5_000), "no chunk\r\n"]) {
          parts.mockClear();
          const answers = await raw(before + head(line, more) + chunk("a").repeat(9_000) + end + after);
          expect(answers.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(["200", "200", ...statuses]);
          expectRefusal(answers.slice(answers.lastIndexOf("HTTP/1.1 ")));
          expect(parts.mock.calls.length).toBeLessThan(300);
        }
        parts.mockRestore();
      },
    );

    it("like those of a proxy, or in small packets, is taken", async () => {
      const site = await createTestSite({ SUBMISSION_RATE_LIMIT: "0" });
      const port = Number(new URL(await site.listen()).port);
      const fields = "firstName=Ada&lastName=Moreno&email=ada@visitor.example&agreeToTerms=on&motivation=";
      const body = fields.padEnd(4_000, "Because. ");
      const all = (size: number) => body.match(new RegExp(`.{1,${size}}`, "gs")) ?? [];
      const close = "Connection: close\r\n";
      const post = (parts: string[]) =>
        raw(head("POST /contact", close) + parts.map(chunk).join("") + chunk(""), port);
      // Some chunks are small, and all of them are larger than nothing but a robot sends.
      for (const size of [64, 100, 1_400, 4_000])
        expect(await post(all(size)), String(size)).toMatch(/^HTTP\/1\.1 303/);
      // So many of one byte lack 8 KiB to chunks of 64 bytes.
      const most = Math.floor((8 * 1_024) / 63);
      const begun = (count: number) => [...body.slice(0, count), body.slice(count)];
      expect(await post(begun(most))).toMatch(/^HTTP\/1\.1 303/);
      expectRefusal(await post(begun(most + 1)));
      const socket = connect(port, "127.0.0.1").setNoDelay();
      const answer = text(socket);
      socket.write(
        head("POST /contact", close).replace("Transfer-Encoding: chunked", `Content-Length: ${body.length}`),
      );
      for (const part of all(10)) {
        socket.write(part);
        await nextPhase();
      }
      expect(await answer).toMatch(/^HTTP\/1\.1 303/);
      await site.close();
    });
  });

  it("long bodies come in 128 at once, 16 of one client, and short ones beside them", async () => {
    const site = await createTestSite({ SUBMISSION_RATE_LIMIT: "0", TRUST_PROXY: "1" });
    const port = Number(new URL(await site.listen()).port);
    const head = (length: string, client: number) =>
      `POST /contact HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Forwarded-For: 192.0.2.${client}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\n${length}\r\n\r\n`;
    const post = (body: string, client = 200) =>
      raw(`${head(`Content-Length: ${body.length}`, client)}${body}`, port);
    const valid = "firstName=Ada&lastName=Moreno&email=ada@visitor.example&agreeToTerms=on";
    const long = `${valid}&motivation=${"%C3%A9".repeat(3_000)}`;
    const sender = (_: unknown, index: number) => {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      const client = Math.floor(index / 16);
      if (index % 4 === 2)
        socket.write(`${head("Transfer-Encoding: chunked", client)}4000\r\n${"x".repeat(16_384)}\r\n1\r\nx`);
      else if (index % 2) socket.write(head("Content-Length: 16385", client));
      else socket.write(`${head("Transfer-Encoding: chunked", client)}4001\r\n${"x".repeat(16_385)}`);
      return socket;
    };
    const chunks = (body: string) =>
      `${body.replaceAll(/.{1,400}/g, (part) => `${part.length.toString(16)}\r\n${part}\r\n`)}0\r\n\r\n`;
    const postInChunks = (body: string, client: number) =>
      raw(head("Transfer-Encoding: chunked", client) + chunks(body), port);
    // It gives its place back.
    expect(await post(long, 0)).toMatch(/^HTTP\/1\.1 303/);
    const senders = Array.from({ length: 15 }, sender);
    // One place is left, and one is what it takes.
    await nextPhase();
    expect(await postInChunks(long, 0)).toMatch(/^HTTP\/1\.1 303/);
    senders.push(sender(undefined, 15));
    await expect.poll(() => post(long, 0)).toMatch(/^HTTP\/1\.1 503/);
    // Also when it says only as it comes how long it is.
    const inChunks = await postInChunks(long, 0);
    expect(inChunks).toMatch(/^HTTP\/1\.1 503 [\s\S]*default-src 'none'[\s\S]*retry-after: 5/i);
    expect(await post(long)).toMatch(/^HTTP\/1\.1 303/);
    // Who gives nearly all places back has taken the one that is left.
    for (const socket of senders.splice(0, 15)) socket.destroy();
    const connections = () => new Promise((say) => site.app.server.getConnections((_, count) => say(count)));
    await expect.poll(connections).toBe(1);
    senders.push(...Array.from({ length: 15 }, sender));
    await expect.poll(() => post(long, 0)).toMatch(/^HTTP\/1\.1 503/);
    senders.push(...Array.from({ length: 112 }, (_, index) => sender(_, 16 + index)));
    await expect.poll(() => post(long)).toMatch(/^HTTP\/1\.1 503/);
    const refusal = await post(long);
    expect(refusal).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 5/i);
    expect(refusal).toContain("default-src 'none'");
    // What is not read closes the connection, also of who would keep it.
    const kept = head("Content-Length: 16385", 200).replace("Connection: close\r\n", "");
    expect(await raw(`${kept}x`, port)).toMatch(/^HTTP\/1\.1 503 .*\r\n(.+\r\n)*connection: close\r\n/i);
    expect(await post(valid)).toMatch(/^HTTP\/1\.1 303/);
    for (const socket of senders) socket.destroy();
    await expect.poll(() => post(long)).toMatch(/^HTTP\/1\.1 303/);
    await site.close();
  });

  it("long bodies that do not come to their end give their places back, also when nobody hangs up", async () => {
    const site = await createTestSite({ SUBMISSION_RATE_LIMIT: "0" });
    Object.assign(site.app.server, { requestTimeout: 500, connectionsCheckingInterval: 100 });
    const port = Number(new URL(await site.listen()).port);
    const head = (length: number) =>
      `POST /contact HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n`;
    const senders = Array.from({ length: 16 }, () => {
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {});
      socket.write(head(16_385));
      return socket;
    });
    const drops = setInterval(() => senders.forEach((socket) => void socket.write("a")), 50);
    await Promise.all(senders.map((socket) => once(socket, "readable")));
    const long = `firstName=Ada&lastName=Moreno&email=ada@visitor.example&agreeToTerms=on&motivation=${"%C3%A9".repeat(3_000)}`;
    await expect.poll(() => raw(head(long.length) + long, port)).toMatch(/^HTTP\/1\.1 303/);
    clearInterval(drops);
    for (const socket of senders) socket.destroy();
    await site.close();
  });

  it("long bodies from one network of IPv6 are those of one client", async () => {
    const site = await createTestSite({ SUBMISSION_RATE_LIMIT: "0", TRUST_PROXY: "1" });
    const port = Number(new URL(await site.listen()).port);
    const head = (client: string, length: number) =>
      `POST /contact HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Forwarded-For: ${client}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n`;
    const long = `firstName=Ada&lastName=Moreno&email=ada@visitor.example&agreeToTerms=on&motivation=${"%C3%A9".repeat(3_000)}`;
    const post = (client: string) => raw(head(client, long.length) + long, port);
    const senders = Array.from({ length: 16 }, (_, index) => {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      socket.write(head(`2001:db8::${index + 1}`, 16_385));
      return socket;
    });
    await expect.poll(() => post("2001:db8::ffff")).toMatch(/^HTTP\/1\.1 503/);
    expect(await post("2001:db8:0:1::1")).toMatch(/^HTTP\/1\.1 303/);
    for (const socket of senders) socket.destroy();
    await site.close();
  });

  it("of one client come any number of short bodies in chunks at once", async () => {
    const site = await createTestSite({ SUBMISSION_RATE_LIMIT: "0" });
    const port = Number(new URL(await site.listen()).port);
    const body = "firstName=Ada&lastName=Moreno&email=ada@visitor.example&agreeToTerms=on&motivation=";
    const chunk = body.padEnd(16_384, "x");
    const head =
      "POST /contact HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n" +
      "Content-Type: application/x-www-form-urlencoded\r\n\r\n4000\r\n";
    const sockets = Array.from({ length: 20 }, () => connect(port, "127.0.0.1").setEncoding("utf8"));
    const answers = sockets.map(text);
    for (const socket of sockets) socket.write(head + chunk);
    for (const socket of sockets) socket.write("\r\n0\r\n\r\n");
    // The answer is too long, and is told so with the rest of the form.
    for (const answer of await Promise.all(answers)) expect(answer).not.toMatch(/^HTTP\/1\.1 503/);
    await site.close();
  });

  it("while connections come in, no page is rendered", async () => {
    const site = await createTestSite();
    await site.services.calendar.firstLook;
    const look = vi.spyOn(site.services.calendar, "current");
    const answer = site.app.inject("/events");
    for (let round = 0; round < 32; round += 1) {
      site.app.server.emit("connection", new PassThrough());
      await nextPhase();
    }
    expect(look).not.toHaveBeenCalled();
    expect((await answer).statusCode).toBe(200);
    expect(look).toHaveBeenCalled();
    await site.close();
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

  it("what cannot be read is answered at once, by what is made once a second", async () => {
    const makes = vi.spyOn(test.app, "inject");
    const answers = await Promise.all(Array.from({ length: 100 }, () => raw("no request\r\n\r\n")));
    for (const answer of answers) expectRefusal(answer);
    expect(makes.mock.calls.length).toBeLessThan(50);
    makes.mockRestore();
  });

  it("and anew a second later, when it could not be made", async () => {
    const site = await createTestSite();
    const port = Number(new URL(await site.listen()).port);
    vi.spyOn(site.app, "inject").mockRejectedValueOnce(new Error("broken"));
    expect(await raw("no request\r\n\r\n", port)).toBe("");
    await expect.poll(() => raw("no request\r\n\r\n", port)).not.toBe("");
    expectRefusal(await raw("no request\r\n\r\n", port));
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
    // How often the two above are looked at; Node's types do not have it.
    expect(server).toHaveProperty("connectionsCheckingInterval", 5_000);
    expect(server.timeout).toBe(60_000);
    expect(server.keepAliveTimeout).toBe(65_000);
    expect(server.maxConnections).toBe(2_000);
  });
});
