// docs/specification.md, 'Rendered once'

import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import Fastify, { type FastifyReply, LogController } from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { cachePolicy, liveFor } from "#app/cache-policy.ts";
import { MicroCache } from "./micro-cache.ts";

/** An app whose answers are numbered, the time as it is set, and what was logged. */
async function start(change: (reply: FastifyReply) => void = () => {}) {
  const given = {
    ...{ made: 0, now: 0, isLast: false, from: "127.0.0.1" },
    ...{ counted: [] as string[], atTheEnd: async () => {} },
  };
  const log: Record<string, unknown>[] = [];
  const app = Fastify({
    logger: { level: "info", stream: { write: (line: string) => void log.push(JSON.parse(line)) } },
    trustProxy: "127.0.0.1",
    return503OnClosing: false,
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.raw.setHeader("X-Of-A-Plugin", "1");
    if (request.headers.upgrade !== undefined) reply.header("connection", "close");
  });
  app.server.prependListener("request", ({ socket }) =>
    Object.defineProperty(socket, "remoteAddress", { value: given.from }),
  );
  app.addHook("onResponse", async (request) => request.log.info({}, "by Fastify"));
  new MicroCache({
    isLast: () => given.isLast,
    counting: (request) => (duration) => given.counted.push(`${request.routeOptions.url} ${duration}`),
    now: () => given.now,
  }).watch(app);
  app.addHook("preClose", () => given.atTheEnd());
  app.get("/page", async (request, reply) => {
    given.made += 1;
    reply.headers({
      "cache-control": cachePolicy.page,
      vary: "Accept-Encoding",
      "x-protocol": request.protocol,
    });
    change(reply);
    return reply.send(Buffer.from(String(given.made)));
  });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => app.close());
  /** @returns the answer without its date */
  const ask = async (lines: string[] = [], first = "GET /page HTTP/1.1") => {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    socket.end([first, "Host: a.example", ...lines, "", ""].join("\r\n"));
    return (await buffer(socket)).toString().replace(/date: .*\r\n/i, "");
  };
  return { app, given, log, ask };
}

it("repeats an answer for a second, byte for byte, and logs and counts each one", async () => {
  const { given, log, ask } = await start();
  const first = await ask();
  expect(first).toContain("\r\n\r\n1");
  given.now = 1_000;
  expect(await ask()).toBe(first);
  given.now = 1_001;
  expect(await ask()).toContain("\r\n\r\n2");
  expect(log.filter(({ msg }) => msg === "by Fastify")).toHaveLength(2);
  expect(log.filter(({ msg }) => msg === "answered")).toMatchObject([
    { reqId: "req-2", method: "GET", path: "/page", status: 200, ms: 0 },
  ]);
  expect(given.counted).toEqual(["/page 0"]);
});

it.each([
  ["Range: bytes=0-0"],
  ['If-None-Match: "a"'],
  ["If-Modified-Since: Sat, 21 Nov 2026 10:00:00 GMT"],
  ["Expect: 100-continue"],
  ["Upgrade: h2c"],
  ["Content-Length: 0"],
  ["Host: b.example"],
])("lets pass who sends %s", async (line) => {
  const { given, ask } = await start();
  await ask();
  await ask([line]);
  await ask([line]);
  expect(given.made).toBe(3);
});

it("lets pass other methods, versions and addresses, and the last answer of a connection", async () => {
  const { given, ask } = await start();
  await ask();
  for (const first of ["HEAD /page HTTP/1.1", "GET /page HTTP/1.0", "GET /page?a HTTP/1.1"])
    await ask([], first);
  expect(given.made).toBe(4);
  given.isLast = true;
  await ask();
  expect(given.made).toBe(5);
});

it("keeps apart what differs by encoding or by protocol", async () => {
  const { given, ask } = await start();
  const lines = [[], ["Accept-Encoding: br"], ["X-Forwarded-Proto: https"], ["accept-encoding: gzip"]];
  const first = [];
  for (const each of lines) first.push(await ask(each));
  expect(first[2]).toContain("x-protocol: https");
  const again = [];
  for (const each of lines) again.push(await ask(each));
  expect(again).toEqual(first);
  expect(given.made).toBe(4);
});

it("gives everybody the same answer, but none that another's word of the protocol has made", async () => {
  const { given, ask } = await start();
  const toAll = await ask();
  const toProxied = await ask(["X-Forwarded-Proto: https"]);
  given.from = "192.0.2.1";
  expect(await ask(["User-Agent: another"])).toBe(toAll);
  expect(await ask(["X-Forwarded-Proto: https"])).toContain("x-protocol: http\r\n");
  given.from = "127.0.0.1";
  expect(await ask(["X-Forwarded-Proto: https"])).toBe(toProxied);
  expect(given.made).toBe(3);
});

it.each([
  ["for good", cachePolicy.asset],
  ["for half a minute", liveFor(30)],
])("repeats what others may keep %s", async (_, policy) => {
  const { given, ask } = await start((reply) => void reply.header("cache-control", policy));
  expect(await ask()).toBe(await ask());
  expect(given.made).toBe(1);
});

it.each<[string, (reply: FastifyReply) => unknown]>([
  ["for one visitor", (reply) => reply.header("cache-control", cachePolicy.personal)],
  ["not to be kept", (reply) => reply.header("cache-control", cachePolicy.none)],
  ["soon another one", (reply) => reply.header("cache-control", liveFor(29))],
  ["an error", (reply) => reply.code(404)],
  ["with a cookie", (reply) => reply.header("set-cookie", "a=b")],
  ["that ends its connection", (reply) => reply.header("connection", "close")],
  ["that varies by more", (reply) => reply.header("vary", "Accept-Encoding, Cookie")],
])("repeats no answer %s", async (_, change) => {
  const { given, ask } = await start(change);
  await ask();
  await ask();
  expect(given.made).toBe(2);
});

it("keeps 500 answers, and forgets the one that was made first", async () => {
  const { given, ask } = await start();
  const isMade = async (encoding: string) => {
    const before = given.made;
    await ask([`Accept-Encoding: ${encoding}`]);
    return given.made > before;
  };
  await isMade("renewed");
  given.now = 1_000;
  for (let number = 1; number < 500; number += 1) await isMade(`${number}`);
  given.now = 1_001;
  expect([await isMade("renewed"), await isMade("one more")]).toEqual([true, true]);
  expect([await isMade("renewed"), await isMade("2"), await isMade("1")]).toEqual([false, false, true]);
});

it("repeats nothing once the app closes", async () => {
  const { app, given, ask } = await start();
  given.atTheEnd = async () => {
    await ask();
    await ask();
  };
  await ask();
  await app.close();
  expect(given.made).toBe(3);
});
