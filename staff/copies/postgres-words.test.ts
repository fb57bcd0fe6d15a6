// docs/operations.md, 'Backups': what is left of drills, and databases and backups that lack tables, on PostgreSQL

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { createTestDatabase, openDatabase } from "../../tests/support/databases.ts";
import { startDumpableServer } from "../../tests/support/postgres-tools.ts";
import { runStaff } from "../../tests/support/staff.ts";
import { nameOfDrill, sweepDrills } from "./drill-databases.ts";

/** What would be dropped of these databases, the second of which somebody looks into. */
async function swept(names: string[], used?: string): Promise<[swept: string[], tried: string[]]> {
  const tried: string[] = [];
  const query = async (statement: string) => {
    if (statement.startsWith("select")) return { rows: names.map((name) => ({ name })) };
    const name = /^drop database if exists (\S+)$/.exec(statement)?.[1] ?? statement;
    tried.push(name);
    if (name === used) throw new Error("is being accessed by other users");
    return { rows: [] };
  };
  return [await sweepDrills({ query } as unknown as Client), tried];
}

it("drops what is left of drills that are over, and of no other", async () => {
  const own = nameOfDrill();
  expect(own).toMatch(new RegExp(`^site_drill_[\\da-f]{8}_${process.pid}_\\d+_[\\da-f]{6}$`));
  const [, , machine = "", , since = ""] = own.split("_");
  expect(Math.abs(Number(since) - Date.now() / 1000)).toBeLessThan(60);
  const ended = String(spawnSync("true").pid);
  const name = (where: string, pid: string, time: number | string) =>
    `site_drill_${where}_${pid}_${time}_abcdef`;
  const elsewhere = machine === "00000000" ? "00000001" : "00000000";
  const [recent, old] = [Number(since) - 86_000, Number(since) - 87_000];
  const [over, late, other] = [
    name(machine, ended, recent),
    name(elsewhere, ended, old),
    name(machine, "1", old),
  ];
  const running = [own, name(elsewhere, ended, recent), name(machine, "1", recent)];
  expect(await swept([...running, over, late, other])).toEqual([
    [over, late, other],
    [over, late, other],
  ]);
  // The next drill tries again.
  expect(await swept([over, late], over)).toEqual([[late], [over, late]]);
});

it("a database that lacks tables is not backed up, and a backup that lacks some is none", async ({
  skip,
}) => {
  const server = await startDumpableServer();
  onTestFinished(() => server.stop());
  if (!server.url) return skip(server.reason);
  const folder = mkdtempSync(join(tmpdir(), "words-"));
  const { url, drop } = await createTestDatabase("postgres", server.url);
  onTestFinished(async () => {
    await drop();
    rmSync(folder, { recursive: true });
  });
  const run = (...args: string[]) => runStaff(url, folder, ...args);
  const file = join(folder, "some.dump");
  await expect(run("backup", file)).rejects.toThrow(
    "The database lacks tables of the site. Is DATABASE_URL that of the site? If it is new or of an earlier version, start the site, which makes them.",
  );
  await (await openDatabase(url)).close();
  const tables = ["contact_submissions", "notifications"].map((table) => `--table=${table}`);
  const made = spawnSync("pg_dump", ["--format=custom", `--file=${file}`, ...tables, url]);
  expect(made.status, String(made.stderr)).toBe(0);
  await expect(run("restore", "--verify", file)).rejects.toThrow(
    `${file} is no backup of this site: it lacks mastermind_applications, quarantine.`,
  );
});
