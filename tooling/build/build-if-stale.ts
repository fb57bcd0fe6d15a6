import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { serverProcess } from "#system/server-process.ts";
import { root } from "../root.ts";
import { recoverBuild, stampFile } from "./build-places.ts";
import { listSources } from "./sources.ts";

/** `npm prune --omit=dev` takes them. */
const hasBuildTools = existsSync(join(root, "node_modules/@react-router/dev"));
const withoutTools = "the packages that build are not installed.";

/** Builds when there is no build, and only then: rebuilding would remove files that open pages of a running site need. */
export async function buildIfMissing(): Promise<void> {
  recoverBuild();
  if (existsSync(stampFile)) return;
  if (!hasBuildTools) {
    console.error(`There is no build, and ${withoutTools} Run \`npm install\`, or bring a folder build/.`);
    process.exit(1);
  }
  const failure = await buildNow();
  if (failure === undefined) return;
  console.error(`${failure}\n\nThere is nothing to serve: no build has succeeded here yet.`);
  process.exit(1);
}

/**
 * Builds when there is no build or a source is newer. Folders count too: their time changes when a file is deleted. Without the
 * packages that build, what was built is kept: it serves, and a copy of the tree may have lost the times.
 *
 * @param onFailure told why no build could be made when there is an older one; by default the process ends
 */
export async function buildIfStale(
  onFailure: (failure: string) => void = () => process.exit(1),
): Promise<void> {
  await buildIfMissing();
  if (!isBuildStale()) return;
  if (!hasBuildTools) {
    console.error(
      `Sources are newer than the build, and ${withoutTools} What was built is served; \`npm install\` brings them.`,
    );
    return;
  }
  const failure = await buildNow();
  if (failure === undefined) return;
  console.error(failure);
  onFailure(failure);
}

/** Whether there is no build, or one older than its sources. */
export function isBuildStale(): boolean {
  if (!existsSync(stampFile)) return true;
  const newest = Math.max(...listSources().map((file) => statSync(join(root, file)).mtimeMs));
  return statSync(stampFile).mtimeMs < newest;
}

/**
 * Builds in a process of its own: the server would keep the memory that building takes.
 *
 * @returns why it failed, in words for whoever started it
 */
async function buildNow(): Promise<string | undefined> {
  console.error("Building the site: about a minute, and only when something has changed.");
  const ending = join(import.meta.dirname, "end-with-parent.cjs");
  const build = spawn(
    process.execPath,
    ["--require", ending, ...serverProcess.arguments, join(import.meta.dirname, "build.ts")],
    {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      // What the site's process keeps of its code is for the next one like it.
      env: { ...process.env, ...serverProcess.variables, NODE_COMPILE_CACHE: undefined },
    },
  );
  const [said, [code]] = await Promise.all([build.stderr ? text(build.stderr) : "", once(build, "exit")]);
  if (code !== 0) return said.trimEnd();
  console.error("The site is built.");
  return undefined;
}
