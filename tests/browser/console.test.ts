import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { createTestSite, type TestSite } from "../support/site.ts";

let browser: Browser;
let site: TestSite;
let base: string;
beforeAll(async () => {
  site = await createTestSite();
  base = await site.listen();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

/** A page, and what it tells in the console but for failed requests. */
async function open(): Promise<{ page: Page; told: string[] }> {
  const page = await browser.newPage();
  const told: string[] = [];
  page.on("console", (message) => {
    if (!message.text().startsWith("Failed to load resource")) told.push(message.text());
  });
  page.on("pageerror", (error) => told.push(String(error)));
  return { page, told };
}

it("says nothing in the console when a page is shown before it could slide in, or is never shown", async () => {
  const { page, told } = await open();
  await page.goto(`${base}/team`);
  await page.exposeFunction("tell", (text: string) => told.push(text));
  await page.evaluate(() =>
    addEventListener("pageswap", ({ viewTransition }) => {
      Reflect.get(globalThis, "tell")(viewTransition ? "slides" : "jumps");
    }),
  );
  // As if it came after the page is first shown.
  await page.route("**/enhancements*.css", (route) => route.abort());
  for (const path of ["/terms", "/privacy"]) {
    await page.locator(`footer a[href='${path}']`).click();
    await page.waitForURL(base + path);
  }
  await page.unrouteAll();
  for (const [over, to] of [
    ["/contact", "/team"],
    ["/events", "/terms"],
  ]) {
    await page.locator(`footer a[href='${over}']`).click({ noWaitAfter: true });
    await page.goto(base + to);
  }
  expect(told).toEqual(["slides"]);
  await page.close();
});

it("says nothing in the console when a page is shown before its body is there", async () => {
  const { page, told } = await open();
  let show = () => {};
  await page.exposeFunction("shown", () => show());
  await page.addInitScript(() => addEventListener("pagereveal", () => Reflect.get(globalThis, "shown")()));
  const inPieces = createServer(async (request, reply) => {
    const answer = await fetch(base + request.url);
    const type = answer.headers.get("content-type") ?? "";
    reply.setHeader("Content-Type", type);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!type.startsWith("text/html")) return reply.end(bytes);
    const [head, body] = bytes.toString().split("<body>");
    const isShown = new Promise<void>((resolve) => {
      show = resolve;
    });
    reply.write(`${head}<body>`);
    await isShown;
    reply.end(body);
  }).listen(0, "127.0.0.1");
  await once(inPieces, "listening");
  await page.goto(`http://127.0.0.1:${(inPieces.address() as AddressInfo).port}/team`);
  await page.evaluate(() => {
    location.href = "/terms";
  });
  await page.waitForURL("**/terms");
  await page.locator("footer").waitFor();
  expect(told).toEqual([]);
  await page.close();
  inPieces.close();
  inPieces.closeAllConnections();
});

it("shows an error page that is made in the browser as it is meant, within the policy", async () => {
  const { page, told } = await open();
  await page.goto(`${base}/contact`);
  const look = () =>
    page.locator("main h1").evaluate((heading) => {
      const { fontSize, maxWidth } = getComputedStyle(heading);
      return { fontSize, maxWidth };
    });
  // React Router answers the Back button once it has the page.
  await page.waitForFunction(() => Reflect.get(globalThis, "__reactRouterDataRouter")?.state.initialized);
  await page.evaluate(() => {
    history.pushState({ idx: 1, key: "a" }, "", "/nope");
    history.pushState({ idx: 2, key: "b" }, "", "/contact");
    history.back();
  });
  await page.locator(".problem h1").waitFor();
  const shown = await look();
  expect(told).toEqual([]);
  await page.goto(`${base}/nope`);
  expect(shown).toEqual(await look());
  await page.close();
});
