import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { root } from "../root.ts";
import { stampFile } from "./build-stamp.ts";

/** The rooms by the names under which others import them; of the tooling one folder shapes what is built. */
const rooms = Object.keys(packageJson.imports).map((name) => name.slice(1, -2));
const sources = [
  ...rooms.filter((room) => room !== "tooling"),
  "tooling/build",
  "*.config.ts",
  "package-lock.json",
];

/** `npm prune --omit=dev` takes them. */
const hasBuildTools = existsSync(join(root, "node_modules/@react-router/dev"));
const withoutTools = "the packages that build are not installed.";

/** Builds when there is no build, and only then: rebuilding would remove files that open pages of a running site need. */
export async function buildIfMissing(): Promise<void> {
  if (existsSync(stampFile)) return;
  if (!hasBuildTools) {
    console.error(`There is no build, and ${withoutTools} Run \`npm install\`, or bring a folder build/.`);
    process.exit(1);
  }
  const { build } = await import("./build.ts");
  await build();
}

/**
 * Builds when there is no build or a source is newer. Folders count too: their time changes when a file is deleted. Without the
 * packages that build, what was built is kept: it serves, and a copy of the tree may have lost the times.
 */
export async function buildIfStale(): Promise<void> {
  await buildIfMissing();
  const built = statSync(stampFile).mtimeMs;
  const newest = Math.max(
    ...sources
      .flatMap((source) => globSync([source, `${source}/**`], { cwd: root }))
      .map((file) => statSync(join(root, file)).mtimeMs),
  );
  if (built >= newest) return;
  if (!hasBuildTools) {
    console.error(
      `Sources are newer than the build, and ${withoutTools} What was built is served; \`npm install\` brings them.`,
    );
    return;
  }
  const { build } = await import("./build.ts");
  await build();
}
