import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Until a second passes in which it works for less than 20 milliseconds. */
export async function untilIdle(processor: () => number): Promise<void> {
  for (let before = processor(); ; ) {
    await sleep(1_000);
    const now = processor();
    if (now - before < 20) return;
    before = now;
  }
}

/** Processor time that a process has had, in milliseconds; https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
export function processorOf(pid: number, withChildren = false): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ")
    .map(Number);
  const [user = 0, system = 0, ended = 0, endedSystem = 0] = fields.slice(11, 15);
  const own = (user + system + (withChildren ? ended + endedSystem : 0)) * 10;
  if (!withChildren) return own;
  return own + childrenOf(pid).reduce((sum, child) => sum + processorOf(child), 0);
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          Number(
            readFileSync(`/proc/${pid}/stat`, "utf8")
              .replace(/^.*\) /s, "")
              .split(" ")[1],
          ) === parent
        );
      } catch {
        return false;
      }
    });
}

/** Resident set in megabytes. */
export async function memoryOf(pid: number): Promise<number> {
  await untilIdle(() => processorOf(pid));
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  return Math.round(kilobytes / 1_024);
}
