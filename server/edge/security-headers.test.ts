import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { cachePolicy } from "#app/cache-policy.ts";
import { pageHeaders, secureAnswers, sourcesOf } from "./security-headers.ts";

const nonce = pageHeaders({ scripts: ["'nonce-AAAAAAAAAAA='"], styles: [] });
const hashes = pageHeaders({ scripts: ["'sha256-AAAA'"], styles: [] });

describe("secureAnswers", () => {
  it.each([
    ["keeps what may be shared", 200, cachePolicy.page, hashes, cachePolicy.page],
    ["keeps a redirect that may be shared", 301, cachePolicy.page, {}, cachePolicy.page],
    ["keeps 304 as it is", 304, cachePolicy.live, {}, cachePolicy.live],
    ["keeps a personal error personal", 400, cachePolicy.personal, nonce, cachePolicy.personal],
    ["keeps what must not be stored", 200, cachePolicy.none, {}, cachePolicy.none],
    ["stores nothing without a policy", 200, undefined, {}, cachePolicy.none],
    ["stores no client's error", 404, cachePolicy.page, hashes, cachePolicy.none],
    ["stores no error of the server's", 500, cachePolicy.live, nonce, cachePolicy.none],
    ["stores no error without a policy", 400, undefined, nonce, cachePolicy.none],
    ["keeps a nonce private", 200, cachePolicy.live, nonce, cachePolicy.personal],
    ["keeps a nonce without a policy private", 200, undefined, nonce, cachePolicy.personal],
  ])("%s", async (_name, status, policy, headers, expected) => {
    const app = Fastify();
    await secureAnswers(app, "https://a.example");
    app.get("/", (_request, reply) => {
      if (policy) reply.header("cache-control", policy);
      return reply.headers(headers).code(status).send();
    });
    expect((await app.inject("/")).headers["cache-control"]).toBe(expected);
    await app.close();
  });

  it("promises TLS for other names of the domain only when asked", async () => {
    const app = Fastify({ trustProxy: true });
    await secureAnswers(app, "https://a.example", true);
    const { headers } = await app.inject({ url: "/", headers: { "x-forwarded-proto": "https" } });
    expect(headers["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
    await app.close();
  });
});

describe("a page's policy", () => {
  const scriptsOf = (html: string) =>
    /script-src ([^;]*)/.exec(String(pageHeaders(sourcesOf(html))["content-security-policy"]))?.[1];
  const hash = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='";

  it.each([
    ["no script", "<p>Text", "'none'"],
    ["data only", '<script type="application/ld+json">{}</script>', "'none'"],
    ["an inline script, twice", "<script>alert(1)</script><script>alert(1)</script>", hash],
    ["a file with its hash", '<script src="/a.js" integrity="sha384-AAAA"></script>', "'sha384-AAAA'"],
    ["a file without", '<script src="/a.js"></script>', "'none'"],
  ])("names what it runs: %s", (_name, html, expected) => {
    expect(scriptsOf(html)).toBe(expected);
  });
});
