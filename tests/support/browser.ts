import { type Browser, chromium } from "playwright-core";

const flags =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

export const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: flags.split(" "),
};

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions);
}
