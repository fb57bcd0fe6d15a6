// docs/specification.md, 'Rendered once'

import { brotliDecompressSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import { cachePolicy, liveFor } from "#app/cache-policy.ts";
import type { FinishedPage } from "./finished-page.ts";
import { isHtml, KeptPages } from "./kept-pages.ts";
import type { Rendering } from "./renderer.ts";

const html = `<script nonce="bm9uY2U=">1</script><input name="submissionId" value="id-1"><input name="stamp" value="stamp-1">`;
const shown = { "content-type": "text/html; charset=utf-8", "cache-control": cachePolicy.page };
const [today, tomorrow, later] = [21, 22, 23].map((day) => new Date(Date.UTC(2026, 10, day, 10))) as [
  Date,
  Date,
  Date,
];

/** Pages that are rendered as `given` says. */
function start() {
  const given = {
    body: html,
    status: 200,
    headers: shown as Record<string, string>,
    now: today,
    revision: 1,
  };
  const looked: string[] = [];
  const render = vi.fn(async (_request: Request, _how?: object): Promise<Rendering> => {
    const { body, status, headers } = given;
    return { response: new Response(body, { status, headers }), nonce: "bm9uY2U=" };
  });
  const pages = new KeptPages(
    {
      siteUrl: "https://site.example",
      services: { now: () => given.now, calendar: { state: () => ({ revision: given.revision, phase: 0 }) } },
      metrics: { looksInto: (cache: string) => (outcome: string) => looked.push(`${cache} ${outcome}`) },
      session: { origin: "https://auth.example" },
    } as never,
    { render } as never,
  );
  return { given, looked, render, pages };
}

const unpacked = (page: FinishedPage | undefined) => page && String(brotliDecompressSync(page.bodies.br));

it("renders a page once for all, with hashes in place of the nonce", async () => {
  const { looked, render, pages } = start();
  const at = today;
  const { page } = await pages.shared({ path: "/events?a=1", at });
  expect(await pages.shared({ path: "/events" })).toEqual({ page });
  expect(render.mock.calls.map(([{ url }, how]) => [url, how])).toEqual([
    ["https://site.example/events?a=1", { request: undefined, at }],
  ]);
  expect(looked).toEqual(["pages miss", "pages hit"]);
  expect(unpacked(page)).toBe(html.replace(' nonce="bm9uY2U="', ""));
  expect(page?.headers).toMatchObject(shown);
  expect(page?.headers["content-security-policy"]).toContain("'sha256-");
  expect(page?.headers["content-security-policy"]).toContain("https://auth.example");
});

it.each([
  ["a calendar", { "content-type": "text/calendar", "cache-control": cachePolicy.live }],
  ["what has no type", { "cache-control": cachePolicy.page }],
])("keeps %s as it is", async (_, headers) => {
  const { given, pages } = start();
  given.headers = headers;
  const { page } = await pages.shared({ path: "/events.ics" });
  expect(unpacked(page)).toBe(html);
  expect(page?.headers).toMatchObject(headers);
});

it.each([
  ["for one visitor", { headers: { ...shown, "cache-control": cachePolicy.personal } }],
  ["soon another one", { headers: { ...shown, "cache-control": liveFor(5) } }],
  ["not there", { status: 404 }],
  ["not to be had", { status: 500 }],
])("gives what is %s to who asked alone", async (_, change) => {
  const { given, render, pages } = start();
  Object.assign(given, change);
  const { page, own } = await pages.shared({ path: "/events" });
  expect([page, own?.response.status]).toEqual([undefined, given.status]);
  expect(render).toHaveBeenCalledTimes(1);
  await pages.shared({ path: "/events" });
  expect(render).toHaveBeenCalledTimes(2);
});

it("gives an older page rather than a fault, and none once it is forgotten", async () => {
  const { given, pages } = start();
  const { page } = await pages.shared({ path: "/events" });
  given.status = 500;
  given.now = tomorrow;
  expect(await pages.shared({ path: "/events" })).toEqual({ page });
  pages.forgetOthers([pages.stateAt(tomorrow).key]);
  expect((await pages.shared({ path: "/events" })).own?.response.status).toBe(500);
});

it("keeps what was rendered elsewhere, and in a later state again what has not changed", async () => {
  const { given, render, pages } = start();
  const [now, next] = [pages.stateAt(today), pages.stateAt(tomorrow)];
  const page = { bodies: { br: Buffer.from("br"), gzip: Buffer.from("gzip") }, headers: {} };
  expect(pages.known("/events")).toBe("");
  pages.keep("/events", now, { shows: "" });
  pages.keep("/events", now, { page, shows: "digest" });
  expect(pages.known("/events")).toBe("digest");
  pages.keep("/events", next, { shows: "digest" });
  for (const time of [today, tomorrow]) {
    given.now = time;
    expect((await pages.shared({ path: "/events" })).page).toMatchObject(page);
  }
  expect(render).not.toHaveBeenCalled();
  // That another one could not be rendered.
  pages.keep("/events", pages.stateAt(later), { failure: "broken", shows: "other" });
  given.now = later;
  await pages.shared({ path: "/events" });
  expect(render).toHaveBeenCalledTimes(1);
  given.now = new Date(later.getTime() + 60_000);
  given.revision = 2;
  pages.areRenderedElsewhere = true;
  await pages.shared({ path: "/events" });
  expect(render).toHaveBeenCalledTimes(1);
});

it("keeps a form and the page after it, to be filled in for each, until the year ends", async () => {
  const { given, looked, render, pages } = start();
  const { page: form } = await pages.form({ path: "/contact" });
  expect(form?.fill({ submissionId: "id-2", stamp: "stamp-2", nonce: "other" })).toBe(
    html.replace("id-1", "id-2").replace("stamp-1", "stamp-2").replace("bm9uY2U=", "other"),
  );
  given.body = `<b nonce="bm9uY2U=">REFE-RENC</b><i>rings</i><u>file</u>`;
  const values = { reference: "REFE-RENC", rings: "rings", ringsFile: "file" };
  const { page } = await pages.received({ path: "/contact/received" }, values);
  expect(page?.fill({ reference: "OTHE-RONE", rings: "r", ringsFile: "f", nonce: "n" })).toBe(
    `<b nonce="n">OTHE-RONE</b><i>r</i><u>f</u>`,
  );
  await pages.received({ path: "/contact/received" }, values);
  expect(render).toHaveBeenCalledTimes(2);
  given.now = new Date("2027-06-01T00:00:00Z");
  await pages.received({ path: "/contact/received" }, values);
  expect(render).toHaveBeenCalledTimes(3);
  expect(looked).toEqual(["forms miss", "forms miss", "forms hit", "forms miss"]);
});

it("keeps a page for each problem, which nobody else may keep", async () => {
  const { looked, render, pages } = start();
  for (const status of [404, 503, 404]) {
    const page = await pages.problem(status);
    expect(page?.headers["cache-control"]).toBe(cachePolicy.none);
    expect(unpacked(page)).not.toContain("nonce");
  }
  expect(render.mock.calls.map(([{ url }, how]) => [url, how])).toEqual([
    ["https://site.example/", { problem: 404 }],
    ["https://site.example/", { problem: 503 }],
  ]);
  expect(looked).toEqual(["problems miss", "problems miss", "problems hit"]);
});

it.each([
  ["text/html; charset=utf-8", true],
  ["application/xhtml+xml; of=text/html", false],
])("takes %s for HTML: %s", (type, expected) => {
  expect(isHtml(new Response("", { headers: { "content-type": type } }))).toBe(expected);
});

it("keeps the pages of 500 addresses that visitors asked for, and forgets the first of more", async () => {
  const { given, render, pages } = start();
  given.body = "";
  const ask = (number: number) => pages.shared({ path: `/events/${number}` });
  for (let number = 0; number < 500; number += 1) await ask(number);
  await ask(0);
  expect(render).toHaveBeenCalledTimes(500);
  await ask(500);
  await ask(0);
  expect(render).toHaveBeenCalledTimes(502);
});
