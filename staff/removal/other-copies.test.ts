// docs/specification.md, 'Removing', 'Erasing a person'

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import site from "#content/site.yaml";
import { readConfig } from "#server/config.ts";
import { runCommand } from "#staff/run-command.ts";
import {
  createTestDatabase,
  databaseKinds,
  openDatabase,
  type TestDatabase,
} from "../../tests/support/databases.ts";
import { form as post } from "../../tests/support/form.ts";
import type { TestSite } from "../../tests/support/site.ts";
import { createStaffSite, runStaff } from "../../tests/support/staff.ts";

const ada = { firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: "on" };
const removals = [
  ["erase", ada.email],
  ["purge", "--before", "2026-11-23"],
];

describe.each(databaseKinds)("what lies beside the database on %s", (kind) => {
  let folder: string;
  let data: string;
  let database: TestDatabase;
  let test: TestSite;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "beside-"));
    data = join(folder, "data");
    mkdirSync(data);
    database = await createTestDatabase(kind);
    test = await createStaffSite(database.url, data);
    await test.app.inject({ url: "/contact", ...post(ada) });
    await expect.poll(async () => (await run("notifications")).output).toContain("1 sent");
  });
  afterEach(async () => {
    await test.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (...args: string[]) => runStaff(database.url, data, ...args);
  const untouched = async (...args: string[]) =>
    /^Not looked into, so look yourself: (.*)$/m.exec((await run(...args)).output)?.[1]?.split(", ") ?? [];

  it.each(removals)(
    "%s names what it did not look into, and none of the site's own files",
    async (...args) => {
      expect(await untouched(...args, "--dry-run")).toEqual([]);
      for (const name of ["backups", "assets"]) mkdirSync(join(data, name));
      for (const name of ["answers.csv", "copy.db", "mailing.csv", "site.dump", ".hidden", "calendar.json"])
        writeFileSync(join(data, name), "");
      symlinkSync("nowhere", join(data, "link"));
      const elsewhere = join(folder, "elsewhere");
      const last = { file: join(elsewhere, "site.db"), at: "2026-11-22T03:15:00Z", contents: {} };
      writeFileSync(join(data, "last-backup.json"), JSON.stringify(last));
      const inside = [".hidden", "answers.csv", "backups/", "copy.db", "link", "mailing.csv", "site.dump"];
      const expected = inside.map((name) => join(data, name));
      for (const how of ["--dry-run", "--yes"])
        expect((await untouched(...args, how)).toSorted()).toEqual(expected);
      mkdirSync(elsewhere);
      expect((await untouched(...args, "--yes")).toSorted()).toEqual([...expected, join(elsewhere, "/")]);
      const within = { ...last, file: join(data, "backups/site.db") };
      for (const note of [JSON.stringify(within), "damaged"]) {
        writeFileSync(join(data, "last-backup.json"), note);
        expect((await untouched(...args, "--yes")).toSorted()).toEqual(expected);
      }
    },
  );

  it("erase says that nothing was found of an address, so that a wrong one is not taken for gone", async () => {
    const wrong = "Nothing of adda@visitor.example was found, in any table or in ";
    expect((await run("erase", "adda@visitor.example", "--dry-run")).output).toContain(wrong);
    expect((await run("erase", "adda@visitor.example", "--yes")).output).toContain(wrong);
    expect((await run("erase", ada.email, "--yes")).output).not.toContain("Nothing of");
    writeFileSync(join(data, "mail", "without-a-row.eml"), `To: ${ada.email}\r\n\r\nWords\r\n`);
    expect((await run("erase", ada.email, "--yes")).output).not.toContain("Nothing of");
    expect((await run("erase", ada.email, "--yes")).output).toContain("Nothing of");
  });
});

