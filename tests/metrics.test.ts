// docs/specification.md, 'Metrics'

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { version } from "#system/version.ts";
import { form } from "./support/form.ts";
import { createTestSite, type TestSite } from "./support/site.ts";

const token = "0123456789abcdef";
const valid = { firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: "on" };

/** Values by name and labels, as Prometheus reads them. */
async function read({ app }: TestSite): Promise<Map<string, number>> {
  const { statusCode, headers, body } = await app.inject("/metrics");
  expect(statusCode).toBe(200);
  expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(headers["cache-control"]).toBe("no-store");
  const lines = body.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ""), Number(/\S+$/.exec(line)?.[0])]));
}

describe("/metrics", () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await createTestSite({
      SUBMISSION_RATE_LIMIT: "0",
      EVENTS_FEED_URL: "http://me:sesame@127.0.0.1:9/private-sesame/basic.ics?key=sesame",
    });
    await site.services.calendar.firstLook;
  });
  afterAll(() => site.close());

  it("counts and times requests by route, method and status", async () => {
    for (const url of [
      "/team",
      "/team",
      "/favicon.svg",
      "/events/no-such-event",
      "/Team",
      "/nowhere",
      "/contact",
    ])
      await site.app.inject(url);
    await site.app.inject({ url: "/team", method: "HEAD" });
    await site.app.inject({ url: "/contact", ...form(valid) });
    await site.app.inject({ url: "/contact.data", ...form({}) });
    await site.app.inject({ url: "/team", method: "PROPFIND" as never });
    const values = await read(site);
    const count = (route: string, method: string, status: number) =>
      values.get(`site_http_requests_total{route="${route}",method="${method}",status="${status}"}`);
    expect(count("/team", "GET", 200)).toBe(2);
    expect(count("/team", "HEAD", 200)).toBe(1);
    expect(count("files", "GET", 200)).toBe(1);
    // Without a calendar nobody knows which events there are.
    expect(count("/events/:slug", "GET", 503)).toBe(1);
    expect(count("unknown", "GET", 301)).toBe(1);
    expect(count("unknown", "GET", 404)).toBe(1);
    expect(count("unknown", "other", 405)).toBe(1);
    expect(count("/contact", "POST", 303)).toBe(1);
    expect(count("/contact.data", "POST", 400)).toBe(1);
    expect(values.get('site_http_request_duration_seconds_count{route="/team"}')).toBe(3);
    expect(values.get('site_http_request_duration_seconds_bucket{le="+Inf",route="/team"}')).toBe(3);
  });

  it("counts what is repeated before anything else looks at it", async () => {
    const other = await createTestSite();
    const address = await other.listen();
    for (let time = 0; time < 3; time += 1) await (await fetch(`${address}/terms`)).arrayBuffer();
    const values = await read(other);
    expect(values.get('site_http_requests_total{route="/terms",method="GET",status="200"}')).toBe(3);
    expect(values.get('site_http_request_duration_seconds_count{route="/terms"}')).toBe(3);
    await other.close();
  });

  it("counts renderings, kept pages, statements of the database, and what a mail waits for", async () => {
    const before = await read(site);
    for (const url of ["/nowhere", "/nowhere", "/contact"]) await site.app.inject(url);
    await site.app.inject({ url: "/contact", ...form(valid) });
    const after = await read(site);
    const more = (name: string) => (after.get(name) ?? Number.NaN) - (before.get(name) ?? 0);
    expect(more('site_page_cache_total{cache="problems",outcome="hit"}')).toBe(2);
    expect(more('site_page_cache_total{cache="forms",outcome="hit"}')).toBe(1);
    expect(after.get('site_page_cache_total{cache="problems",outcome="miss"}')).toBeGreaterThan(0);
    expect(more('site_render_duration_seconds_count{kind="post"}')).toBe(1);
    expect(after.get('site_render_duration_seconds_count{kind="page"}')).toBeGreaterThan(0);
    expect(more("site_database_query_duration_seconds_count")).toBeGreaterThan(2);
    expect(more("site_database_wait_duration_seconds_count")).toBeGreaterThan(0);
    expect(after.get("site_database_waiting")).toBe(0);
    expect(after.get("site_database_up")).toBe(1);
    expect(after.get("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThanOrEqual(0);
    expect(after.get("process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
    expect(after.get("site_disk_free_bytes")).toBeGreaterThan(0);
    expect([...after.keys()].filter((name) => name.startsWith("site_build_info"))).toEqual([
      `site_build_info{version="${version}",node="${process.versions.node}"}`,
    ]);
  });

  it("holds nothing that a visitor wrote, and of a feed its name alone", async () => {
    for (const url of [
      "/ada@visitor.example",
      "/events/ada-moreno",
      "/team?ada",
      "/contact/received?reference=ADAM-MORE",
    ])
      await site.app.inject({
        url,
        headers: { referer: "https://ada.example", "user-agent": "Ada", host: "ada" },
      });
    const { body } = await site.app.inject("/metrics");
    expect(body).toContain('site_feed_up{feed="127.0.0.1:9"} 0');
    expect(body).not.toMatch(/ada|moreno|sesame/i);
  });

  it("has as many series however many addresses, queries and methods are tried", async () => {
    const attempt = async (part: string) => {
      for (let number = 0; number < 40; number += 1)
        for (const url of [
          `/${part}${number}`,
          `/events/${part}${number}`,
          `/team?${part}${number}`,
          `/T${part}eam`,
        ])
          await site.app.inject({ url, method: (number % 4 ? "GET" : "M-SEARCH") as never });
    };
    await attempt("a");
    // Those of the process come and go with what it has open.
    const own = async () => [...(await read(site)).keys()].filter((name) => name.startsWith("site_"));
    const before = await own();
    await attempt("b");
    expect(await own()).toEqual(before);
  });

  it("counts for each site by itself", async () => {
    const other = await createTestSite();
    await other.app.inject("/privacy");
    const name = 'site_http_requests_total{route="/privacy",method="GET",status="200"}';
    expect([(await read(site)).get(name), (await read(other)).get(name)]).toEqual([undefined, 1]);
    await other.close();
  });
});

describe("whoever has no right to the metrics", () => {
  it.each([
    ["asks through a proxy", {}, { "x-forwarded-for": "127.0.0.1" }, "127.0.0.1"],
    ["asks through a proxy that is trusted", { TRUST_PROXY: "1" }, {}, "127.0.0.1"],
    ["asks through a proxy that keeps the host", {}, { host: "site.example" }, "127.0.0.1"],
    ["asks from another machine", {}, {}, "203.0.113.1"],
  ])(
    "gets the page of an unknown address where it %s",
    async (_, env: Record<string, string>, headers, remoteAddress) => {
      const site = await createTestSite(env);
      const answer = await site.app.inject({ url: "/metrics", headers, remoteAddress });
      const unknown = await site.app.inject("/nowhere");
      await site.close();
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toBe(unknown.body);
    },
  );

  it("is asked for the token, and its right owner reads from everywhere", async () => {
    const site = await createTestSite({ METRICS_TOKEN: token, TRUST_PROXY: "1" });
    const ask = (authorization: string) =>
      site.app.inject({
        url: "/metrics",
        headers: {
          host: "site.example",
          "x-forwarded-for": "203.0.113.1",
          ...(authorization ? { authorization } : {}),
        },
      });
    const answers = await Promise.all(["", "Bearer 0123456789abcdeg", `Bearer ${token}`].map(ask));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 200]);
    expect(answers.map(({ headers }) => headers["www-authenticate"])).toEqual([
      "Bearer",
      "Bearer",
      undefined,
    ]);
    expect(answers[2]?.body).toContain("site_build_info");
    expect(JSON.stringify(site.log)).not.toContain(token.slice(0, 12));
    await site.close();
  });
});

it("is scraped while database and disk do not answer, and asks them no second time", async () => {
  let asked = 0;
  const never = () => {
    asked += 1;
    return new Promise<never>(() => {});
  };
  const site = await createTestSite();
  const { outbox, disk, ...rest } = site.services.health;
  const stuck = await createTestSite({}, { health: { ...rest, outbox: never, disk: never } });
  const values = await Promise.all([read(stuck), read(stuck), read(stuck)]);
  expect(values.map((one) => one.get("site_database_up"))).toEqual([0, 0, 0]);
  expect(
    [...(values[0]?.keys() ?? [])].filter((name) => /^site_(outbox|quarantine|disk)/.test(name)),
  ).toEqual([]);
  await read(stuck);
  expect(asked).toBe(2);
  await stuck.close();
  await site.close();
});
