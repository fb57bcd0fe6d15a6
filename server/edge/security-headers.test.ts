import Fastify from "fastify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cachePolicy } from "#app/cache-policy.ts";
import { expectedFilePolicy, expectedPagePolicy } from "../../tests/fixtures/content-policies.ts";
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
    ["stores no answer to a wrong form", 400, cachePolicy.page, hashes, cachePolicy.none],
    ["stores no client's error", 404, cachePolicy.page, hashes, cachePolicy.none],
    ["stores no error of the server's", 500, cachePolicy.live, nonce, cachePolicy.none],
    ["stores no error without a policy", 400, undefined, nonce, cachePolicy.none],
    ["keeps a nonce private", 200, cachePolicy.live, nonce, cachePolicy.personal],
    ["keeps a nonce without a policy private", 200, undefined, nonce, cachePolicy.personal],
  ])("%s", async (_name, status, policy, headers, expected) => {
    const app = Fastify();
    secureAnswers(app, "https://a.example");
    app.get("/", (_request, reply) => {
      if (policy) reply.header("cache-control", policy);
      return reply.headers(headers).code(status).send();
    });
    expect((await app.inject("/")).headers["cache-control"]).toBe(expected);
    await app.close();
  });

  it("stores no answer to a post that may be shared, and keeps a personal one personal", async () => {
    const app = Fastify();
    secureAnswers(app, "https://a.example");
    app.post("/page", (_request, reply) => reply.header("cache-control", cachePolicy.page).send());
    app.post("/form", (_request, reply) => reply.header("cache-control", cachePolicy.personal).send());
    const policyOf = async (url: string) =>
      (await app.inject({ method: "POST", url })).headers["cache-control"];
    expect(await policyOf("/page")).toBe(cachePolicy.none);
    expect(await policyOf("/form")).toBe(cachePolicy.personal);
    await app.close();
  });

  it("promises TLS for other names of the domain only when asked", async () => {
    const app = Fastify({ trustProxy: true });
    secureAnswers(app, "https://a.example", true);
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

it("a page is denied what reaches devices, surroundings, accounts and network of its visitors", () => {
  const policy = String(pageHeaders({ scripts: [], styles: [] })["permissions-policy"]);
  expect(policy).toMatch(/^[a-z-]+=\(\)(,[a-z-]+=\(\))+$/);
  const denied = policy.split(",").map((entry) => entry.replace("=()", ""));
  const dangerous = ["camera", "clipboard-read", "display-capture", "geolocation", "idle-detection"];
  dangerous.push("compute-pressure", "local-network", "microphone", "payment", "storage-access", "usb");
  expect(dangerous.filter((name) => !denied.includes(name))).toEqual([]);
  expect(denied).toEqual([...new Set(denied)].sort());
  expect(denied).toContain("publickey-credentials-get");
});

describe("the headers of every answer", () => {
  const answer = async (siteUrl: string, proto: string) => {
    const app = Fastify({ trustProxy: true });
    secureAnswers(app, siteUrl);
    app.get("/", () => "a file");
    const { headers } = await app.inject({ url: "/", headers: { "x-forwarded-proto": proto } });
    await app.close();
    return headers;
  };

  it("let a file load and run nothing, stand in no frame, and tell other hosts no address", async () => {
    const headers = await answer("https://a.example", "https");
    expect(headers["content-security-policy"]).toBe(expectedFilePolicy);
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  it.each([
    ["https://a.example", "https", "max-age=63072000"],
    ["https://a.example", "http", undefined],
    ["http://localhost:3000", "https", undefined],
  ])("of %s over %s promise TLS: %s", async (siteUrl, proto, promise) => {
    expect((await answer(siteUrl, proto))["strict-transport-security"]).toBe(promise);
  });
});

describe("pageHeaders", () => {
  // As in the built server.
  beforeEach(() => vi.stubEnv("DEV", false));
  afterEach(() => vi.unstubAllEnvs());
  const policyOf = (...of: Parameters<typeof pageHeaders>) =>
    String(pageHeaders(...of)["content-security-policy"]).split("; ");

  it("allow this origin only, and what is named", () => {
    const policy = policyOf({ scripts: ["'sha256-A'", "'sha256-B'"], styles: ["'sha256-C'"] });
    expect(policy.join("; ")).toBe(expectedPagePolicy("'sha256-A' 'sha256-B'", "'sha256-C'"));
  });

  it("let a script with a nonce load others, and make no page of text", () => {
    const policy = policyOf({ scripts: ["'sha256-A'", "'nonce-B'"], styles: [] });
    expect(policy).toContain("script-src 'sha256-A' 'nonce-B' 'strict-dynamic'");
    expect(policy).toContain("trusted-types 'none'");
  });

  it("let a session client reach its service, and nothing else", () => {
    const policy = policyOf({ scripts: [], styles: [] }, "https://auth.example");
    expect(policy).toContain("connect-src 'self' https://auth.example");
  });

  it("name the address of the speculation rules", () => {
    expect(pageHeaders({ scripts: [], styles: [] })["speculation-rules"]).toBe('"/speculation-rules.json"');
  });

  it("name each style by its hash, once, however many lines it has", () => {
    const { scripts, styles } = sourcesOf(
      "<style>p {\n}</style><style media='print'>a{}</style><style>a{}</style>",
    );
    expect(scripts).toEqual([]);
    expect(styles).toEqual([
      "'sha256-Z41vEdS+0jJMhqTCUPU83eYVkLJwRHaYTwcNgLs4iO8='",
      "'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='",
    ]);
  });
});
