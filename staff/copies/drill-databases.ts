import { createHash, randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Client } from "pg";
import { machineClock } from "#system/clock.ts";

/** A drill on another machine that began longer ago is over, in seconds. */
const longestDrill = 86_400;

const machine = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

/**
 * A name for a drill's database, which tells whose it is from the moment it is there: of which machine and process, and since
 * when (Unix time).
 */
export function nameOfDrill(): string {
  const since = Math.floor(machineClock().getTime() / 1000);
  return `site_drill_${machine}_${process.pid}_${since}_${randomBytes(3).toString("hex")}`;
}

/**
 * Drops what drills have left that were killed. One of this machine is over when its process is gone; nobody who is connected
 * is disturbed.
 *
 * @returns the names of what was dropped
 */
export async function sweepDrills(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database
     where datname ~ '^site_drill_[0-9a-f]{8}_[0-9]+_[0-9]+_[0-9a-f]{6}$' and pg_get_userbyid(datdba) = current_user
     and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`,
  );
  const swept: string[] = [];
  for (const { name } of rows)
    if (isOver(name)) {
      // Somebody may look into it meanwhile: the next drill tries again.
      const isDropped = await client.query(`drop database if exists ${name}`).then(
        () => true,
        () => false,
      );
      if (isDropped) swept.push(name);
    }
  return swept;
}

function isOver(name: string): boolean {
  const [, , where, pid, since] = name.split("_");
  if (machineClock().getTime() / 1000 - Number(since) > longestDrill) return true;
  return where === machine && Number(pid) !== process.pid && !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
