import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions } from "playwright-core";
import { fontsOf, type Machine } from "./fonts.ts";

const flags =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

interface BrowserOptions extends Pick<LaunchOptions, "args" | "ignoreDefaultArgs"> {
  /** Whose faces the browser finds, whatever is installed on the machine that it runs on. */
  machine?: Machine;
}

/** Chromium, headless. */
export async function launchBrowser({
  machine = "arial",
  args = [],
  ...options
}: BrowserOptions = {}): Promise<Browser> {
  const fonts = await fontsOf(machine);
  const browser = await chromium.launch({
    ...options,
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: [...flags.split(" "), ...args],
    env: { ...process.env, FONTCONFIG_FILE: fonts },
  });
  browser.on("disconnected", () => rmSync(dirname(fonts), { recursive: true, force: true }));
  return browser;
}

/** A page of a visitor who wants no motion, and everything that it complains about. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { context, page, complaints };
}
