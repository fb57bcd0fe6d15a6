import { existsSync, globSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
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
function swapBuilds(): void {
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
    const made = statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const isOver =
      !isRunning(Number(place.split(".").at(-1))) || machineClock().getTime() - made > longestBuild;
    if (isOver) rmSync(place, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another account's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The signals that end a build: by Control-C, by a service manager, by a closed terminal. */
const ending = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Makes a build in its folder and puts it in the place of the one that is served. When it fails or is ended, nothing of it is left.
 *
 * @param make told by the signal to stop what it has started
 */
export async function makeInPlace(make: (stop: AbortSignal) => Promise<void>): Promise<void> {
  recoverBuild();
  const stop = new AbortController();
  const remove = () => rmSync(newBuild, { recursive: true, force: true });
  const end = (signal: NodeJS.Signals) => {
    stop.abort();
    try {
      remove();
    } finally {
      // Nobody listens any more, so that it ends this process.
      release();
      process.kill(process.pid, signal);
    }
  };
  const release = () => {
    for (const signal of ending) process.off(signal, end);
  };
  for (const signal of ending) process.on(signal, end);
  try {
    remove();
    mkdirSync(newBuild);
    await make(stop.signal);
    swapBuilds();
  } finally {
    release();
    remove();
  }
}
