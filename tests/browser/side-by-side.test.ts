// docs/specification.md, 'Accessibility', 'Print'

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
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

async function withPage(path: string, width: number, visit: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
  try {
    await page.goto(address + path);
    await visit(page);
  } finally {
    await page.close();
  }
}

/** Names of two fields beside each other, one of which stands lower than the other. */
const uneven = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLElement>(".form-grid > .field:not(.full)")];
    const pairs = fields.flatMap((left, index) => {
      const right = fields[index + 1];
      return right && left.offsetTop === right.offsetTop && left.offsetLeft < right.offsetLeft
        ? [[left, right] as const]
        : [];
    });
    const control = (field: HTMLElement) => field.querySelector<HTMLInputElement>("input, select");
    const names = pairs
      .map((pair) => pair.map(control))
      .filter(([left, right]) => left?.getBoundingClientRect().top !== right?.getBoundingClientRect().top)
      .map((controls) => controls.map((one) => one?.name).join(" and "));
    return { pairs: pairs.length > 0, names };
  });

describe.each(["/contact", "/learning/mastermind-application"])("%s", (path) => {
  it("has fields beside each other on one line, whichever has a hint or a mistake", () =>
    withPage(path, 1280, async (page) => {
      expect(await uneven(page)).toEqual({ pairs: true, names: [] });
      await page.locator("form[data-hydrated]").waitFor();
      await page.locator("form button[type=submit]").click();
      await page.locator(".error-summary").waitFor();
      expect(await uneven(page)).toEqual({ pairs: true, names: [] });
    }));
});

it.each([320, 390, 600])("at %i pixels, no bright ring runs through the home page's last words", (width) =>
  withPage("/", width, async (page) => {
    const [words, rings] = await page.evaluate(() => {
      const boxes = (css: string) =>
        [...document.querySelectorAll(css)].map((part) => part.getBoundingClientRect());
      return [
        Math.max(...boxes(".closing .actions a").map(({ bottom }) => bottom)),
        Math.min(...boxes(".closing-rings").map(({ top }) => top)),
      ] as const;
    });
    expect(rings).toBeGreaterThanOrEqual(words);
  }),
);

it("on paper, no heading and no card goes over two sheets", () =>
  withPage("/", 794, async (page) => {
    await page.emulateMedia({ media: "print" });
    const broken = await page
      .locator("main :is(h1, h2, h3, .ticket)")
      .evaluateAll((parts) => parts.filter((part) => getComputedStyle(part).breakInside !== "avoid").length);
    expect(broken).toBe(0);
  }));
