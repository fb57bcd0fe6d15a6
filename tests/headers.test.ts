// docs/specification.md, 'Security headers', 'Caching'

import { createHash } from "node:crypto";
import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cachePolicy } from "#app/cache-policy.ts";
import { expectedFilePolicy, expectedPagePolicy } from "./fixtures/content-policies.ts";
import { type FormCase, formCases, interestCase } from "./journeys/filling.ts";
import { address, complaints, context, page, provideBrowser, takeComplaints } from "./support/browser.ts";
import { form } from "./support/form.ts";
import { routes } from "./support/routes.ts";
import { createTestSite, type TestSite } from "./support/site.ts";

const auth = { AUTH_URL: "https://auth.example.org/auth/v1", AUTH_ANON_KEY: "key" };
const valid = { firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: "on" };

// The slowest asks for every page there is.
vi.setConfig({ testTimeout: 60_000 });

type SiteName = "plain" | "withAuth" | "limited" | "broken" | "busy";
let sites: Record<SiteName, TestSite>;
/** Addresses that the build or the calendar names. */
let named: { event: string; asset: string };

beforeAll(async () => {
  const failing = async () => ({ kind: "failed", error: new Error("disk full") }) as const;
  sites = {
    plain: await createTestSite({ SUBMISSION_RATE_LIMIT: "0" }),
    withAuth: await createTestSite({ SUBMISSION_RATE_LIMIT: "0", ...auth }),
    limited: await createTestSite({ SUBMISSION_RATE_LIMIT: "1", METRICS_TOKEN: "0123456789abcdef" }),
    broken: await createTestSite(
      {},
      {
        // All else of it is missing.
        calendar: { state: () => ({ revision: "", phase: "", until: undefined }) } as never,
        submissions: { submit: failing, quarantine: failing },
        isReady: async () => false,
      },
    ),
    busy: await createTestSite({}, {}, { reads: { run: async () => undefined } }),
  };
  const body = async (url: string) => (await sites.plain.app.inject(url)).body;
  named = {
    event: /href="(\/events\/[^"?.]+)"/.exec(await body("/events"))?.[1] as string,
    asset: /"(\/assets\/form-script[^"]+\.js)"/.exec(await body("/contact"))?.[1] as string,
  };
  await sites.limited.app.inject({ url: "/contact", ...form(valid) });
});
afterAll(() => Promise.all(Object.values(sites).map((site) => site.close())));

/** Policies with `HASH` for one or more hashes and `NONCE` for a nonce. */
const policy = {
  hashes: expectedPagePolicy("HASH", "HASH"),
  nonce: expectedPagePolicy("NONCE 'strict-dynamic'", "NONCE"),
  file: expectedFilePolicy,
};

interface Kind {
  /** A function where the address is known only when the site runs. */
  request: InjectOptions | (() => InjectOptions);
  site?: SiteName;
  status?: number;
  cache: string;
  policy: string;
}

const get = (url: string, headers: Record<string, string> = {}): InjectOptions => ({ url, headers });
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const sent = form(fields);
  return { url, ...sent, headers: { ...sent.headers, ...headers } };
};

