import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, it, vi } from "vitest";
import { answerFields, logAnswer, readablePath } from "./answer-log.ts";

/** What is logged of an answer. */
async function logged(status: number, referer?: string) {
  const log = { info: vi.fn(), warn: vi.fn() };
  const request = { method: "GET", url: "/old/a%20b?email=ada@visitor.example", headers: { referer }, log };
  const reply = { statusCode: status, elapsedTime: 1.6 };
  await logAnswer(request as unknown as FastifyRequest, reply as FastifyReply);
  return { info: log.info.mock.calls, warn: log.warn.mock.calls };
}
const fields = { method: "GET", path: "/old/…", ms: 2 };

it.each([200, 400, 405, 503])("an answer of %i is logged without what was asked in it", async (status) => {
  expect(await logged(status, "https://a.example/b")).toEqual({
    info: [[{ ...fields, status }, "answered"]],
    warn: [],
  });
});

it.each([
  ["https://other.example/list/ada@visitor.example?q=words#part", "https://other.example/list/…"],
  ["http://other.example:8080", "http://other.example:8080/"],
  ["no address", undefined],
  [undefined, undefined],
])("what is not found is logged with the page that leads there: %s", async (referer, referrer) => {
  expect(await logged(404, referer)).toEqual({
    info: [],
    warn: [[{ ...fields, status: 404, referrer }, "not found"]],
  });
});

it("a request that could not be read has no path", () => {
  expect(answerFields({}, 400)).toEqual({ method: undefined, path: "", status: 400 });
});

it.each([
  "/",
  "/learning/mastermind-application",
  "/assets/form-script-B_x9.js",
  "/.well-known/security.txt",
  "/events/2026-11-21-talk",
  "/old/page.html",
  "/~ada/2026/",
  `/${"a".repeat(120)}`,
  "/1/2/3/4/5/6/7/8",
])("%s is logged as it is", (path) => {
  expect(readablePath(path)).toBe(path);
});

it.each([
  ["/mailto:ada@visitor.example", "/…"],
  ["/unsubscribe/ada@visitor.example/now", "/unsubscribe/…/now"],
  ["/unsubscribe/ada%40visitor.example", "/unsubscribe/…"],
  ["/tel:+15550100", "/…"],
  ["/call/555-010-0199", "/call/…"],
  ["/call/5550100", "/call/…"],
  ["/I%20am%20ill", "/…"],
  ["/words\\and'marks", "/…"],
  [`/${"a".repeat(121)}/b`, "/…/b"],
  ["/1/2/3/4/5/6/7/8/9/10", "/1/2/3/4/5/6/7/8/…"],
])("%s is logged as %s", (path, logged) => {
  expect(readablePath(path)).toBe(logged);
});