describe("databases that restore has put aside", () => {
  it.each(removals)("are gone through by %s, which fails while somebody reads one", async (...args) => {
    const data = mkdtempSync(join(tmpdir(), "aside-"));
    const url = `sqlite:${join(data, "site.db")}`;
    const test = await createStaffSite(url, data);
    await test.app.inject({ url: "/contact", ...post(ada) });
    await expect.poll(async () => (await runStaff(url, data, "notifications")).output).toContain("1 sent");
    const aside = join(data, "site.db.before-2026-11-22");
    await runStaff(url, data, "backup", aside);
    expect(readFileSync(aside).includes(ada.email)).toBe(true);
    writeFileSync(join(data, "site.db.before-broken"), "no database");
    const reader = new DatabaseSync(aside);
    // As the site's own database was before it was put aside.
    reader.exec("pragma journal_mode = wal; begin; select * from contact_submissions;");
    await expect(runStaff(url, data, ...args, "--yes")).rejects.toThrow(`${aside}: Somebody is reading`);
    reader.close();
    const { output } = await runStaff(url, data, ...args, "--yes");
    expect(output).toContain(`Gone through as well, and removed where it was: ${aside}\n`);
    expect(output).toMatch(/^Not looked into.*before-broken$/m);
    expect(readFileSync(aside).includes(ada.email)).toBe(false);
    await test.close();
    rmSync(data, { recursive: true });
  });

  it.each(removals)(
    "make %s fail when nothing can be removed from one, after the others",
    async (...args) => {
      const data = mkdtempSync(join(tmpdir(), "aside-"));
      const url = `sqlite:${join(data, "site.db")}`;
      const test = await createStaffSite(url, data);
      await test.app.inject({ url: "/contact", ...post(ada) });
      await expect.poll(async () => (await runStaff(url, data, "notifications")).output).toContain("1 sent");
      const asides = ["before-1", "before-2", "before-3"].map((ending) => join(data, `site.db.${ending}`));
      for (const aside of asides) await runStaff(url, data, "backup", aside);
      for (const aside of asides.slice(0, 2)) {
        const database = new DatabaseSync(aside);
        database.exec(
          "create trigger t before delete on contact_submissions begin select raise(abort, 'held'); end",
        );
        database.close();
      }
      const error = await runStaff(url, data, ...args, "--yes").catch((reason) => reason);
      expect(error).toMatchObject({ name: "CommandError", exitCode: 1 });
      for (const aside of asides.slice(0, 2))
        expect(error.message).toContain(`${aside}: what was to go may still be in it. The database: held.`);
      expect(error.said.output).toMatch(/^Removed 1 submission,/m);
      expect(error.said.output).toContain(`removed where it was: ${asides[2]}\n`);
      expect(error.said.output).not.toContain("Not looked into");
      await test.close();
      rmSync(data, { recursive: true });
    },
  );

  it.each(["before-1", "before-2", "new"])("are told of when one of several is read: %s", async (read) => {
    const data = mkdtempSync(join(tmpdir(), "aside-"));
    const url = `sqlite:${join(data, "site.db")}`;
    const test = await createStaffSite(url, data);
    await test.app.inject({ url: "/contact", ...post(ada) });
    await expect.poll(async () => (await runStaff(url, data, "notifications")).output).toContain("1 sent");
    const asides = ["before-1", "before-2", "new"].map((ending) => join(data, `site.db.${ending}`));
    for (const aside of asides) await runStaff(url, data, "backup", aside);
    const reader = new DatabaseSync(join(data, `site.db.${read}`));
    reader.exec("pragma journal_mode = wal; begin; select * from contact_submissions;");
    await expect(runStaff(url, data, "erase", ada.email, "--yes")).rejects.toThrow(
      `site.db.${read}: Somebody is reading`,
    );
    reader.close();
    await runStaff(url, data, "erase", ada.email, "--yes");
    for (const aside of asides) expect(readFileSync(aside).includes(ada.email)).toBe(false);
    await test.close();
    rmSync(data, { recursive: true });
  });

  it("are left alone by purge once it is stopped", async () => {
    const data = mkdtempSync(join(tmpdir(), "aside-"));
    const url = `sqlite:${join(data, "site.db")}`;
    await (await openDatabase(url)).close();
    await runStaff(url, data, "backup", join(data, "site.db.before-2026-11-22"));
    let output = "";
    const terminal = {
      write: async (text: string) => {
        output += text;
      },
      holdSignals: () => AbortSignal.abort(),
    };
    const config = readConfig({ DATABASE_URL: url, DATA_DIR: data }, site);
    await expect(
      runCommand(["purge", "--before", "2026-01-01", "--yes"], () => config, terminal),
    ).rejects.toThrow("It was stopped");
    expect(output).toContain("Removed 0 submissions");
    expect(output).not.toContain("Gone through");
    rmSync(data, { recursive: true });
  });
});
