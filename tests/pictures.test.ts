import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "./support/browser.ts";
import { routes } from "./support/routes.ts";
import { createTestSite, type TestSite } from "./support/site.ts";

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

/** How much of the first screen has moved, by page: the sum of its layout shifts (web.dev/cls). */
async function layoutShifts(width: number, fontDelay: number): Promise<Map<string, number>> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
  if (fontDelay > 0)
    await context.route("**/*.woff2", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, fontDelay));
      await route.continue();
    });
  await context.addInitScript(() => {
    const seen = Object.assign(globalThis, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const shifts = new Map<string, number>();
  for (const path of routes) {
    const page = await context.newPage();
    await page.goto(address + path, { waitUntil: "load" });
    await page.evaluate(() => document.fonts.ready);
    // Two frames: the one that the faces change, and the one that reports it.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    shifts.set(path, await page.evaluate(() => (globalThis as unknown as { shift: number }).shift));
    await page.close();
  }
  await context.close();
  return shifts;
}

describe.each([390, 1440])("at %i pixels, every page", (width) => {
  it("moves nothing while it loads", async () => {
    // What rounds to 0.000, as tools show it: on a busy machine a face may come a frame late.
    const moved = [...(await layoutShifts(width, 0))].filter(([, shift]) => shift >= 0.0005);
    expect(moved).toEqual([]);
  }, 60_000);

  it("hardly moves when its fonts come late: other letters, the same lines", async () => {
    const moved = [...(await layoutShifts(width, 150))].filter(([, shift]) => shift > 0.005);
    expect(moved).toEqual([]);
  }, 60_000);
});
