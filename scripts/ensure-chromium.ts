import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const places = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Path of a Chromium; where there is none, Debian's package is installed. Exits with what to do when that fails. */
export function ensureChromium(): string {
  const found = find();
  if (found) return found;
  for (const step of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    spawnSync("apt-get", step, { stdio: ["ignore", "inherit", "inherit"] });
  }
  const installed = find();
  if (installed) return installed;
  console.error("The tests need a Chromium. Install one, or set CHROMIUM_PATH to the one you have.");
  process.exit(1);
}

function find(): string | undefined {
  return places.find((place) => place && existsSync(place));
}
