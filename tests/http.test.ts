// docs/specification.md, 'Page budgets', 'Metadata', 'Redirects', 'Not-found page'

import { globSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import errors from "#content/forms/errors.yaml";
import interest from "#content/forms/interest.yaml";
import team from "#content/people/team.yaml";
import problems from "#content/problems.yaml";
import site from "#content/site.yaml";
import { mostAttempts } from "#submissions/mail/failed-attempt.ts";
import { pageBudget } from "./bench/pages.ts";
import { createTestDatabase, openDatabase } from "./support/databases.ts";
import { form } from "./support/form.ts";
import { formRoutes, indexableRoutes, routes } from "./support/routes.ts";
import { createTestSite, fixedNow, type TestSite } from "./support/site.ts";

let test: TestSite;
let address: Promise<string>;
beforeAll(async () => {
  test = await createTestSite({ SUBMISSION_RATE_LIMIT: "0" });
  await test.services.calendar.firstLook;
  address = test.listen();
});
afterAll(() => test.close());

const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers });
const valid = { firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: "on" };

describe.each(routes)("%s", (path) => {
  it("answers with one h1, a title, and inline parts that its policy names", async () => {
    const response = await get(path);
    expect(response.statusCode).toBe(200);
    expect(response.body.match(/<h1[\s>]/g)).toHaveLength(1);
    expect(response.body).toMatch(new RegExp(`<title>[^<]*${site.name}[^<]*</title>`));
    const policy = String(response.headers["content-security-policy"]);
    expect(policy).not.toContain("unsafe");
    expect(policy).toMatch(/style-src 'self' '(sha256|nonce)-/);
    expect(response.body).not.toMatch(/ style="| on[a-z]+="/);
  });

  it("stays within its budget of compressed HTML and headers, which one round trip carries", async () => {
    const { headers, body } = await bytesOf(path);
    expect(headers.length + body.length).toBeLessThanOrEqual(pageBudget(path).most);
    expect(brotliDecompressSync(body).toString()).toContain("</html>");
  });

  it("is the same, and logged, when several ask for it in one second", async () => {
    const lines = () => test.log.filter((line) => line.msg === "answered" && line.path === path).length;
    const before = lines();
    const [first, ...others] = [await bytesOf(path), await bytesOf(path), await bytesOf(path)];
    const head = ({ headers }: typeof first) => headers.toString("latin1").replace(/date: .*/i, "");
    for (const other of others) {
      // The others hold values of each visitor.
      if (!formRoutes.includes(path) && path !== "/learning/application")
        expect([head(other), other.body]).toEqual([head(first), first.body]);
      expect(other.headers.length).toBe(first.headers.length);
    }
    await expect.poll(lines).toBe(before + 3);
  });

  it("asks for its first picture first, and for the others when they come near", async () => {
    const { body } = await get(path);
    // The wall of faces is in the first screen as a whole.
    const pictures = (body.match(/<img [^>]*>/g) ?? []).filter((tag) => !tag.includes('class="face"'));
    const eager = pictures.filter((tag) => !tag.includes('loading="lazy"'));
    expect(eager).toEqual(eager.filter((tag) => tag === pictures[0] && /fetchpriority="high"/i.test(tag)));
  });
});

/** An answer as a browser gets it, before and after the empty line. */
async function bytesOf(path: string) {
  const { hostname, port } = new URL(await address);
  const socket = connect(Number(port), hostname);
  socket.end(
    `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\naccept-encoding: gzip, deflate, br\r\nconnection: close\r\n\r\n`,
  );
  const answer = await buffer(socket);
  const end = answer.indexOf("\r\n\r\n") + 4;
  return { headers: answer.subarray(0, end), body: answer.subarray(end) };
}

describe("metadata", () => {
  it("is complete and unique on every indexable page", async () => {
    const seen = new Set<string>();
    for (const path of indexableRoutes) {
      const { body } = await get(path);
      const title = /<title>([^<]*)/.exec(body)?.[1] ?? "";
      const description = /name="description" content="([^"]*)"/.exec(body)?.[1] ?? "";
      const canonical = /rel="canonical" href="([^"]*)"/.exec(body)?.[1];
      expect(canonical, path).toBe(site.url + path);
      expect(description.length, path).toBeGreaterThan(50);
      for (const text of [title, description]) expect(seen.has(text), `${path}: ${text}`).toBe(false);
      seen.add(title).add(description);
      for (const name of ["og:title", "og:description", "og:image", "og:url"])
        expect(body, path).toContain(`property="${name}"`);
      const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? "");
      const types = data["@graph"].map((item: { "@type": string }) => item["@type"]);
      expect(types).toEqual(
        expect.arrayContaining(["Organization", "WebSite", ...(path === "/" ? [] : ["BreadcrumbList"])]),
      );
    }
  });

  it("lists exactly the indexable pages in the sitemap", async () => {
    const { body } = await get("/sitemap.xml");
    const listed = [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) =>
      String(match[1]).replace(site.url, ""),
    );
    const [events, pages] = [true, false].map((isEvent) =>
      listed.filter((path) => path.startsWith("/events/") === isEvent),
    );
    expect(pages?.sort()).toEqual([...indexableRoutes].sort());
    expect(events?.length).toBeGreaterThan(3);
    expect(body.match(/<lastmod>\d{4}-\d{2}-\d{2}<\/lastmod>/g)).toHaveLength(listed.length);
  });

  it("hides the typography page and gives the second application address the first one's canonical", async () => {
    const { body } = await get("/typography");
    expect(body).toContain('name="robots" content="noindex"');
    // Everything else that a page says in its head is said here as well.
    for (const tag of ['name="description"', 'name="keywords"', 'rel="canonical"', 'property="og:image"'])
      expect(body).toContain(tag);
    expect((await get("/learning/application")).body).toContain(
      `href="${site.url}/learning/mastermind-application"`,
    );
  });

  it("says in security.txt whom to tell of a weakness, for less than a year (RFC 9116)", async () => {
    const answer = await get("/.well-known/security.txt");
    expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
    const fields = answer.body
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/: (.*)/s, 2));
    const all = (name: string) => fields.filter(([field]) => field === name).map(([, value]) => value);
    expect(all("Contact")).toEqual(site.security.contacts.map((contact) => `mailto:${contact}`));
    const [expires = "", ...more] = all("Expires");
    expect(more).toEqual([]);
    const days = (Date.parse(expires) - fixedNow.getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(90);
    expect(days).toBeLessThan(365);
    expect(all("Preferred-Languages")).toEqual([site.security.languages.join(", ")]);
    expect(all("Canonical")).toEqual([`${site.url}/.well-known/security.txt`]);
    expect(fields).toHaveLength(3 + site.security.contacts.length);
  });

  it("names the sitemap in robots.txt and describes the site in its manifest", async () => {
    expect((await get("/robots.txt")).body).toContain(`Sitemap: ${site.url}/sitemap.xml`);
    expect((await get("/site.webmanifest")).json()).toMatchObject({ name: site.name });
  });

  it("takes SITE_URL when the server starts, also on prerendered pages", async () => {
    const other = await createTestSite({ SITE_URL: "https://www.other.example" });
    const { body } = await other.app.inject("/framework/overview");
    await other.close();
    expect(body).toContain('rel="canonical" href="https://www.other.example/framework/overview"');
    expect(body).not.toContain(`${site.url}/`);
  });
});

