// erase.ts, beside SQLite's locks

import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "../../tests/support/databases.ts";
import { runStaff } from "../../tests/support/staff.ts";

// Whoever closes a descriptor of a file loses all locks that his process has on it (POSIX), SQLite's as well.
it("erase takes no lock away from SQLite while it looks for other databases", async ({ skip }) => {
  if (process.platform !== "linux") skip("only Linux tells of locks in a file");
  const folder = mkdtempSync(join(tmpdir(), "locks-"));
  const url = `sqlite:${join(folder, "site.db")}`;
  const open = await openDatabase(url);
  await open.db.selectFrom("notifications").select("id").execute();
  const locks = () => {
    const { ino } = statSync(join(folder, "site.db-shm"));
    return readFileSync("/proc/locks", "utf8").split(`:${ino} `).length - 1;
  };
  const before = locks();
  if (before === 0) skip("this machine shows no locks");
  await runStaff(url, folder, "erase", "ada@visitor.example", "--yes");
  expect(locks()).toBe(before);
  await open.close();
  rmSync(folder, { recursive: true });
});
