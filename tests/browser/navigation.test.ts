// docs/specification.md, 'Header', 'Navigation sheet', 'Oldest browsers'

import { globSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import navigation from "#content/navigation.yaml";
import theme from "#content/theme.yaml";
import { context, open, page, provideBrowser, site } from "../support/browser.ts";
import { formRoutes, routes } from "../support/routes.ts";
import { type Feature, features, withoutFeatures } from "./older-browser.ts";

const { words } = navigation;
const [framework, community] = navigation.header.map((group) => group.label) as [string, string];
/** @param color `#rrggbb`, for both themes or for each */
function asBrowsersWrite(color: string | Record<"light" | "dark", string>, scheme: "light" | "dark"): string {
  const digits = (typeof color === "string" ? color : color[scheme]).match(/[0-9a-f]{2}/gi) ?? [];
  return `rgb(${digits.map((each) => Number.parseInt(each, 16)).join(", ")})`;
}
const phone = { width: 390, height: 800 };

// Playwright switches off the back/forward cache.
provideBrowser({ isWhole: true, ignoreDefaultArgs: ["--disable-back-forward-cache"] });

const button = (name: string) => page.getByRole("button", { name, exact: true });
const burger = () => page.getByRole("navigation", { name: words.main, exact: true }).getByRole("button");
const sheet = () => page.getByRole("dialog", { name: words.sheet, exact: true });
const isFocused = (target: ReturnType<typeof button>) =>
  target.evaluate((element) => element === document.activeElement);
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Follows a link away and comes back; the page must be the one that was left, not a new one. */
async function leaveAndReturn(leave: () => Promise<void>) {
  const from = page.url();
  await page.evaluate(() => {
    addEventListener("pageshow", (event) => {
      document.title = `persisted ${event.persisted}`;
    });
  });
  await leave();
  await page.waitForURL((url) => url.href !== from);
  await page.evaluate(() => history.back());
  await expect.poll(() => page.title().catch(() => "")).toBe("persisted true");
}

it.each([1152, 1440])(
  "each menu is whole in a window of %s px, and says what its pages are about",
  async (width) => {
    await page.setViewportSize({ width, height: 700 });
    await page.goto("/community/thought-leadership");
    for (const { label, links } of navigation.header) {
      await button(label).click();
      const menu = page.locator(".menu:popover-open");
      for (const note of links.flatMap((link) => link.note ?? []))
        expect(await menu.getByText(note, { exact: true }).isVisible()).toBe(true);
      const { x, width: own } = (await menu.boundingBox()) ?? { x: 0, width: 0 };
      expect({ label, left: x >= 0, right: x + own <= width }).toEqual({ label, left: true, right: true });
    }
  },
);

describe.each([true, false])("menus, JavaScript %s", (javaScriptEnabled) => {
  beforeEach(async () => {
    if (!javaScriptEnabled) await open({ javaScriptEnabled });
    await page.goto("/framework/vuca-world");
  });

  it("open by keyboard under their buttons and close by Escape, by a press outside and by another menu", async () => {
    const link = page.locator("#menu-1 a").nth(2);
    await button(framework).focus();
    await press("Enter");
    expect(await link.isVisible()).toBe(true);
    const [from, to] = [await button(framework).boundingBox(), await page.locator("#menu-1").boundingBox()];
    expect(to?.x).toBeCloseTo(from?.x ?? 0, 0);
    await press("Escape");
    expect(await link.isVisible()).toBe(false);
    expect(await isFocused(button(framework))).toBe(true);
    await button(framework).click();
    await page.mouse.click(200, 700);
    expect(await link.isVisible()).toBe(false);
    await button(framework).click();
    await button(community).click();
    expect(await link.isVisible()).toBe(false);
    await page.locator("#menu-2").getByRole("link", { name: "Thought Leadership" }).click();
    await page.waitForURL("**/community/thought-leadership");
  });

  it("become a modal dialog on small screens, which keeps the keyboard and gives it back", async () => {
    await page.setViewportSize(phone);
    await burger().focus();
    await press("Enter");
    await sheet().waitFor();
    // Past the last of its stops the keyboard leaves for the browser's own parts and comes back.
    for (let stop = 0; stop < 25; stop += 1) {
      await press("Tab");
      const place = await page.evaluate(
        () => document.activeElement?.closest("dialog, body")?.localName ?? "nowhere",
      );
      const isOutside =
        place === "body" && (await page.evaluate(() => document.activeElement !== document.body));
      expect(isOutside, `stop ${stop}`).toBe(false);
    }
    await press("Escape");
    expect(await sheet().isVisible()).toBe(false);
    expect(await isFocused(burger())).toBe(true);
    await press("Enter");
    await button(words.close).click();
    expect(await sheet().isVisible()).toBe(false);
    expect(await isFocused(burger())).toBe(true);
  });

  it("close the sheet by a press outside, and on a screen that has become wide", async () => {
    await page.setViewportSize({ width: 800, height: 600 });
    await burger().click();
    await sheet().waitFor();
    await page.setViewportSize({ width: 600, height: 800 });
    expect(await sheet().isVisible()).toBe(true);
    await sheet().click({ position: { x: 8, y: 8 } });
    expect(await sheet().isVisible()).toBe(true);
    await page.mouse.click(100, 500);
    expect(await sheet().isVisible()).toBe(false);
    await burger().click();
    await page.setViewportSize({ width: 1200, height: 600 });
    // Without a script it stays, as a sheet that is only hidden would still hold the page.
    await expect.poll(() => sheet().isVisible()).toBe(!javaScriptEnabled);
    if (!javaScriptEnabled) await page.mouse.click(100, 500);
    await button(community).click();
    expect(await page.locator("#menu-2").isVisible()).toBe(true);
  });

  it("open the sheet at the current page, one group at a time", async () => {
    await page.setViewportSize(phone);
    await page.goto("/about/company");
    await burger().click();
    expect(await sheet().locator("details[open] summary").allTextContents()).toEqual(["About"]);
    const current = sheet().locator("[aria-current=page]");
    expect(await current.allTextContents()).toEqual(["Company Structure"]);
    expect(await current.isVisible()).toBe(true);
    await sheet().getByText(framework, { exact: true }).click();
    expect(await sheet().locator("details[open] summary").allTextContents()).toEqual([framework]);
    await sheet().getByText(framework, { exact: true }).click();
    expect(await sheet().locator("details[open]").count()).toBe(0);
    await sheet().getByRole("link", { name: navigation.events.label, exact: true }).click();
    await page.waitForURL("**/events");
    expect(await sheet().isVisible()).toBe(false);
  });
});

describe("after the Back button", () => {
  it("the sheet is closed", async () => {
    await page.setViewportSize(phone);
    await page.goto("/framework/vuca-world");
    await burger().click();
    await leaveAndReturn(() => sheet().getByRole("link", { name: "Flourishing Ontology" }).click());
    expect(await sheet().isVisible()).toBe(false);
    await burger().click();
    expect(await sheet().isVisible()).toBe(true);
  });

  it("the menus are closed", async () => {
    await page.goto("/framework/vuca-world");
    await button(framework).click();
    const link = page.locator("#menu-1").getByRole("link", { name: "Flourishing Ontology" });
    await leaveAndReturn(() => link.click());
    expect(await link.isVisible()).toBe(false);
  });
});

describe.each([true, false])("from page to page, JavaScript %s", (javaScriptEnabled) => {
  /** The names of the animations that begin while the visitor goes on. */
  const animationsOnTheWay = async () => {
    // Heard of and not looked for: they are over in a moment.
    const names: string[] = [];
    const devTools = await context.newCDPSession(page);
    devTools.on("Animation.animationStarted", ({ animation }) => names.push(animation.name));
    await devTools.send("Animation.enable");
    await page.goto("/terms");
    await page.locator("footer a[href='/privacy']").click();
    await page.waitForURL("**/privacy");
    return names;
  };

  it("the rings become those of the next page", async () => {
    await open({ javaScriptEnabled, reducedMotion: "no-preference" });
    const names = await animationsOnTheWay();
    await expect.poll(() => names).toContain("-ua-view-transition-fade-in");
    // Of the whole page no picture is taken, which would take half as long again as the rest of the click.
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).viewTransitionName)).toBe(
      "none",
    );
  });

  it("nothing moves for who wants no motion", async () => {
    await open({ javaScriptEnabled, reducedMotion: "reduce" });
    const names = await animationsOnTheWay();
    // Drawn at least once, so that a slide would have begun.
    await page.screenshot();
    expect(names).toEqual([]);
  });
});