const pages: Record<string, Kind> = {
  home: { request: get("/"), cache: cachePolicy.live, policy: policy.hashes },
  "home with a query": { request: get("/?utm_source=x"), cache: cachePolicy.live, policy: policy.hashes },
  "a content page": { request: get("/privacy"), cache: cachePolicy.page, policy: policy.hashes },
  "a page of people": { request: get("/team"), cache: cachePolicy.page, policy: policy.hashes },
  "the typography page": { request: get("/typography"), cache: cachePolicy.page, policy: policy.hashes },
  events: { request: get("/events"), cache: cachePolicy.live, policy: policy.hashes },
  "an event": { request: () => get(named.event), cache: cachePolicy.live, policy: policy.hashes },
  "the interest form": { request: get("/contact"), cache: cachePolicy.personal, policy: policy.nonce },
  "the application": {
    request: get("/learning/mastermind-application"),
    cache: cachePolicy.personal,
    policy: policy.nonce,
  },
  "the received page": {
    request: get("/contact/received?reference=ABCD-EFGH"),
    cache: cachePolicy.personal,
    policy: policy.nonce,
  },
  "a form with mistakes": {
    request: post("/contact", { ...valid, email: "no" }),
    status: 400,
    cache: cachePolicy.personal,
    policy: policy.nonce,
  },
  "a form that cannot be stored": {
    site: "broken",
    request: post("/contact", valid),
    status: 503,
    cache: cachePolicy.personal,
    policy: policy.nonce,
  },
  "one form too many": {
    site: "limited",
    request: post("/contact", valid),
    status: 429,
    cache: cachePolicy.personal,
    policy: policy.nonce,
  },
};

const problem = (status: number, request: Kind["request"], site: SiteName = "plain"): Kind => ({
  status,
  request,
  site,
  cache: cachePolicy.none,
  policy: policy.hashes,
});
const problems: Record<string, Kind> = {
  "401, metrics without the token": problem(401, get("/metrics"), "limited"),
  "403, another site's form": problem(403, post("/contact", valid, { "sec-fetch-site": "cross-site" })),
  "404, an unknown address": problem(404, get("/no/such/page")),
  "404, an unknown event": problem(404, get("/events/no-such-event")),
  "404, metrics through a proxy": problem(404, get("/metrics", { "x-forwarded-for": "127.0.0.1" })),
  "405, a post to a page": problem(405, post("/privacy", {})),
  "413, a body that is too large": problem(413, post("/contact", { motivation: "x".repeat(600_000) })),
  "414, a long address": problem(414, get(`/${"a".repeat(2_000)}`)),
  "415, a body that is no form": problem(415, {
    url: "/contact",
    method: "POST",
    headers: { "content-type": "application/json" },
    payload: "{}",
  }),
  "416, a range beyond the end": problem(416, get("/favicon.svg", { range: "bytes=9999999-" })),
  "500, a fault": problem(500, get("/"), "broken"),
  "503, too many at once": problem(503, get("/"), "busy"),
};

const file = (request: Kind["request"], caching: string, status = 200, site: SiteName = "plain"): Kind => ({
  request,
  status,
  site,
  cache: caching,
  policy: policy.file,
});
const files: Record<string, Kind> = {
  "a hashed file": file(() => get(named.asset), cachePolicy.asset),
  "a file": file(get("/favicon.svg"), cachePolicy.page),
  "a part of a file": file(get("/favicon.svg", { range: "bytes=0-9" }), cachePolicy.page, 206),
  "a file that the browser has": file(
    get("/favicon.svg", { "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT" }),
    cachePolicy.page,
    304,
  ),
  "robots.txt": file(get("/robots.txt"), cachePolicy.page),
  "the sitemap": file(get("/sitemap.xml"), cachePolicy.live),
  "the manifest": file(get("/site.webmanifest"), cachePolicy.page),
  "the speculation rules": file(get("/speculation-rules.json"), cachePolicy.page),
  "all events as a calendar": file(get("/events.ics"), cachePolicy.live),
  "an event as a calendar": file(() => get(`${named.event}.ics`), cachePolicy.live),
  "the feed": file(get("/functions/fetch-events"), cachePolicy.live),
  "the feed for who posts": file(post("/functions/fetch-events", { a: "1" }), cachePolicy.none),
  "a form sent to another spelling": file(post("/Contact", valid), cachePolicy.none, 308),
  "an address that moved": file(get("/community/interest"), cachePolicy.page, 301),
  "a form that was stored": file(post("/contact", valid), cachePolicy.none, 303),
  "what a form's script hears": file(post("/contact.data", valid), cachePolicy.personal),
  "what it hears of mistakes": file(post("/contact.data", {}), cachePolicy.personal, 400),
  "a photo's failure": file(
    { url: "/photo-failures", method: "POST", headers: { "content-type": "text/plain" }, payload: "/x.png" },
    cachePolicy.none,
    204,
  ),
  "/healthz": file(get("/healthz"), cachePolicy.none),
  "/readyz": file(get("/readyz"), cachePolicy.none),
  "/readyz, not ready": file(get("/readyz"), cachePolicy.none, 503, "broken"),
  "/metrics": file(get("/metrics"), cachePolicy.none),
};

