// docs/specification.md, 'Photos that fail', 'Layout shift'

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { machineNames } from "../support/fonts.ts";
import { routes } from "../support/routes.ts";
import { createTestSite, type TestSite } from "../support/site.ts";

let test: TestSite;
let address: string;
let browser: Browser;

beforeAll(async () => {
  test = await createTestSite();
  address = await test.listen();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await test.close();
});

const photoFailures = () => test.log.filter((line) => line.msg === "photo failed to load");

describe("a photo that fails to load", () => {
  it.each(["/team", "/learning/faculty", "/community/thought-leadership", "/"])(
    "is hidden, keeps its place, and is logged once: %s",
    async (path) => {
      const before = photoFailures().length;
      const page = await browser.newPage();
      await page.route("**/*.{avif,webp,jpg,png}", (route) => route.abort());
      const told = page.waitForResponse((response) => response.url().endsWith("/photo-failures"));
      await page.goto(address + path);
      await page.locator("img.portrait").first().scrollIntoViewIfNeeded();
      expect((await told).status()).toBe(204);
      const first = page.locator("img.portrait").first();
      await expect.poll(() => first.evaluate((image) => getComputedStyle(image).visibility)).toBe("hidden");
      const place = await first.boundingBox();
      expect(place?.width).toBeGreaterThan(100);
      expect(place?.height).toBe(place?.width);
      await page.reload();
      await page.close();
      expect(photoFailures().length).toBeGreaterThan(before);
      const photos = photoFailures().map((line) => line.photo);
      expect(new Set(photos).size).toBe(photos.length);
      expect(photos.every((photo) => /^\/assets\/[\w.-]+$/.test(String(photo)))).toBe(true);
    },
    30_000,
  );
});

/** How much of the first screen may move: less than anybody sees (web.dev/cls calls up to 0.1 good). */
const unseen = 0.005;

function watchShifts() {
  const seen = Object.assign(globalThis, { shift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}

/** The sum of a page's layout shifts, with all faces that it asked for. */
async function settledShift(page: Page): Promise<number> {
  await page.evaluate(() => document.fonts.ready);
  // Two frames: the one that the faces change, and the one that reports it.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
}

/** The faces that draw an element's text: whether they are the site's own. */
async function isInBrandFace(page: Page, selector: string): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await session.detach();
  return fonts.length > 0 && fonts.every((font) => font.isCustomFont && !isLocal(font.familyName));
}
const isLocal = (family: string) => !/^(Bricolage|Newsreader)/.test(family);

describe.each([390, 1440])("at %i pixels, every page", (width) => {
  it("keeps still while it loads", async () => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
    await context.addInitScript(watchShifts);
    const moved: unknown[] = [];
    for (const path of routes) {
      const page = await context.newPage();
      await page.goto(address + path, { waitUntil: "load" });
      const shift = await settledShift(page);
      if (shift > unseen) moved.push([path, shift]);
      await page.close();
    }
    await context.close();
    expect(moved).toEqual([]);
  }, 120_000);
});

describe.each(machineNames)("on a machine with the faces of %s", (machine) => {
  const paths = ["/", "/framework/vuca-world", "/learning/faculty", "/events", "/contact", "/privacy"];
  let machineBrowser: Browser;
  beforeAll(async () => {
    machineBrowser = await launchBrowser({ machine });
  });
  afterAll(() => machineBrowser.close());

  /** A first visit whose fonts come when the page has been seen for a while. */
  async function lateVisit(path: string, width: number) {
    // A context for each page: what the cache holds does not come late.
    const context = await machineBrowser.newContext({
      viewport: { width, height: 900 },
      reducedMotion: "reduce",
    });
    await context.addInitScript(watchShifts);
    const page = await context.newPage();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/*.woff2", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(address + path, { waitUntil: "domcontentloaded" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    release();
    await page.waitForLoadState("load");
    return { page, shift: await settledShift(page) };
  }

  it.each([390, 768, 1440])(
    "fonts that come late move nothing at %i pixels",
    async (width) => {
      const moved: unknown[] = [];
      for (const path of paths) {
        const { page, shift } = await lateVisit(path, width);
        if (shift > unseen) moved.push([path, shift]);
        await page.context().close();
      }
      expect(moved).toEqual([]);
    },
    120_000,
  );

  it("fonts that came late for one page draw the next", async () => {
    const { page } = await lateVisit("/framework/overview", 390);
    expect(await isInBrandFace(page, "h1")).toBe(false);
    await expect
      .poll(
        async () => {
          await page.goto(`${address}/about/company`, { waitUntil: "load" });
          return (await isInBrandFace(page, "h1")) && (await isInBrandFace(page, ".lead"));
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    await page.context().close();
  }, 40_000);

  const standIn = async () => {
    const heights: [string, number, number][] = [];
    for (const path of paths) {
      const [own, other] = [await heightOf(path, false), await heightOf(path, true)];
      heights.push([path, own, other]);
    }
    const differing = heights.filter(([, own, other]) => Math.abs(other / own - 1) > 0.04);
    expect(differing).toEqual([]);
  };
  // With none of the known faces a page has its own length.
  if (machine !== "unknown") it("the faces that stand in take the brand faces' place", standIn, 120_000);

  /** How long a page is on a phone, with the brand faces or without. */
  async function heightOf(path: string, withoutFonts: boolean): Promise<number> {
    const context = await machineBrowser.newContext({ viewport: { width: 390, height: 900 } });
    if (withoutFonts) await context.route("**/*.woff2", (route) => route.abort());
    const page = await context.newPage();
    const visit = async () => {
      await page.goto(address + path, { waitUntil: "load" });
      return isInBrandFace(page, "h1");
    };
    if (withoutFonts) await visit();
    else await expect.poll(visit, { timeout: 20_000 }).toBe(true);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await context.close();
    return height;
  }
});