describe("redirects", () => {
  it.each([
    ["/about", "/about/compassion"],
    ["/about/structure", "/about/company"],
    ["/community/interest", "/contact"],
    ["/framework", "/framework/overview"],
    ["/framework/overview/", "/framework/overview"],
  ])("%s leads to %s for good", async (from, to) => {
    const response = await get(from);
    expect([response.statusCode, response.headers.location]).toEqual([301, to]);
  });
});

describe("an unknown address", () => {
  it("answers 404 with the not-found page, and logs path and referrer without their queries", async () => {
    const response = await get("/no/such-page?q=secret", {
      referer: "https://elsewhere.example/list?q=private",
    });
    expect(response.statusCode).toBe(404);
    expect(response.body).toContain(problems["404"].heading);
    expect(test.log.at(-1)).toMatchObject({
      msg: "not found",
      path: "/no/such-page",
      referrer: "https://elsewhere.example/list",
    });
    expect(JSON.stringify(test.log)).not.toMatch(/secret|private/);
  });

  it("logs no e-mail address, number or sentence that stands in a path or a referrer", async () => {
    const paths = [
      "/ada@visitor.example",
      "/Team/ada%40visitor.example/",
      "/contact/555-010-0199",
      "/I%20am%20ill",
    ];
    for (const path of paths)
      for (const method of ["GET", "POST", "DELETE"] as const)
        await test.app.inject({
          method,
          url: path,
          headers: { referer: `https://ada:word@mail.example${path}` },
        });
    expect(test.log.at(-1)).toMatchObject({ path: "/…", referrer: "https://mail.example/…" });
    expect(JSON.stringify(test.log)).not.toMatch(/visitor\.example|ada|word|0199|ill/);
  });
});

