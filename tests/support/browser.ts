import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";
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
