import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

/** Written last by a build that succeeded; its time is the build's. */
export const stampFile = join(root, "build/complete");

const sources = [
  "app",
  "content",
  "public",
  "server",
  "scripts/build.ts",
  "scripts/third-party-licenses.ts",
  "scripts/social-cards",
  "*.config.ts",
  "package-lock.json",
];

/** Builds when there is no build, and only then: rebuilding would remove files that open pages of a running site need. */
export async function buildIfMissing(): Promise<void> {
  if (existsSync(stampFile)) return;
  const { build } = await import("./build.ts");
  await build();
}

/** Builds when there is no build or a source is newer. Folders count too: their time changes when a file is deleted. */
export async function buildIfStale(): Promise<void> {
  const built = statSync(stampFile, { throwIfNoEntry: false })?.mtimeMs;
  const newest = Math.max(
    ...sources
      .flatMap((source) => globSync([source, `${source}/**`], { cwd: root }))
      .map((file) => statSync(join(root, file)).mtimeMs),
  );
  if (built !== undefined && built >= newest) return;
  const { build } = await import("./build.ts");
  await build();
}