describe("caching", () => {
  it.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
    ["identity", (body: Buffer) => body],
  ] as const)("compresses an answer to a post in one piece: %s", async (encoding, read) => {
    const sent = form({ firstName: "Ada" });
    const headers = { ...sent.headers, "accept-encoding": encoding };
    const answer = await test.app.inject({ url: "/contact", ...sent, headers });
    expect(answer.statusCode).toBe(400);
    expect(answer.headers["content-encoding"] ?? "identity").toBe(encoding);
    expect(answer.headers.vary).toBe("Accept-Encoding");
    expect(Number(answer.headers["content-length"])).toBe(answer.rawPayload.length);
    expect(read(answer.rawPayload).toString()).toContain('value="Ada"');
  });

  it("lets browsers ask again with the page's tag and answers 304", async () => {
    const { headers } = await get("/privacy");
    const again = await get("/privacy", { "if-none-match": String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });

  it("serves hashed files for a year, compressed", async () => {
    const script = await formScript("/contact");
    const response = await get(String(script), { "accept-encoding": "br" });
    expect(response.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "br",
    });
  });

  it("keeps forms out of shared caches", async () => {
    expect((await get("/contact")).headers["cache-control"]).toBe("private, no-cache");
  });
});

it("says in words of its own that a file has no such part", async () => {
  const { body } = await get("/favicon.svg", { range: "bytes=9999999-" });
  expect(body).toContain(`${problems["416"]?.heading}`);
});

it("lets no browser show a page whose bar has come in part", async () => {
  const [head = "", body = ""] = (await get("/privacy")).body.split("</head>");
  // https://html.spec.whatwg.org/multipage/links.html#link-type-expect
  expect(head).toContain('<link rel="expect" href="#sheet" blocking="render"/>');
  // The sheet is the last that the bar holds.
  expect(body).toMatch(/id="sheet"[\s\S]*<\/dialog><\/nav><\/div><\/header>/);
});

describe("menus", () => {
  it("mark the page that is shown, in the header's menu and in the sheet", async () => {
    const { body } = await get("/framework/vuca-world");
    expect(body.match(/href="\/framework\/vuca-world" aria-current="page"/g)).toHaveLength(2);
  });

  it("have one current place in the bar and one in the sheet, on the page of the events and on an event's own", async () => {
    const list = (await get("/events")).body;
    const own = /<h3><a href="([^"]+)"/.exec(list)?.[1] ?? "";
    expect(own).toMatch(/^\/events\/./);
    for (const [body, value] of [
      [list, "page"],
      [(await get(own)).body, "true"],
    ] as const) {
      const header = /<header[\s\S]*?<\/header>/.exec(body)?.[0] ?? "";
      const marked = header.match(/<a [^>]*aria-current[^>]*>/g) ?? [];
      expect(marked).toHaveLength(2);
      for (const link of marked) {
        expect(link).toContain('href="/events"');
        expect(link).toContain(`aria-current="${value}"`);
      }
    }
  });
});

describe("/team", () => {
  it("says of each person what that person works on, where it is written", async () => {
    const { body } = await get("/team");
    const said = body.match(/<p class="work">/g) ?? [];
    expect(said).toHaveLength(team.filter(({ work }) => work).length);
  });
});

describe("pictures and fonts", () => {
  it("exist at every address that a page names", async () => {
    const named = new Set<string>();
    for (const path of routes) {
      for (const match of (await get(path)).body.matchAll(/\/assets\/[\w./-]+/g)) named.add(match[0]);
    }
    expect(named.size).toBeGreaterThan(100);
    for (const address of named) expect((await get(address)).statusCode, address).toBe(200);
  });
});

const formScript = async (path: string) =>
  /"script":"(\/assets\/[^"]+\.js)"/.exec((await get(path)).body)?.[1] ?? "";