/** @param more headers, of requests that are no posts: another site's post is refused */
const ask = ({ request, site = "plain" }: Kind, other?: SiteName, more: Record<string, string> = {}) => {
  const asked = typeof request === "function" ? request() : request;
  const headers = asked.method === "POST" ? asked.headers : { ...asked.headers, ...more };
  return sites[other ?? site].app.inject({ ...asked, ...(headers ? { headers } : {}) });
};

/** A policy with its hashes and nonces left out, which are another page's or visit's own. */
const general = (text: unknown) =>
  String(text)
    .replace(/'nonce-[\w+/]{22}=='/g, "NONCE")
    .replace(/'sha(256|384)-[\w+/]+=*'( 'sha(256|384)-[\w+/]+=*')*/g, "HASH");

/** Browser features that no page may use. */
const features =
  "accelerometer browsing-topics camera clipboard-read compute-pressure digital-credentials-get display-capture fullscreen " +
  "geolocation gyroscope hid identity-credentials-get idle-detection local-fonts local-network local-network-access " +
  "loopback-network magnetometer microphone midi otp-credentials payment publickey-credentials-create " +
  "publickey-credentials-get screen-wake-lock serial storage-access usb window-management xr-spatial-tracking";

/** What one answer says of itself; the first two are compared with what its kind has. */
const ofTheAnswer = new Set([
  ...["cache-control", "content-security-policy", "content-type", "content-length", "content-encoding"],
  ...["date", "connection", "transfer-encoding", "vary", "etag", "last-modified", "accept-ranges"],
  ...["content-range", "content-disposition", "location", "allow", "retry-after", "www-authenticate"],
]);

/** What each answer is that is no page. */
const types: Record<string, string> = {
  "a hashed file": "text/javascript; charset=utf-8",
  "a file": "image/svg+xml",
  "a part of a file": "image/svg+xml",
  "a file that the browser has": "nothing",
  "robots.txt": "text/plain; charset=utf-8",
  "the sitemap": "application/xml; charset=utf-8",
  "the manifest": "application/manifest+json",
  "the speculation rules": "application/speculationrules+json; charset=utf-8",
  "all events as a calendar": "text/calendar; charset=utf-8",
  "an event as a calendar": "text/calendar; charset=utf-8",
  "the feed": "text/calendar; charset=utf-8",
  "the feed for who posts": "text/calendar; charset=utf-8",
  "a form sent to another spelling": "nothing",
  "an address that moved": "nothing",
  "a form that was stored": "nothing",
  "what a form's script hears": "application/json; charset=utf-8",
  "what it hears of mistakes": "application/json; charset=utf-8",
  "a photo's failure": "nothing",
  "/healthz": "application/json; charset=utf-8",
  "/readyz": "application/json; charset=utf-8",
  "/readyz, not ready": "application/json; charset=utf-8",
  "/metrics": "text/plain; version=0.0.4; charset=utf-8",
};

