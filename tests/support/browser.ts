import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { fontsOf, type Machine } from "./fonts.ts";

const flags =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

/** Chromium with the faces of such a machine, whatever is installed on the one that it runs on. */
export async function launchBrowser(machine: Machine = "arial"): Promise<Browser> {
  const fonts = await fontsOf(machine);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: flags.split(" "),
    env: { ...process.env, FONTCONFIG_FILE: fonts },
  });
  browser.on("disconnected", () => rmSync(dirname(fonts), { recursive: true, force: true }));
  return browser;
}
