import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";

/** What is served. */
export const servedBuild = join(root, "build");
/** Where a build is made; react-router.config.ts names it as well. It is served once it is whole. */
export const newBuild = join(root, "build.new");
const formerBuild = join(root, "build.former");

/** What the build tools say, of the last build. */
export const buildLog = join(root, ".cache/build.log");

const stamp = "complete";
/** Written last by a build that succeeded; its time is that at which the build began. */
export const stampFile = join(servedBuild, stamp);
export const newStampFile = join(newBuild, stamp);

/** Puts the finished build in the place of the one that is served. Between the two steps a crash leaves both: `recoverBuild`. */
export function swapBuilds(): void {
  rmSync(formerBuild, { recursive: true, force: true });
  if (existsSync(servedBuild)) renameSync(servedBuild, formerBuild);
  renameSync(newBuild, servedBuild);
  rmSync(formerBuild, { recursive: true, force: true });
}

/** Finishes a swap that was broken off in the middle, when nothing is there to be served. */
export function recoverBuild(): void {
  if (existsSync(servedBuild)) return;
  const whole = [newBuild, formerBuild].find((place) => existsSync(join(place, stamp)));
  if (whole) renameSync(whole, servedBuild);
}
