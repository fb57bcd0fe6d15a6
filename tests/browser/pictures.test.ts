// docs/specification.md, 'Photos that fail', 'Layout shift'

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import theme from "#content/theme.yaml";
import { address, context, drawn, open, page, provideBrowser, site, usual } from "../support/browser.ts";
import { machineNames } from "../support/fonts.ts";
import { routes } from "../support/routes.ts";

const photoFailures = () => site.log.filter((line) => line.msg === "photo failed to load");

describe("a photo that fails to load", () => {
  provideBrowser({ expected: /^Failed to load resource/ });

  it.each(["/team", "/learning/faculty", "/community/thought-leadership", "/"])(
    "is hidden, keeps its place, and is logged once: %s",
    async (path) => {
      const before = photoFailures().length;
      await page.route("**/*.{avif,webp,jpg,png}", (route) => route.abort());
      const told = page.waitForResponse((response) => response.url().endsWith("/photo-failures"));
      await page.goto(path);
      await page.locator("img.portrait").first().scrollIntoViewIfNeeded();
      expect((await told).status()).toBe(204);
      const first = page.locator("img.portrait").first();
      await expect.poll(() => first.evaluate((image) => getComputedStyle(image).visibility)).toBe("hidden");
      const place = await first.boundingBox();
      expect(place?.width).toBeGreaterThan(100);
      expect(place?.height).toBe(place?.width);
      await page.reload();
      expect(photoFailures().length).toBeGreaterThan(before);
      const photos = photoFailures().map((line) => line.photo);
      expect(new Set(photos).size).toBe(photos.length);
      expect(photos.every((photo) => /^\/assets\/[\w.-]+$/.test(String(photo)))).toBe(true);
    },
  );
});

describe("the rings of a reference", () => {
  provideBrowser();

  it("are drawn on the page that follows a form, and come as a file", async () => {
    await page.goto("/contact/received?reference=ABCD-2345");
    const shape = await page.locator(".head-drawing path[id]").getAttribute("d");
    const coming = page.waitForEvent("download");
    await page.locator("a[download]").click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe("ABCD-2345.svg");
    expect(readFileSync(await file.path(), "utf8")).toContain(`d="${shape}"`);
  });
});

describe("a picture of an event", () => {
  provideBrowser();

  it("is the drawing itself, in the dark theme the one that was made for it, as bright as it is drawn", async () => {
    await page.goto("/events");
    const picture = page.locator("img.event-image").first();
    const shown = () =>
      picture.evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        return [getComputedStyle(image).filter, new URL(image.currentSrc).pathname.replace(/.*[.]/, "")];
      });
    const address = () => picture.evaluate((image: HTMLImageElement) => image.currentSrc);
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(shown).toEqual(["none", "svg"]);
    const light = await address();
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(address).not.toBe(light);
    expect(await shown()).toEqual(["none", "svg"]);
  });
});

/** How much of the first screen may move: less than anybody sees (web.dev/cls calls up to 0.1 good). */
const unseen = 0.001;

