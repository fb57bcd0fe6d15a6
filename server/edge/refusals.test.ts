// docs/specification.md, 'One spelling', 'Refusals', 'Limits of requests'

import Fastify, { type InjectOptions } from "fastify";
import { expect, it } from "vitest";
import { cachePolicy } from "#app/cache-policy.ts";
import { pageRoutes } from "./page-routes.ts";
import { refusals } from "./refusals.ts";

const siteUrl = "https://www.example.org";
const page = { default: () => null };

/** A site of three addresses; its pages about a refusal are its status. */
async function createSite({ isBuilt = true, wait = async (_ip: string) => 0 } = {}) {
  const app = Fastify();
  const routes = pageRoutes({
    routes: {
      event: { id: "event", path: "/events/:slug", module: page },
      form: { id: "form", path: "/contact", module: { ...page, action: () => null } },
    },
  } as never);
  const refuse = refusals(app, {
    files: new Map([["/assets/picture-01234567.svg", {}]]),
    router: {
      answer: async (_request, reply) => reply.send("by the router"),
      answerProblem: async (_request, reply, status) => reply.code(status).send(String(status)),
    },
    routes,
    services: { invalidPosts: { spent: wait } } as never,
    siteUrl,
    isBuilt,
  });
  app.addHook("onRequest", refuse);
  app.get("/events/:slug", async () => "event");
  app.post("/contact", async () => "sent");
  app.get("/contact", async () => "form");
  app.get("/files/*", async () => "file");
  app.get("/favicon.svg", async () => "icon");
  return app;
}
type Asked = string | InjectOptions;

async function ask(asked: Asked, site: Parameters<typeof createSite>[0] = {}) {
  const { statusCode, headers, body } = await (await createSite(site)).inject(asked);
  return { status: statusCode, headers, body };
}

it.each([
  ["/events/a-1", 200, "event"],
  ["/contact?a=/%00", 200, "form"],
  [`/contact?${"x".repeat(1_991)}`, 200, "form"],
  [`/contact?${"x".repeat(1_992)}`, 414, "414"],
  ["/con%00tact", 400, "400"],
  ["/events/a.b", 404, "404"],
  ["/events/:slug", 404, "404"],
  ["/nobody", 404, "404"],
  ["/Nobody", 404, "404"],
])("answers %s with %i", async (url, status, body) => {
  expect(await ask(url)).toMatchObject({ status, body });
});

it.each([
  ["GET", "/Contact/?a=B", 301, "/contact?a=B"],
  ["HEAD", "/contact/", 301, "/contact"],
  ["POST", "//contact", 308, "/contact"],
  ["GET", "/Events/A-1", 301, "/events/a-1"],
  ["GET", "/FAVICON.svg", 301, "/favicon.svg"],
  ["GET", "/Assets/picture-01234567.svg", 301, "/assets/picture-01234567.svg"],
] as const)("leads %s %s to its one spelling", async (method, url, status, location) => {
  const answer = await ask({ method, url });
  expect(answer).toMatchObject({ status, headers: { location, "cache-control": cachePolicy.page } });
});

it("takes nothing but Host for a host", async () => {
  const headers = { "x-host": "a.example", "host-x": "b.example", "x-name": "host" };
  expect((await ask({ url: "/contact", headers })).status).toBe(200);
});

it("leads to no pattern of the router, and not away from an address that it has", async () => {
  expect((await ask("/FILES/*")).status).toBe(404);
  expect((await ask("/Events/:slug")).status).toBe(404);
  const app = await createSite();
  app.get("/Read.TXT", async () => "as written");
  expect((await app.inject("/Read.TXT")).body).toBe("as written");
});

it("refuses what another site's page sends, and methods that an address has not, naming those it has", async () => {
  const headers = { "sec-fetch-site": "cross-site" };
  expect((await ask({ method: "POST", url: "/contact", headers })).status).toBe(403);
  expect(await ask({ method: "PUT", url: "/contact" })).toMatchObject({
    status: 405,
    headers: { allow: "GET, HEAD, POST" },
  });
  expect(await ask({ method: "DELETE", url: "/events/a" })).toMatchObject({
    headers: { allow: "GET, HEAD" },
  });
  expect(await ask({ method: "POST", url: "/assets/picture-01234567.svg" })).toMatchObject({
    status: 405,
    headers: { allow: "GET, HEAD" },
  });
  expect((await ask({ method: "POST", url: "/nobody" })).status).toBe(404);
});

it("refuses posts of who sends invalid ones, and says for how long; others and a silent database let them through", async () => {
  const post = { method: "POST", url: "/contact", remoteAddress: "192.0.2.7" } as const;
  const asked: string[] = [];
  const wait = async (ip: string) => 39 + asked.push(ip);
  expect(await ask(post, { wait })).toMatchObject({ status: 429, headers: { "retry-after": "40" } });
  expect(asked).toEqual(["192.0.2.7"]);
  expect((await ask({ ...post, method: "GET" }, { wait })).status).toBe(200);
  expect((await ask(post)).status).toBe(200);
  const broken = () => Promise.reject(new Error("the database is away"));
  expect((await ask(post, { wait: broken })).status).toBe(200);
});

it("leaves unknown addresses to the router while nothing is built", async () => {
  expect(await ask("/@vite/client", { isBuilt: false })).toMatchObject({
    status: 200,
    body: "by the router",
  });
});
