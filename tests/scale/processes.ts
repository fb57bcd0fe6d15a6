import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serverProcess } from "#system/server-process.ts";
import { staffProcess } from "#tooling/staff-process.ts";
import { freePort } from "../support/postgres.ts";

export interface Run {
  seconds: number;
  /** Peak of the process's memory (resident set), in megabytes. */
  memory: number;
  status: number;
  output: string;
}

/**
 * Tells on its third pipe, at its end, how much memory the process took at most, in kilobytes. What `resourceUsage` says
 * on Linux begins with that of the process that started it.
 */
const teller = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeSync } from "node:fs";
  process.on("exit", () => {
    let peak = process.resourceUsage().maxRSS;
    try {
      peak = /VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1];
    } catch {}
    writeSync(3, String(peak));
  });`)}`;

/**
 * One of the staff's commands as a process of its own.
 *
 * @param folder for its output, which may be long
 */
export async function runStaff(env: NodeJS.ProcessEnv, folder: string, args: string[]): Promise<Run> {
  const file = join(folder, "output");
  const descriptor = openSync(file, "w");
  const start = performance.now();
  const child = spawn(process.execPath, ["--import", teller, ...staffProcess, ...args], {
    env,
    stdio: ["ignore", descriptor, "pipe", "pipe"],
  });
  const said = { memory: "", errors: "" };
  child.stdio[2]?.on("data", (text) => {
    said.errors += text;
  });
  child.stdio[3]?.on("data", (text) => {
    said.memory += text;
  });
  const [status] = await once(child, "close");
  const seconds = (performance.now() - start) / 1_000;
  closeSync(descriptor);
  const output = endsOf(file);
  return { seconds, memory: Number(said.memory) / 1_024, status: status ?? 1, output: said.errors + output };
}

/** What is at a file's beginning and end, up to 4 MB each. */
function endsOf(file: string): string {
  const length = 4_000_000;
  const descriptor = openSync(file, "r");
  const { size } = fstatSync(descriptor);
  const ends = [0, Math.max(length, size - length)].map((place) => {
    const bytes = Buffer.alloc(length);
    return bytes.toString("utf8", 0, readSync(descriptor, bytes, 0, length, place));
  });
  closeSync(descriptor);
  return ends.join("");
}

export interface SiteProcess {
  address: string;
  pid: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** The site as a process of its own, once it answers. */
export async function startSite(env: NodeJS.ProcessEnv): Promise<SiteProcess> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const site: ChildProcess = spawn(process.execPath, [...serverProcess.arguments, "tooling/start.ts"], {
    env: { ...env, ...serverProcess.variables, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let hasEnded = false;
  const end = once(site, "exit").then(() => {
    hasEnded = true;
  });
  const isReady = () =>
    fetch(`${address}/readyz`)
      .then((answer) => answer.ok)
      .catch(() => false);
  while (!(await isReady())) {
    if (hasEnded) throw new Error("the site does not start");
    await sleep(100);
  }
  return {
    address,
    pid: site.pid ?? 0,
    async stop(signal = "SIGKILL") {
      site.kill(signal);
      await end;
    },
  };
}