it("the keyboard gets past the menus by the first stop", async () => {
  await page.goto("/");
  await press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(words.skip);
  await press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
});

it("a menu closes when the keyboard has left it, forwards or backwards, and not before", async () => {
  await page.goto("/framework/vuca-world");
  const links = page.locator("#menu-1 a");
  const count = await links.count();
  await button(framework).focus();
  await press("Enter");
  for (let at = 0; at < count; at += 1) {
    await press("Tab");
    expect(await isFocused(links.nth(at))).toBe(true);
  }
  await press("Tab");
  expect(await isFocused(button(community))).toBe(true);
  expect(await links.first().isVisible()).toBe(false);
  await button(framework).focus();
  await press("Enter", "Tab", "Shift+Tab");
  expect(await links.first().isVisible()).toBe(true);
  await press("Shift+Tab");
  expect(await links.first().isVisible()).toBe(false);
});

it("the keyboard goes through the bar, a menu and back, and the page stays where it is", async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/learning/overview");
  await page.evaluate(() => scrollTo(0, 1500));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500);
  await button(community).focus();
  const places = [];
  for (const key of ["Enter", "Tab", "Tab", "Escape", "Shift+Tab", "Shift+Tab"]) {
    await press(key);
    await page.waitForTimeout(100);
    places.push(await page.evaluate(() => scrollY));
  }
  expect(new Set(places)).toEqual(new Set([1500]));
});