function watchShifts() {
  const seen = Object.assign(globalThis, { shift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}

/** The sum of a page's layout shifts, with all faces that it asked for. */
async function settledShift(page: Page): Promise<number> {
  await page.evaluate(() => document.fonts.ready);
  await drawn(page);
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
const isLocal = (family: string) => !Object.values(theme.faces).some(({ name }) => family.startsWith(name));

/**
 * The site behind a line on which pages come in pieces, each drawn before the next one is there; the first one holds the
 * header, as the first packets do.
 */
async function startSlowLine(target: string): Promise<{ address: string; close(): void }> {
  const line = createServer(async (request, response) => {
    const answer = await fetch(target + request.url);
    const type = answer.headers.get("content-type") ?? "";
    response.writeHead(answer.status, { "content-type": type });
    const body = Buffer.from(await answer.arrayBuffer());
    const header = type.startsWith("text/html") ? Math.max(0, body.indexOf("<main")) : body.length;
    response.write(body.subarray(0, header));
    const piece = Math.ceil((body.length - header) / 10);
    for (let start = header; start < body.length; start += piece) {
      await sleep(50);
      response.write(body.subarray(start, start + piece));
    }
    response.end();
  }).listen(0, "127.0.0.1");
  await once(line, "listening");
  const { port } = line.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => void line.close() };
}

/** A visitor of whom nothing is kept: what a cache holds does not come late. */
async function visitor(width: number) {
  const own = await context.browser()?.newContext({ ...usual(), viewport: { width, height: 900 } });
  if (!own) throw new Error("the browser has gone");
  return own;
}

describe("every page keeps still while it comes in pieces", () => {
  provideBrowser({ keepsPage: true });

  /** A phone's window and a large one. Each line has an address of its own, for which no cache holds anything. */
  let windows: Promise<Page[]> | undefined;
  const openWindows = () =>
    Promise.all(
      [390, 1440].map(async (width) => {
        const own = await visitor(width);
        await own.addInitScript(watchShifts);
        return own.newPage();
      }),
    );

  it.each(routes)("%s", async (path) => {
    const line = await startSlowLine(address);
    windows ??= openWindows();
    // Beside each other, as most of the time is spent waiting for the line.
    const shifts = (await windows).map(async (page) => {
      await page.goto(line.address + path, { waitUntil: "load" });
      return settledShift(page);
    });
    for (const shift of await Promise.all(shifts)) expect(shift).toBeLessThanOrEqual(unseen);
    line.close();
  });
});

describe.each(machineNames)("on a machine with the faces of %s", (machine) => {
  const paths = ["/", "/framework/vuca-world", "/learning/faculty", "/events", "/contact", "/privacy"];
  provideBrowser({ machine, expected: /^Failed to load resource/ });

  /** A first visit whose fonts come when the page has been seen for a while. */
  async function lateVisit(page: Page, path: string): Promise<number> {
    let asked = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // A window whose requests are in a test's hands keeps none of them for its next page.
    await page.route("**/*.woff2", async (route) => {
      asked += 1;
      await released;
      await route.continue();
    });
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    // Late is after the 100 ms in which `font-display: optional` still takes a face. What moved until then, on a busy machine
    // that draws a page in parts, was not the fonts' doing.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    await drawn(page);
    await page.evaluate(() => Object.assign(globalThis, { shift: 0 }));
    release();
    await page.waitForLoadState("load");
    const shift = await settledShift(page);
    await page.unroute("**/*.woff2");
    expect(asked).toBeGreaterThan(0);
    return shift;
  }

  // Which faces stand in makes no difference to where a page breaks into columns: one machine at all widths is enough.
  const widths = machine === "unknown" ? [390, 768, 1440] : [390];
  it.each(widths)("fonts that come late move nothing at %i pixels", async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(watchShifts);
    for (const path of paths) expect(await lateVisit(page, path), path).toBeLessThanOrEqual(unseen);
  });

  it("fonts that came late for one page draw the next", async () => {
    await open({ viewport: { width: 390, height: 900 } });
    await page.addInitScript(watchShifts);
    await lateVisit(page, "/framework/overview");
    expect(await isInBrandFace(page, "h1")).toBe(false);
    await expect
      .poll(async () => {
        await page.goto("/about/company", { waitUntil: "load" });
        return (await isInBrandFace(page, "h1")) && (await isInBrandFace(page, ".lead"));
      })
      .toBe(true);
  });

  const standIn = async () => {
    const [own, others] = await Promise.all([heights(false), heights(true)]);
    const pairs = paths.map((path, index) => [path, own[index] ?? 0, others[index] ?? 0] as const);
    expect(pairs.filter(([, one, other]) => !(Math.abs(other / one - 1) <= 0.04))).toEqual([]);
  };
  // With none of the known faces a page has its own length.
  if (machine !== "unknown") it("the faces that stand in take the brand faces' place", standIn);

  /** How long the pages are on a phone, with the brand faces or without. */
  async function heights(withoutFonts: boolean): Promise<number[]> {
    const own = await visitor(390);
    if (withoutFonts) await own.route("**/*.woff2", (route) => route.abort());
    const page = await own.newPage();
    const found: number[] = [];
    for (const path of paths) {
      const visit = async () => {
        await page.goto(path, { waitUntil: "load" });
        return isInBrandFace(page, "h1");
      };
      if (withoutFonts) expect(await visit()).toBe(false);
      else await expect.poll(visit).toBe(true);
      found.push(await page.evaluate(() => document.documentElement.scrollHeight));
    }
    await own.close();
    return found;
  }
});