describe.each(Object.entries({ ...pages, ...problems, ...files }))("%s", (name, kind) => {
  it("has exactly its policies", async () => {
    const { statusCode, headers } = await ask(kind);
    expect(statusCode).toBe(kind.status ?? 200);
    expect(headers["cache-control"]).toBe(kind.cache);
    expect(general(headers["content-security-policy"])).toBe(kind.policy);
  });

  it("says what it is, and to no other site", async () => {
    const { headers } = await ask(kind, undefined, { origin: "https://other.example" });
    expect(headers["content-type"] ?? "nothing").toBe(types[name] ?? "text/html; charset=utf-8");
    expect(headers).not.toHaveProperty("access-control-allow-origin");
  });

  it("tells caches that its encodings differ", async () => {
    const { headers } = await ask(kind);
    if (String(headers["content-type"]).startsWith("text/html")) expect(headers.vary).toBe("Accept-Encoding");
  });

  it("has the headers of every answer, no others, and no promise of TLS on plain http", async () => {
    const { headers } = await ask(kind);
    const denied = features.replaceAll(/\S+/g, "$&=()").replaceAll(" ", ",");
    const isPage = String(headers["content-type"]).startsWith("text/html");
    expect(Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheAnswer.has(name)))).toEqual({
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "strict-origin-when-cross-origin",
      "x-content-type-options": "nosniff",
      "x-dns-prefetch-control": "off",
      "x-frame-options": "DENY",
      ...(isPage && {
        "permissions-policy": denied,
        "speculation-rules": '"/speculation-rules.json"',
        "x-xss-protection": "1; mode=block",
      }),
    });
  });

  it.each(["plain", "withAuth"] as const)("leaves csp_evaluator nothing to find, %s", async (other) => {
    // A broken or limited site has the same policies; only a whole one is asked with the auth service.
    const { headers } = await ask(kind, (kind.site ?? "plain") === "plain" ? other : kind.site);
    const { csp } = new CspParser(String(headers["content-security-policy"]));
    expect(new CspEvaluator(csp).evaluate().map((finding) => finding.description)).toEqual([]);
  });
});

describe("a finished page that the browser has", () => {
  it.each(["/privacy", "/events"])("%s: 304 with the page's headers", async (url) => {
    const { headers } = await sites.plain.app.inject(url);
    const again = await sites.plain.app.inject(get(url, { "if-none-match": String(headers.etag) }));
    expect(again.statusCode).toBe(304);
    for (const name of ["cache-control", "content-security-policy", "permissions-policy", "etag", "vary"])
      expect(again.headers[name], name).toBe(headers[name]);
  });
});

describe("a nonce", () => {
  it("is another one in every answer, and in no answer that may be shared", async () => {
    const seen = new Set<string>();
    for (const [name, kind] of Object.entries({ ...pages, ...problems })) {
      const { headers, body } = await ask(kind);
      const nonce = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1];
      if (String(headers["cache-control"]).startsWith("public")) expect(body, name).not.toContain("nonce");
      if (!nonce) continue;
      expect(seen.has(nonce), name).toBe(false);
      seen.add(nonce);
    }
    expect(seen.size).toBeGreaterThan(5);
  });
});

describe("integrity", () => {
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]+)"`).exec(tag)?.[1];

  it("guards every module that a page loads with an auth service", async () => {
    for (const url of [...routes, "/contact/received?reference=ABCD-EFGH", "/no/such/page"]) {
      const { body } = await sites.withAuth.app.inject(url);
      const tags = body.match(/<(script [^>]*src=|link rel="modulepreload")[^>]*>/g) ?? [];
      expect(
        tags.some((tag) => tag.startsWith("<script")),
        url,
      ).toBe(true);
      for (const tag of tags) {
        const address = (attribute(tag, "src") ?? attribute(tag, "href") ?? "").replaceAll("&amp;", "&");
        const { rawPayload } = await sites.withAuth.app.inject(address);
        const hash = createHash("sha384").update(rawPayload).digest("base64");
        expect(attribute(tag, "integrity"), `${url}: ${tag}`).toBe(`sha384-${hash}`);
      }
    }
  });

  it.each(["/contact", "/learning/mastermind-application", "/learning/application"])(
    "is told for the two modules of %s",
    async (url) => {
      const { body } = await sites.plain.app.inject(url);
      const [map, text] = /<script [^>]*type="importmap"[^>]*>([^<]+)</.exec(body) ?? [];
      const named = [...new Set(body.replace(String(map), "").match(/\/assets\/[\w.-]+\.js/g))];
      expect(named.map((file) => /form-[a-z]+/.exec(file)?.[0]).toSorted()).toEqual([
        "form-loader",
        "form-script",
      ]);
      const told = { ...JSON.parse(String(text)).integrity };
      for (const tag of body.match(/<script [^>]*\bsrc=[^>]*>/g) ?? [])
        told[String(attribute(tag, "src"))] = attribute(tag, "integrity");
      expect(Object.keys(told).toSorted()).toEqual(named.toSorted());
      for (const [file, integrity] of Object.entries(told)) {
        const { rawPayload } = await sites.plain.app.inject(file);
        expect(integrity, file).toBe(`sha384-${createHash("sha384").update(rawPayload).digest("base64")}`);
      }
    },
  );
});