const loaderTag =
  /<script type="module" async="" fetchPriority="low"[^>]* src="(\/assets\/form-loader-[^"]+\.js)" integrity="sha384-[^"]+"/i;

describe("scripts", () => {
  it("are the form's, what loads it, and the session client's, each whole in itself", () => {
    const scripts = globSync("build/client/assets/*.js");
    expect(scripts.map((name) => basename(name).replace(/-[\w-]{8}\.js$/, "")).sort()).toEqual([
      "form-loader",
      "form-script",
      "session-client",
    ]);
    // The loader imports what the page tells.
    for (const name of scripts)
      expect(readFileSync(name, "utf8"), name).not.toMatch(/\bimport\s*(?:["'{]|\(["'`])|\bfrom\s*["']/);
  });

  it("are in no page but the form's, and there two of at most 75 kB", async () => {
    for (const path of routes) {
      const { body } = await get(path);
      const isForm = [...formRoutes, "/learning/application"].includes(path);
      const [tag = "", loader] = loaderTag.exec(body) ?? [];
      expect(loader !== undefined, path).toBe(isForm);
      expect(/<script[^>]*\bsrc=|rel="modulepreload"|type="module"/.test(body.replace(tag, "")), path).toBe(
        false,
      );
      const script = await formScript(path);
      expect(script !== "" && body.includes('type="importmap"'), path).toBe(isForm);
      if (!isForm) continue;
      const { rawPayload } = await get(script, { "accept-encoding": "br" });
      const small = await get(String(loader), { "accept-encoding": "br" });
      expect(rawPayload.length + small.rawPayload.length).toBeLessThanOrEqual(75_000);
      const source = brotliDecompressSync(rawPayload).toString();
      expect(source).not.toMatch(/\bfrom\s*"|\bimport\b|HydratedRouter|__reactRouterContext/);
    }
  });
});

describe("health", () => {
  it("is up and ready", async () => {
    expect((await get("/healthz")).json()).toEqual({ status: "up", address: "127.0.0.1" });
    const { statusCode, body } = await get("/readyz");
    expect(statusCode).toBe(200);
    expect(JSON.parse(body)).toEqual({ status: "ready", mail: "in time" });
  });

  it("goes on, and says so, while mails to the staff are overdue", async () => {
    const late = await createTestSite({}, { isMailOverdue: () => true });
    const answer = await late.app.inject("/readyz");
    await late.close();
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: "ready", mail: "overdue" });
  });

  it("says so of a single mail to the staff that was given up", async () => {
    const database = await createTestDatabase("sqlite");
    const { db, close } = await openDatabase(database.url);
    const [created_at, next_attempt_at] = Array(2).fill(fixedNow.toISOString());
    await db
      .insertInto("notifications")
      .values({
        ...{
          id: "1",
          created_at,
          next_attempt_at,
          submission_table: "contact_submissions",
          submission_id: "1",
        },
        ...{ kind: "staff", email: "", payload: "{}", status: "dead", attempts: mostAttempts },
        ...{ claimed_until: null, sent_at: null, last_error: null },
      })
      .execute();
    await close();
    const late = await createTestSite({ DATABASE_URL: database.url });
    await expect
      .poll(async () => (await late.app.inject("/readyz")).json())
      .toEqual({ status: "ready", mail: "overdue" });
    await late.close();
    await database.drop();
  });

  it("is not ready while the database does not answer", async () => {
    const broken = await createTestSite({}, { isReady: () => Promise.reject(new Error("gone")) });
    const { statusCode } = await broken.app.inject("/readyz");
    await broken.close();
    expect(statusCode).toBe(503);
  });
});

describe("POST /contact", () => {
  it("stores a valid form and leads to a page with the reference", async () => {
    const response = await test.app.inject({ url: "/contact", ...form(valid) });
    expect(response.statusCode).toBe(303);
    const page = await get(String(response.headers.location));
    expect(page.body).toContain(interest.messages.success.title.replace("'", "&#x27;"));
    expect(page.body).toMatch(/[A-Z2-9]{4}-[A-Z2-9]{4}/);
  });

  it("answers a repeat with the first one's reference", async () => {
    const once = { ...valid, submissionId: "6f0c2a4e-3f3c-4b8e-9a55-0a3c0d1e2f3a" };
    const [first, second] = [
      await test.app.inject({ url: "/contact", ...form(once) }),
      await test.app.inject({ url: "/contact", ...form(once) }),
    ];
    expect(second?.headers.location).toBe(first?.headers.location);
  });

  it("shows what is wrong beside the fields and on top, keeps every value, and escapes it", async () => {
    const response = await test.app.inject({
      url: "/contact",
      ...form({ ...valid, email: 'x"><script>alert(1)</script>', motivation: "</textarea>kept" }),
    });
    expect(response.statusCode).toBe(400);
    expect(response.body).toContain(`<a href="#interest-email">${errors.email}</a>`);
    expect(response.body).toContain(`<p class="error" id="interest-email-error">${errors.email}</p>`);
    expect(response.body).toContain("<title>Error: ");
    expect(response.body).toContain('value="Moreno"');
    expect(response.body).toContain("&lt;/textarea&gt;kept");
    expect(response.body).not.toContain("<script>alert");
  });

  it("keeps an empty line at the beginning of an answer that it gives back", async () => {
    const answers = { ...valid, email: "ada@", motivation: "\r\nFirst an empty line" };
    const { body } = await test.app.inject({ url: "/contact", ...form(answers) });
    // https://html.spec.whatwg.org/multipage/grouping-content.html#the-pre-element: of two, a parser drops the first.
    expect(body).toContain(">\n\nFirst an empty line</textarea>");
  });

  it("answers 503 with the values kept when nothing can be stored, and logs no word of them", async () => {
    const broken = await createTestSite(
      {},
      {
        submissions: {
          submit: async () => ({ kind: "failed", error: new Error("disk full") }),
          quarantine: async () => ({ kind: "failed", error: new Error("disk full") }),
        },
      },
    );
    const response = await broken.app.inject({ url: "/contact", ...form(valid) });
    await broken.close();
    expect(response.statusCode).toBe(503);
    expect(response.body).toContain(interest.messages.failure.title);
    expect(response.body).toContain("<title>Error: ");
    expect(response.body).toContain('value="ada@visitor.example"');
    expect(response.body).not.toMatch(/disk full|\.[jt]s:\d/);
    expect(broken.log.some((line) => line.msg === "form not stored")).toBe(true);
    expect(JSON.stringify(broken.log)).not.toContain("visitor.example");
  });

  it("refuses another site's page, a body that is too large and a type that is no form", async () => {
    const post = form(valid);
    const crossSite = await test.app.inject({
      url: "/contact",
      ...post,
      headers: { ...post.headers, "sec-fetch-site": "cross-site" },
    });
    const foreign = await test.app.inject({
      url: "/contact",
      ...post,
      headers: { ...post.headers, origin: "https://evil.example" },
    });
    const large = await test.app.inject({
      url: "/contact",
      ...form({ ...valid, motivation: "x".repeat(600_000) }),
    });
    const json = await test.app.inject({
      url: "/contact",
      method: "POST",
      headers: { "content-type": "application/json" },
      payload: "{}",
    });
    expect([crossSite, foreign, large, json].map((response) => response.statusCode)).toEqual([
      403, 403, 413, 415,
    ]);
    expect(large.body).toContain(problems["413"]?.heading);
  });
});

describe("POST /photo-failures", () => {
  const post = (payload: string, type = "text/plain;charset=UTF-8") =>
    test.app.inject({ url: "/photo-failures", method: "POST", headers: { "content-type": type }, payload });

  it("takes names of the site's pictures only, and answers what it cannot read as the site does", async () => {
    const { body } = await get("/team");
    const photo = /<img class="portrait" src="(\/assets\/[^"]+)"/.exec(body)?.[1] ?? "";
    for (let index = 0; index < 1_100; index += 1)
      expect((await post(`/assets/${index}.png`)).statusCode).toBe(204);
    await post(photo);
    await post(photo);
    const told = test.log.filter(({ msg }) => msg === "photo failed to load");
    expect(told.map((line) => line.photo)).toEqual([photo]);
    for (const answer of [await post("{}", "application/json"), await post("a=b", "text/html")]) {
      expect(answer.statusCode).toBe(415);
      expect(answer.headers["content-type"]).toContain("text/html");
      expect(answer.body).toContain(interest.words.privacy.to);
    }
    expect((await post("x".repeat(1_024))).statusCode).toBe(204);
    const long = await post("x".repeat(1_025));
    expect(long.statusCode).toBe(413);
    expect(long.headers["content-type"]).toContain("text/html");
  });
});

describe(".env.example", () => {
  it("lists every variable that the configuration reads", () => {
    const source = readFileSync("server/config.ts", "utf8");
    const names = new Set([...source.matchAll(/value\("([A-Z_]+)"\)/g)].map((match) => match[1]));
    const listed = new Set(
      [...readFileSync(".env.example", "utf8").matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]),
    );
    expect(listed).toEqual(names);
  });
});