describe("in forced colors", () => {
  /** Whether an area of the screen shows more than one color. */
  const isDrawn = async (area: { x: number; y: number; width: number; height: number } | null) => {
    if (!area) throw new Error("not on the screen");
    const image = (await page.screenshot({ clip: area })).toString("base64");
    return await page.evaluate(async (data) => {
      const blob = await (await fetch(`data:image/png;base64,${data}`)).blob();
      const bitmap = await createImageBitmap(blob);
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      canvas?.drawImage(bitmap, 0, 0);
      const pixels = new Uint32Array(
        canvas?.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer ?? new ArrayBuffer(0),
      );
      return new Set(pixels).size > 1;
    }, image);
  };
  beforeEach(async () => {
    await open({ forcedColors: "active", viewport: { width: 800, height: 600 }, bypassCSP: true });
    await page.goto("/framework/vuca-world");
  });

  it("burger, cross, and the edges of sheet and menu can be seen", async () => {
    expect(await isDrawn(await burger().boundingBox())).toBe(true);
    await burger().click();
    // The ring around the focus would be seen as well.
    await sheet().getByText(framework, { exact: true }).focus();
    expect(await isDrawn(await button(words.close).boundingBox())).toBe(true);
    const box = await sheet().boundingBox();
    expect(await isDrawn({ x: (box?.x ?? 0) - 1, y: 580, width: 6, height: 10 })).toBe(true);
    await press("Escape");
    await page.setViewportSize({ width: 1280, height: 600 });
    await button(framework).click();
    const border = await page.locator("#menu-1").evaluate((menu) => {
      const { borderLeftColor, backgroundColor, borderLeftWidth } = getComputedStyle(menu);
      return [borderLeftColor !== backgroundColor, borderLeftWidth];
    });
    expect(border).toEqual([true, "1px"]);
  });
});