describe("Strict-Transport-Security", () => {
  const overTls = { remoteAddress: "10.0.0.1", headers: { "x-forwarded-proto": "https" } };

  it.each([
    ["over TLS, as a trusted proxy says", "10.0.0.1", "https://a.example", "https", "max-age=63072000"],
    ["not over plain http through that proxy", "10.0.0.1", "https://a.example", "http", undefined],
    ["not when somebody else says so", "10.0.0.2", "https://a.example", "https", undefined],
    ["not for a site whose address is http", "10.0.0.1", "http://a.example", "https", undefined],
  ])("is sent %s", async (_name, TRUST_PROXY, SITE_URL, protocol, expected) => {
    const site = await createTestSite({ TRUST_PROXY, SITE_URL });
    const answers = ["/", "/privacy", "/contact", "/favicon.svg", "/about", "/no/such/page", "/healthz"].map(
      (url) => site.app.inject({ ...overTls, url, headers: { "x-forwarded-proto": protocol } }),
    );
    for (const { headers } of await Promise.all(answers))
      expect(headers["strict-transport-security"]).toBe(expected);
    await site.close();
  });
});

describe("a range beyond the end", () => {
  it("is refused with the file's length", async () => {
    const { rawPayload } = await sites.plain.app.inject("/favicon.svg");
    const { headers } = await sites.plain.app.inject(get("/favicon.svg", { range: "bytes=9999999-" }));
    expect(headers["content-range"]).toBe(`bytes */${rawPayload.length}`);
  });
});

