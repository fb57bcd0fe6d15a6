import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";

const chromiumPlaces = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Path of a Chromium; where there is none, Debian's package is installed. Exits with what to do when that fails. */
export function ensureChromium(): string {
  const find = () => chromiumPlaces.find(exists);
  return ensure("chromium", find, "The tests need a Chromium. Install one, or set CHROMIUM_PATH to yours.");
}

/** Name of a Java that runs, for the HTML checker; installed and refused like Chromium. */
export function ensureJava(): string {
  const find = () => (spawnSync("java", ["-version"]).status === 0 ? "java" : undefined);
  return ensure("default-jre-headless", find, "The tests need Java 11 or later. Install one.");
}

/** Firefox, WebKit and a virtual screen for WebKit; installed in the same way, with the same exit. */
export function ensureOtherBrowsers(): { firefox: string } {
  const firefox = ensure(
    "firefox-esr",
    () => [process.env.FIREFOX_PATH, "/usr/bin/firefox-esr", "/usr/bin/firefox"].find(exists),
    "The journeys need Firefox ESR. Install it, or set FIREFOX_PATH to yours.",
  );
  const advice = "The journeys need Debian's webkit2gtk-driver and xvfb. Install them.";
  ensure("webkit2gtk-driver", () => ["/usr/bin/WebKitWebDriver"].find(exists), advice);
  ensure("xvfb", () => ["/usr/bin/Xvfb"].find(exists), advice);
  return { firefox };
}

/** `pg_dump` and a server of its version for the tests of backups, which are skipped where they cannot be installed. */
export function findPostgresTools(): void {
  const find = () => globSync("/usr/lib/postgresql/*/bin/postgres")[0];
  findOrInstall("postgresql", find);
}

function exists(place: string | undefined): boolean {
  return place !== undefined && existsSync(place);
}

function ensure(debianPackage: string, find: () => string | undefined, advice: string): string {
  const found = findOrInstall(debianPackage, find);
  if (found) return found;
  console.error(advice);
  process.exit(1);
}

function findOrInstall(debianPackage: string, find: () => string | undefined): string | undefined {
  const found = find();
  if (found) return found;
  console.log(`${debianPackage} is missing: installing Debian's package with apt-get.`);
  for (const step of [["update"], ["install", "-y", "--no-install-recommends", debianPackage]]) {
    spawnSync("apt-get", step, { stdio: ["ignore", "inherit", "inherit"] });
  }
  return find();
}