describe("without what older browsers lack", () => {
  const without = async (missing: Iterable<Feature>, options?: Parameters<typeof open>[0]) => {
    if (options) await open(options);
    await withoutFeatures(page, new Set(missing));
  };

  it("anchors: each menu hangs under its button", async () => {
    await without(["anchors"]);
    await page.goto("/");
    for (const [index, group] of navigation.header.entries()) {
      await button(group.label).click();
      const from = await button(group.label).boundingBox();
      const to = await page.locator(`#menu-${index + 1}`).boundingBox();
      expect(to?.x, group.label).toBeCloseTo(from?.x ?? 0, 0);
      expect((to?.y ?? 0) - (from?.y ?? 0) - (from?.height ?? 0), group.label).toBeLessThan(24);
    }
  });

  it.each([
    [["command"], phone],
    [["command", "popover", "anchors", "light-dark"], { width: 1280, height: 900 }],
  ] as [Feature[], typeof phone][])("%j: the sheet works by a script", async (missing, viewport) => {
    await without(missing, { viewport });
    await page.goto("/framework/vuca-world");
    await burger().focus();
    await press("Enter");
    expect(await sheet().isVisible()).toBe(true);
    await press("Escape");
    expect(await isFocused(burger())).toBe(true);
    await burger().click();
    await button(words.close).click();
    expect(await sheet().isVisible()).toBe(false);
    await burger().click();
    await sheet().getByRole("link", { name: "Flourishing Ontology" }).click();
    await page.waitForURL("**/framework/flourishing-ontology");
  });

  it("dialogs: the burger leads to the site map", async () => {
    await without(features, { viewport: phone });
    await page.goto("/");
    await burger().click();
    await expect
      .poll(() => page.locator("#site-map").evaluate((map) => map.getBoundingClientRect().y < 500))
      .toBe(true);
  });

  it.each(["light", "dark"] as const)(
    "fields, buttons and menus have ground and border, %s",
    async (colorScheme) => {
      await without(features, { colorScheme });
      for (const path of formRoutes) {
        await page.goto(path);
        const bare = await page
          .locator(
            "form :is(input:not([type=checkbox], [type=radio], [type=hidden]), select, textarea):visible, form button[type=submit]",
          )
          .evaluateAll((all) =>
            all
              .filter((element) => {
                const style = getComputedStyle(element);
                const isFramed = element.localName === "button" || style.borderTopWidth !== "0px";
                return !isFramed || style.backgroundColor === "rgba(0, 0, 0, 0)";
              })
              .map((element) => element.outerHTML),
          );
        expect(bare, path).toEqual([]);
      }
      await page.goto("/");
      const [paper, ink] = await page.evaluate(() => {
        const { backgroundColor, color } = getComputedStyle(document.body);
        return [backgroundColor, color];
      });
      expect(paper).toBe(asBrowsersWrite(theme.colors.paper, colorScheme));
      expect(ink).toBe(asBrowsersWrite(theme.colors.ink, colorScheme));
    },
  );

  it("no style sheet nests rules or asks for light-dark()", async () => {
    for (const path of ["/", "/framework/vuca-world", "/contact", "/events", "/team"]) {
      const { body } = await site.app.inject(path);
      const css = [...body.matchAll(/<style[^>]*>([^<]*)/g)].map((match) => match[1]).join("");
      expect(css.length, path).toBeGreaterThan(1000);
      expect(css, path).not.toMatch(/light-dark\(|[{;}]&/);
    }
  });

  it("no style sheet says line and width of an underline in one: Safari drops both", async () => {
    const files = globSync("build/client/assets/*.css").map((file) => readFileSync(file, "utf8"));
    expect(files.length).toBeGreaterThan(0);
    const pages = await Promise.all(routes.map(async (path) => (await site.app.inject(path)).body));
    for (const css of [...files, ...pages])
      expect(css.match(/text-decoration: ?[\w-]+ [^;}]*/g) ?? []).toEqual([]);
  });
});

it("a change of the window asks for no layout while nothing is open: phones tell of one while a page comes in", async () => {
  await open();
  await page.setViewportSize(phone);
  await page.goto("/");
  const asked = await page.evaluate(() => {
    let count = 0;
    const { get } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "offsetParent") ?? {};
    Object.defineProperty(HTMLElement.prototype, "offsetParent", {
      get() {
        count += 1;
        return get?.call(this);
      },
    });
    dispatchEvent(new Event("resize"));
    const closed = count;
    document.querySelector<HTMLDialogElement>("dialog")?.showModal();
    dispatchEvent(new Event("resize"));
    return { closed, opened: count };
  });
  expect(asked).toEqual({ closed: 0, opened: 1 });
});

it("paper is light, whatever the screen is", async () => {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.goto("/");
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    "rgb(250, 250, 246)",
  );
});
