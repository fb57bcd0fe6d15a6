// docs/operations.md, 'Backups'

import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectDatabase } from "#database/connect.server.ts";
import { createTestDatabase, databaseKinds } from "../../tests/support/databases.ts";
import { form as post } from "../../tests/support/form.ts";
import { startDumpableServer } from "../../tests/support/postgres-tools.ts";
import type { TestSite } from "../../tests/support/site.ts";
import { createStaffSite, runStaff, staffNow } from "../../tests/support/staff.ts";
import { type Contents, countedTables } from "./backup.ts";
import { backupTroubles } from "./backup-troubles.ts";
import { drillBackup } from "./drill.ts";
import { nameOfDrill } from "./drill-databases.ts";

const ada = { firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: "on" };
const ben = { ...ada, firstName: "Ben", email: "ben@visitor.example" };

let server: Awaited<ReturnType<typeof startDumpableServer>>;
beforeAll(async () => {
  server = await startDumpableServer();
});
afterAll(() => server.stop());

async function administer(statement: string): Promise<string[]> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows.map(({ datname }) => datname);
}
const drills = () =>
  administer("select datname from pg_database where datname like 'site_drill_%' order by 1");

describe.each(databaseKinds)("the drill on %s", (kind) => {
  let url: string;
  let drop: () => Promise<unknown>;
  let folder: string;
  let test: TestSite;
  beforeEach(async ({ skip }) => {
    if (kind === "postgres" && server.reason) skip(server.reason);
    folder = mkdtempSync(join(tmpdir(), "drill-test-"));
    if (kind === "sqlite") ({ url, drop } = await createTestDatabase(kind));
    else {
      const name = `test_drill_${process.pid}_${Math.floor(performance.now())}`;
      await administer(`create database ${name}`);
      const address = new URL(server.url ?? "");
      address.pathname = `/${name}`;
      url = address.href;
      drop = () => administer(`drop database ${name} with (force)`);
    }
    test = await createStaffSite(url, folder);
    for (const fields of [ada, ben]) await test.app.inject({ url: "/contact", ...post(fields) });
    await run("backup", join(folder, "copy"));
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "skip" || !test) return;
    await test.close();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (...args: string[]) => runStaff(url, folder, ...args);

  it("says that a restore would bring erased people back, and of nobody else", async () => {
    expect((await run("drill")).output).not.toContain("no longer on the site");
    await run("erase", ada.email, "--yes");
    const { output } = await run("drill");
    expect(output).toContain("1 are the same");
    expect(output).toContain(
      "1 in the backup is no longer on the site (erased or purged): a restore would bring it back.",
    );
  });

  it("misses nobody who came shortly before the backup and was stored after it", async () => {
    const { db, close } = await connectDatabase(url, { isForStaff: true });
    const [first] = await db.selectFrom("contact_submissions").selectAll().orderBy("created_at").execute();
    if (!first) throw new Error("nothing is stored");
    const created_at = new Date(Date.parse(first.created_at) - 30_000).toISOString();
    await db
      .insertInto("contact_submissions")
      .values({ ...first, newsletter_signup: false, id: randomUUID(), created_at })
      .execute();
    await close();
    expect((await run("drill")).output).toContain("2 are the same, 1 came after the backup");
  });

  it("takes a post that was released from quarantine since for none that is gone", async () => {
    const { db, close } = await connectDatabase(url, { isForStaff: true });
    const [first] = await db.selectFrom("contact_submissions").selectAll().execute();
    if (!first) throw new Error("nothing is stored");
    const post = { id: randomUUID(), created_at: "2026-01-31T00:00:00.000Z" };
    const suspect = { form_type: "contact_submission", reason: "too fast", email: "", fields: "[]" };
    await db
      .insertInto("quarantine")
      .values({ ...post, ...suspect })
      .execute();
    await run("backup", join(folder, "next"));
    await db.deleteFrom("quarantine").execute();
    await db
      .insertInto("contact_submissions")
      .values({ ...first, newsletter_signup: false, ...post })
      .execute();
    await close();
    const { output } = await run("drill");
    expect(output).toContain("2 are the same.");
    expect(output).not.toContain("no longer on the site");
  });

  if (kind === "sqlite")
    it("fails where the site could store nothing in what was restored", async () => {
      const { db, close } = await connectDatabase(url, { isForStaff: true });
      await sql`create trigger fault before insert on rate_limits begin select raise(abort, 'a fault'); end`.execute(
        db,
      );
      await close();
      await run("backup", join(folder, "next"));
      await expect(run("drill")).rejects.toThrow("a fault");
    });

  it("that fails takes back what an earlier one has shown", async () => {
    await run("drill");
    const troubles = () => backupTroubles(folder, staffNow).join();
    expect(troubles()).toBe("");
    await run("backup", join(folder, "next"));
    expect(troubles()).toBe("");
    truncateSync(join(folder, "next"), 1_000);
    await expect(run("drill")).rejects.toThrow();
    expect(troubles()).toContain("no backup was restored for trial with success");
  });

  it("needs no note of the last backup when it is told which one", async () => {
    writeFileSync(join(folder, "last-backup.json"), "{");
    expect((await run("drill", join(folder, "copy"))).output).toContain("The drill succeeded");
  });

  /** Sends a signal while it restores. @returns what it said */
  async function stop(how: (child: ChildProcess) => unknown): Promise<string> {
    const child = spawn(process.execPath, ["tooling/submissions.ts", "drill"], {
      env: { ...process.env, DATABASE_URL: url, DATA_DIR: folder, TMPDIR: folder },
      detached: true,
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (part) => {
        said += part;
      });
    const exit = once(child, "exit");
    const isThere = async () =>
      kind === "postgres"
        ? (await drills()).length > 0
        : readdirSync(folder).some((name) => name.startsWith("drill-"));
    await expect.poll(async () => (await isThere()) || child.exitCode !== null, { interval: 1 }).toBe(true);
    try {
      how(child);
    } catch {
      // It was faster than the signal.
    }
    await exit;
    return said;
  }

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "leaves nothing after %s to it or to its group",
    async (signal) => {
      for (const pid of [1, -1]) {
        const said = await stop((child) => process.kill(pid * (child.pid ?? 0), signal));
        expect(said).toMatch(/The drill (was stopped; what was restored is removed again|succeeded)/);
        expect(kind === "postgres" ? await drills() : []).toEqual([]);
        expect(readdirSync(folder).filter((name) => name.startsWith("drill-"))).toEqual([]);
      }
    },
  );

  if (kind === "postgres")
    it("removes what a killed one has left, says so, and takes nobody else's", async () => {
      const others = [
        nameOfDrill(),
        "site_drill_of_somebody",
        nameOfDrill().replace(/_[0-9a-f]{8}_/, "_00000000_"),
      ];
      for (const name of others) await administer(`create database ${name}`);
      const child = spawn("true");
      await once(child, "exit");
      const left = nameOfDrill().replace(`_${process.pid}_`, `_${child.pid}_`);
      await administer(`create database ${left}`);
      try {
        expect((await run("drill")).output).toContain(
          `Removed what a drill that was killed had left: ${left}.`,
        );
        expect(await drills()).toEqual([...others].sort());
      } finally {
        for (const name of [...others, left]) await administer(`drop database if exists ${name}`);
      }
    });
});

it("a drill fails where mails that wait are not restored", async () => {
  const { url, drop } = await createTestDatabase("sqlite");
  const contents: Contents = Object.fromEntries(countedTables.map((table) => [table, 0]));
  const copies = {
    ending: ".db" as const,
    place: url,
    write: async () => contents,
    verify: async () => ({ ...contents, notifications: 1 }),
    isInUse: async () => false,
    needsRest: async () => {},
    present: async () => contents,
    restore: async () => ({ kept: undefined, leftOut: [] }),
    rehearse: async () => ({ databaseUrl: url, remove: async () => {}, swept: [], leftOut: [] }),
  };
  await expect(drillBackup(copies, "copy.db", undefined, { write: async () => {} })).rejects.toThrow(
    "notifications has 1 rows in the backup, and 0 restored",
  );
  await drop();
});