// What a policy refuses is a complaint in the console.
describe("in Chromium", () => {
  provideBrowser({ start: () => createTestSite({ SUBMISSION_RATE_LIMIT: "0" }) });
  let addresses: Record<"plain" | "withAuth", string>;

  beforeAll(async () => {
    addresses = { plain: address, withAuth: await sites.withAuth.listen() };
  });
  const hydrated = () => page.locator("form[data-hydrated]").waitFor();
  const fillIn = async (fields: FormCase["answers"]) => {
    for (const [name, value] of Object.entries(fields)) {
      const field = page.locator(`[name="${name}"]`);
      if (name === "organizationSize") await field.selectOption("medium");
      else if (name === "investmentLevel") await field.nth(1).check();
      else await field.fill(String(value));
    }
    await page.locator("[name=agreeToTerms]").check();
  };
  const send = () => page.locator("form button[type=submit]").click();

  describe.each(["plain", "withAuth"] as const)("%s", (name) => {
    it.each(["/", "/privacy", "/team", "/events", "/typography", "/contact/received?reference=ABCD-EFGH"])(
      "%s asks for nothing that its policy refuses",
      async (path) => {
        await page.goto(addresses[name] + path, { waitUntil: "networkidle" });
      },
    );

    it.each(formCases)(
      "the $name form shows mistakes, fails and is stored as its policy allows",
      async (form) => {
        await page.goto(addresses[name] + form.path);
        await hydrated();
        await fillIn({ ...form.answers, email: "no@" });
        await send();
        // The browser reports the application's mistakes; the interest form lists its own.
        if (form === interestCase) await page.locator(".error-summary").waitFor();
        await page.locator("[name=email]").fill("ada@visitor.example");
        expect(complaints).toEqual([]);

        await page.route("**/*.data*", (route) => route.abort());
        await send();
        await page.locator(".toast-failure").waitFor();
        await page.unroute("**/*.data*");
        expect(takeComplaints(/net::ERR_FAILED/)).toEqual([]);

        await send();
        await page.locator(".confirmation").waitFor();
      },
    );
  });

  it.each(["/privacy", "/events", "/contact"])("%s refuses text as markup or as a script", async (path) => {
    await page.goto(path);
    if (path === "/contact") await hydrated();
    const refused = await page.evaluate(() => {
      const isRefused = (act: () => void) => {
        try {
          act();
          return false;
        } catch {
          return true;
        }
      };
      const script = document.createElement("script");
      const box = document.createElement("div");
      isRefused(() => box.insertAdjacentHTML("beforeend", "<p>injected</p>"));
      return [
        box.childNodes.length === 0,
        isRefused(() => script.setAttribute("src", "/favicon.svg")),
        // Not in TypeScript's own types yet.
        isRefused(() => Reflect.get(globalThis, "trustedTypes").createPolicy("any", {})),
      ];
    });
    expect(refused).toEqual([true, true, true]);
    expect(takeComplaints(/trusted-?types|Trusted(HTML|ScriptURL|TypePolicy)/i)).toEqual([]);
  });

  it("lets React make the form anew when something has changed it on its way", async () => {
    await page.route("**/contact", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<h2>[^<]+/, "$& changed");
      expect(body).toContain(" changed");
      await route.fulfill({ response, body });
    });
    await page.goto("/contact");
    await hydrated();
    // React tells that it found something else than it had rendered.
    expect(takeComplaints(/React error #418/)).toEqual([]);
    expect(await page.locator("form h2").first().textContent()).not.toContain("changed");
    await fillIn(interestCase.answers);
    await send();
    await page.locator(".confirmation").waitFor();
  });

  it.each(["form-loader", "form-script"])("runs no %s that is not the built one", async (name) => {
    await page.route(new RegExp(`assets/${name}`), async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()};document.title="changed"` });
    });
    await page.goto("/contact");
    await expect.poll(() => takeComplaints(/^$/).join()).toContain("integrity");
    expect(await page.title()).not.toBe("changed");
    expect(await page.locator("form[data-hydrated]").count()).toBe(0);
    // What else is said of it comes later on a busy machine.
    await page.goto("about:blank");
    expect(takeComplaints(/integrity|imported module/i)).toEqual([]);
  });

  it.each(["/events", "/learning/overview"])(
    "of %s, may render ahead pages that are the same for everybody, no other",
    async (path) => {
      let ahead: string[] = [];
      const session = await context.newCDPSession(page);
      session.on("Preload.preloadingAttemptSourcesUpdated", ({ preloadingAttemptSources: sources }) => {
        ahead = sources.map(({ key }) => key.url.replace(addresses.plain, ""));
      });
      await session.send("Preload.enable");
      await page.goto(addresses.plain + path);
      await expect.poll(() => ahead).toEqual(expect.arrayContaining(["/team", "/privacy"]));
      for (const url of ahead) {
        const { headers } = await sites.plain.app.inject(url);
        expect([url, headers["cache-control"]]).toEqual([url, expect.stringMatching(/^public/)]);
        expect(headers["content-type"]).toMatch(/^text\/html/);
      }
    },
  );

  it("may use nothing that reaches devices, surroundings, accounts or network of its visitors", async () => {
    await page.goto("/contact");
    const allowed = await page.evaluate(() =>
      (
        document as never as { featurePolicy: { allowedFeatures(): string[] } }
      ).featurePolicy.allowedFeatures(),
    );
    expect(allowed.filter((feature) => features.split(" ").includes(feature))).toEqual([]);
  });
});
