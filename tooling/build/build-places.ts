import { existsSync, globSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { machineClock } from "#system/clock.ts";
import { root } from "../root.ts";

/** What is served. */
export const servedBuild = join(root, "build");
/** Where this process builds: two that start at once do not write into each other's. */
export const newBuild = join(root, `build.new.${process.pid}`);

/** What the build tools say, of the last build. */
export const buildLog = join(root, ".cache/build.log");

const stamp = "complete";
/** Written last by a build that succeeded; its time is that at which the build began. */
export const stampFile = join(servedBuild, stamp);
export const newStampFile = join(newBuild, stamp);

/** No build takes longer, in milliseconds. */
const longestBuild = 3_600_000;

/** Puts the finished build in the place of the one that is served. Between the two steps a crash leaves both: `recoverBuild`. */
export function swapBuilds(): void {
  const former = join(root, `build.former.${process.pid}`);
  if (existsSync(servedBuild)) renameSync(servedBuild, former);
  renameSync(newBuild, servedBuild);
  rmSync(former, { recursive: true, force: true });
}

/** Finishes a swap that was broken off in the middle, when nothing is there to be served, and removes what other builds left. */
export function recoverBuild(): void {
  const others = globSync("build.{new,former}.*", { cwd: root }).map((name) => join(root, name));
  if (!existsSync(servedBuild)) {
    const whole = others.find((place) => existsSync(join(place, stamp)));
    if (whole) renameSync(whole, servedBuild);
  }
  for (const place of others) {
    const made = statSync(place, { throwIfNoEntry: false })?.mtimeMs;
    if (made !== undefined && machineClock().getTime() - made > longestBuild)
      rmSync(place, { recursive: true, force: true });
  }
}
