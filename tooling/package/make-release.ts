import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { nodeMajor } from "#system/version.ts";
import packageJson from "../../package.json" with { type: "json" };
import { bundledIn, loadedByServer, lockedPackages, withDependencies } from "../build/locked-packages.ts";
import { root } from "../root.ts";
import { bundleCommands, releaseCommands } from "./bundle-commands.ts";
import { adaptDocuments } from "./release-documents.ts";
import { starterOf, startScript } from "./release-files.ts";
import { releaseBom } from "./sbom.ts";

/** In bytes, without Node. */
const mostBytes = 40_000_000;

/** What is copied as it is, where it is there. Migrations are in the bundle. */
const copied = [
  "build",
  "content",
  "deploy",
  "docs/operations.md",
  "docs/operations",
  "docs/scale.md",
  "docs/specification.md",
  ".env.example",
  "CHANGELOG.md",
  "LICENSE",
];

/** What of the build nobody asks for: what tools wrote for each other. */
const isUnused = (file: string) => /\/\.vite$/.test(file);

/**
 * Puts together what runs the built site anywhere: bundles, pages, content and the packages that are loaded, without anything that builds. The
 * same commit gives the same files, with the commit's time.
 *
 * @param folder it must not be there
 * @throws when the release is too large
 */
export async function makeRelease(folder: string): Promise<void> {
  const time = releaseTime();
  const lib = join(folder, "lib");
  mkdirSync(folder);
  const loadedByCommands = await bundleCommands(lib);
  for (const name of copied.filter((one) => existsSync(join(root, one))))
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (file) => !isUnused(file) });
  const packages = lockedPackages();
  const build = join(root, "build");
  const loaded = withDependencies([...loadedByServer(build), ...loadedByCommands], packages);
  for (const place of loaded)
    cpSync(join(root, place), join(folder, place), {
      recursive: true,
      filter: (file) => basename(file) !== "node_modules",
    });
  const all = new Set([...[join(build, "client"), join(build, "server"), lib].flatMap(bundledIn), ...loaded]);
  rmSync(join(lib, ".vite"), { recursive: true });
  const { name, version, description, license } = packageJson;
  const described = {
    name,
    version,
    private: true,
    description,
    license,
    type: "module",
    engines: { node: String(nodeMajor) },
  };
  const written = {
    ...Object.fromEntries([...releaseCommands().keys()].map((one) => [`${one}.js`, starterOf(one)])),
    start: startScript,
    "package.json": `${JSON.stringify(described, null, 2)}\n`,
    "sbom.cdx.json": releaseBom(all, packages, time),
  };
  for (const [file, text] of Object.entries(written)) writeFileSync(join(folder, file), text);
  cpSync(join(root, "tooling/release/README.md"), join(folder, "README.md"));
  adaptDocuments(folder);
  if (settle(folder, time) > mostBytes) throw new Error(`the release is larger than ${mostBytes} bytes`);
}

/** Gives files and folders rights and times that do not depend on where they were made. @returns the bytes of all */
function settle(folder: string, time: Date): number {
  let bytes = 0;
  // The deepest first: what is done in a folder changes its time.
  for (const name of ["", ...readdirSync(folder, { recursive: true }).map(String)].sort().reverse()) {
    const path = join(folder, name);
    const status = statSync(path);
    chmodSync(path, status.isDirectory() || name === "start" ? 0o755 : 0o644);
    utimesSync(path, time, time);
    if (status.isFile()) bytes += status.size;
  }
  return bytes;
}

/**
 * When what is packaged was committed; as other tools have it (reproducible-builds.org), or where no commit holds all of it, when
 * it was built.
 */
export function releaseTime(): Date {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given) return new Date(Number(given) * 1_000);
  const built = statSync(join(root, "build/complete")).mtime;
  try {
    const isCommitted = git("status", "--porcelain", "--untracked-files=normal", "--", ".") === "";
    return isCommitted ? new Date(Number(git("log", "-1", "--format=%ct")) * 1_000) : built;
  } catch {
    return built;
  }
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}
