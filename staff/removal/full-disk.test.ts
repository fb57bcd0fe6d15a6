// docs/operations.md, 'Submissions': what becomes of a removal that a full disk breaks off

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectDatabase } from "#database/connect.server.ts";
import { contactRow } from "../../tests/support/form.ts";
import { runStaff } from "../../tests/support/staff.ts";

describe("on a disk of its own", () => {
  let disk: string;
  const file = () => join(disk, "site.db");
  const mark = "zwieback";
  const old = "2024-01-01T00:00:00.000Z";

  beforeEach(async ({ skip }) => {
    disk = mkdtempSync(join(tmpdir(), "full-"));
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=12m", "tmpfs", disk], {
      encoding: "utf8",
    });
    if (mounted.status !== 0) skip(`no file system of its own: ${mounted.stderr ?? mounted.error}`);
    const { db, close } = await connectDatabase(`sqlite:${file()}`);
    await db.transaction().execute(async (transaction) => {
      for (let count = 0; count < 3; count += 1)
        await transaction
          .insertInto("contact_submissions")
          .values({
            ...{ id: `old-${count}`, created_at: old },
            ...contactRow({ reason_for_contact: mark }),
          })
          .execute();
      for (let count = 0; count < 400; count += 1)
        await transaction
          .insertInto("quarantine")
          .values({
            ...{ id: `post-${count}`, created_at: old, form_type: "contact_submission", reason: "links" },
            ...{ email: "robot@visitor.example", fields: JSON.stringify([["motivation", mark.repeat(700)]]) },
          })
          .execute();
    });
    await close();
  });
  afterEach(() => {
    spawnSync("umount", ["-l", disk]);
    rmSync(disk, { recursive: true });
  });

  /** Leaves so much room, in bytes. */
  function fill(room: number): void {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, "filler"), Buffer.alloc(bavail * bsize - room));
  }
  const makeRoom = () => rmSync(join(disk, "filler"));
  const run = (...args: string[]) => runStaff(`sqlite:${file()}`, disk, ...args);
  const purge = (to: { output: string }) => broken(to, "purge", "--before", "2025-01-01", "--yes");
  /** Why it was not carried out, in one line; what it had said before is in `to.output`. */
  async function broken(to: { output: string }, ...args: string[]): Promise<string> {
    const error = await runStaff(`sqlite:${file()}`, disk, ...args).catch((reason) => reason);
    to.output = error.said?.output ?? "";
    expect(error).toMatchObject({ name: "CommandError", exitCode: 1 });
    expect(error.message).not.toContain("\n");
    return error.message;
  }
  const rows = () => {
    const database = new DatabaseSync(file(), { readOnly: true });
    expect(database.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
    const count = (table: string) => database.prepare(`select count(*) as n from ${table}`).get()?.n;
    const counts = [count("contact_submissions"), count("quarantine")];
    database.close();
    return counts;
  };
  const isLeft = () =>
    readdirSync(disk).some((name) => name !== "mail" && readFileSync(join(disk, name)).includes(mark));

  it("nothing is removed where nothing can be written, and all of it once there is room", async () => {
    const to = { output: "" };
    const full = `There is no room left on the disk of ${disk}.`;
    fill(0);
    expect(await broken(to, "erase", "ada@visitor.example", "--yes")).toBe(full);
    makeRoom();
    // The database can be opened, and no more.
    fill(45_056);
    const again = "Mend that, then run this again.";
    expect(await broken(to, "erase", "ada@visitor.example", "--yes")).toBe(
      `${full} Nothing was removed. ${again}`,
    );
    expect(rows()).toEqual([3, 400]);
    expect(await purge(to)).toBe(`${full} What was not removed is still there. ${again}`);
    expect(to.output).toContain("Removed 0 submissions, 0 notifications, 0 quarantined posts");
    expect(rows()).toEqual([3, 400]);
    makeRoom();
    expect((await run("erase", "ada@visitor.example", "--yes")).output).toContain("Removed 3 submissions");
    expect((await run("purge", "--before", "2025-01-01", "--yes")).output).toContain("400 quarantined posts");
    expect(rows()).toEqual([0, 0]);
    expect(isLeft()).toBe(false);
  });

  it("a backup is put back, and made elsewhere, only once there is room, and both say so", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "copies-"));
    await run("backup", join(elsewhere, "first.db"));
    const to = { output: "" };
    // As a killed site leaves it: a log, whose index has no room.
    const site = await connectDatabase(`sqlite:${file()}`);
    await site.db.updateTable("contact_submissions").set({ full_name: "Ada L." }).execute();
    const log = readFileSync(`${file()}-wal`);
    await site.close();
    writeFileSync(`${file()}-wal`, log);
    fill(0);
    const full = `There is no room left on the disk of ${disk}.`;
    expect(await broken(to, "restore", join(elsewhere, "first.db"), "--yes")).toBe(full);
    expect(await broken(to, "backup", join(elsewhere, "second.db"))).toBe(full);
    expect(readdirSync(elsewhere)).toEqual(["first.db"]);
    makeRoom();
    expect(rows()).toEqual([3, 400]);
    expect((await run("restore", join(elsewhere, "first.db"), "--yes")).output).toContain("Restored");
    expect(rows()).toEqual([3, 400]);
    rmSync(elsewhere, { recursive: true });
  });

  it("purge says what it had removed before the disk was full", async () => {
    fill(700_000);
    const to = { output: "" };
    expect(await purge(to)).toContain("What was not removed is still there. Mend that");
    expect(to.output).toContain("Removed 3 submissions, 0 notifications, 0 quarantined posts");
    expect(rows()).toEqual([0, 400]);
    makeRoom();
    expect((await run("purge", "--before", "2025-01-01", "--yes")).output).toContain("400 quarantined posts");
    expect(isLeft()).toBe(false);
  });

  it("what cannot be overwritten for lack of room is said to be left, with the room that it takes", async () => {
    fill(1_000_000);
    const to = { output: "" };
    const words =
      /may still lie in unused parts of the database's file \(writing it anew takes [23]\.\d MB on the disk of .*, where \d\.\d MB are free\)\. Mend that, then run this again\.$/;
    expect(await broken(to, "erase", "ada@visitor.example", "--yes")).toMatch(words);
    expect(to.output).toContain("Removed 3 submissions");
    expect(rows()).toEqual([0, 400]);
    makeRoom();
    expect((await run("erase", "ada@visitor.example", "--yes")).output).toContain("Removed 0 submissions");
    expect((await run("purge", "--before", "2025-01-01", "--yes")).output).toContain("400 quarantined posts");
    expect(isLeft()).toBe(false);
  });
});
