import { rmSync } from "node:fs";
import { dirname } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import { fontsOf, type Machine } from "./fonts.ts";
import { createTestSite, type TestSite } from "./site.ts";

const flags =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

/**
 * Features of Chromium that are switched off. For the suggestions below its address bar each window would load two pages, which
 * takes as long as the page under test. Of a flag that comes twice the last counts, so Playwright's own are here as well.
 */
const switchedOff = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/** A busy machine takes its time, in milliseconds; a test that hangs fails by its own limit. */
export const browserTimeout = 300_000;

interface BrowserOptions extends Pick<LaunchOptions, "args" | "ignoreDefaultArgs"> {
  /** The browser with all that a visitor has of it (Back from memory, prerendering), or its headless shell, which draws the same pages. */
  isWhole?: boolean;
  /** Whose faces the browser finds, whatever is installed on the machine that it runs on. */
  machine?: Machine;
}

const chromiumPath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";

/** Chromium, headless. */
export async function launchBrowser({
  isWhole = false,
  machine = "arial",
  args = [],
  ...options
}: BrowserOptions = {}): Promise<Browser> {
  const fonts = await fontsOf(machine);
  const browser = await chromium.launch({
    ...options,
    timeout: browserTimeout,
    executablePath: isWhole ? chromiumPath : (process.env.HEADLESS_SHELL_PATH ?? chromiumPath),
    args: [
      ...flags.split(" "),
      `--disable-features=${switchedOff}`,
      // Of each window; else its first page would start a second one, in the place of that of its empty page.
      ...(isWhole ? [] : ["--renderer-process-limit=1"]),
      ...args,
    ],
    env: { ...process.env, FONTCONFIG_FILE: fonts },
  });
  browser.on("disconnected", () => rmSync(dirname(fonts), { recursive: true, force: true }));
  return browser;
}

interface VisitOptions extends BrowserOptions {
  start?(): Promise<TestSite>;
  /** One window for all tests of the block, made as new before each: for tests that look at pages, which takes less than a new window. */
  keepsPage?: boolean;
  /** Complaints that every test of the block brings about on purpose. */
  expected?: RegExp;
}

/** What the running test works with. A test file has this module to itself, and runs one test at a time. */
export let site: TestSite;
/** Where the site listens, without a slash at its end; a page's own `goto` takes paths. */
export let address: string;
export let context: BrowserContext;
export let page: Page;

let browser: Browser;
/** What pages have complained of since somebody last took it. */
export const complaints: string[] = [];

/**
 * For the tests of the block that calls it: a site, a browser, and a new page for each test (`page`). A test fails
 * when its pages wrote an error or a warning to the console that it did not expect.
 */
export function provideBrowser({
  start = () => createTestSite(),
  keepsPage = false,
  expected = /^$/,
  ...options
}: VisitOptions = {}): void {
  /** The window that tests share; one that a test has opened for itself is closed after it. */
  let shared: Page | undefined;
  beforeAll(async () => {
    const [ownSite, ownBrowser] = await Promise.all([start(), launchBrowser(options)]);
    site = ownSite;
    browser = ownBrowser;
    // Pages of events, and those that name the next one, are whole from here on.
    [address] = await Promise.all([site.listen(), site.services.calendar.firstLook]);
    return async () => {
      await ownBrowser.close();
      await ownSite.close();
    };
  });
  beforeEach(async () => {
    if (shared) return await clear(shared);
    await open();
    if (keepsPage) shared = page;
  });
  afterEach(async () => {
    if (page !== shared) {
      await context.close();
      shared = undefined;
    }
    expect(takeComplaints(expected)).toEqual([]);
  });
}

/** What every visitor has: the site's address, a window, and no wish for motion. */
export const usual = (): BrowserContextOptions => ({
  baseURL: address,
  viewport: { width: 1280, height: 900 },
  reducedMotion: "reduce",
});

/** Puts another visitor's page in the place of the present one. A visitor wants no motion unless told otherwise. */
export async function open(options: BrowserContextOptions = {}): Promise<void> {
  await context?.close();
  context = await browser.newContext({ ...usual(), ...options });
  context.setDefaultTimeout(browserTimeout);
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  page = await context.newPage();
}

/** Makes a window as new: nothing shown, nothing kept but pictures and faces, no requests in other hands. */
async function clear(shared: Page): Promise<void> {
  const { viewport, reducedMotion } = usual();
  await shared.unrouteAll({ behavior: "ignoreErrors" });
  await shared.evaluate(() => sessionStorage.clear()).catch(() => {});
  await shared.goto("about:blank");
  await shared.emulateMedia({ media: null, colorScheme: "light", forcedColors: "none", reducedMotion });
  if (viewport) await shared.setViewportSize(viewport);
}

/** What has happened so far is drawn: two frames, the one that shows a change and the one after it. */
export async function drawn(of = page): Promise<void> {
  await of.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Empties the complaints; gives those that are not expected. */
export function takeComplaints(expected: RegExp): string[] {
  return complaints.splice(0).filter((complaint) => !expected.test(complaint));
}
