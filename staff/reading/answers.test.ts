// docs/specification.md, 'Commands for staff': answers that are true, whatever was asked

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { trapField } from "#content-model/forms/reserved-names.ts";
import { connectDatabase } from "#database/connect.server.ts";
import { backupTroubles } from "#staff/copies/backup-troubles.ts";
import { createTestDatabase, databaseKinds, type TestDatabase } from "../../tests/support/databases.ts";
import { form as post } from "../../tests/support/form.ts";
import type { TestSite } from "../../tests/support/site.ts";
import { createStaffSite, runStaff } from "../../tests/support/staff.ts";

const ada = { firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: "on" };

describe.each(databaseKinds)("answers of the staff's commands on %s", (kind) => {
  let database: TestDatabase;
  let data: string;
  let test: TestSite;
  beforeEach(async () => {
    database = await createTestDatabase(kind);
    data = mkdtempSync(join(tmpdir(), "answers-"));
    test = await createStaffSite(database.url, data);
  });
  afterEach(async () => {
    await test.close();
    await database.drop();
    rmSync(data, { recursive: true, force: true });
  });
  const run = (...args: string[]) => runStaff(database.url, data, ...args);
  const send = async (fields: Record<string, string>) => {
    const answer = await test.app.inject({ url: "/contact", ...post(fields) });
    return String(answer.headers.location).split("=")[1] ?? "";
  };

  it("a submission is not told to be missing because a command is for quarantine, nor the other way round", async () => {
    const reference = await send({ ...ada, [trapField]: "x" });
    await expect(run("redeliver", reference)).rejects.toThrow(`${reference} is in quarantine`);
    await run("release", reference);
    await expect(run("release", reference)).rejects.toThrow(
      `${reference} is a submission and not in quarantine`,
    );
    await expect(run("release", "nope")).rejects.toThrow(
      "Nothing in quarantine has the id or reference nope. 'npm run submissions -- quarantine' shows what there is.",
    );
    await expect(run("show", "nope")).rejects.toThrow(
      "Nothing has the id or reference nope. 'npm run submissions -- list' shows",
    );
    for (const [command, word, how] of [
      [
        "show",
        "ada@x.example",
        "Nothing has the id or reference ada@x.example. 'npm run submissions -- list --search ada@x.example' looks",
      ],
      [
        "release",
        "ada@x.example",
        "'npm run submissions -- quarantine --search ada@x.example' looks for an address.",
      ],
      ["show", "a @ b", "'npm run submissions -- list' shows what there is."],
    ] as const)
      await expect(run(command, word)).rejects.toThrow(how);
  });

  it("a reference is found however it was copied", async () => {
    const reference = await send(ada);
    for (const typed of [reference.replace("-", " "), `${reference} `, ` ${reference.toLowerCase()}`])
      expect((await run("show", typed)).output).toContain("Ada Moreno");
  });

  it("a list says that it goes on, and where", async () => {
    for (let count = 0; count < 5; count += 1) {
      await send(ada);
      await send({ ...ada, email: `${count}@visitor.example`, [trapField]: "x" });
    }
    for (const search of [[], ["--search", "visitor"]]) {
      for (const command of ["list", ...(search.length > 0 ? ["quarantine"] : [])]) {
        const page = async (number: string) =>
          (await run(command, ...search, "--limit", "2", "--page", number)).output;
        expect(await page("1"), command).toContain("There are more: --page 2, or --limit.");
        expect(await page("2"), command).toContain("There are more: --page 3");
        expect(await page("3"), command).not.toContain("There are more");
        expect((await run(command, ...search, "--limit", "5")).output).not.toContain("There are more");
      }
    }
    const [listed, aside] = [(await run("list")).output, (await run("quarantine")).output];
    expect(listed.match(/ interest /g)).toHaveLength(5);
    expect(aside.match(/ interest /g)).toHaveLength(5);
  });

  it("what is sent again has no reason why it was not", async () => {
    const reference = await send(ada);
    await expect.poll(async () => (await run("notifications")).output).toContain("1 sent");
    const { db, close } = await connectDatabase(database.url, { isForStaff: true });
    await db.updateTable("notifications").set({ status: "held", last_error: "held: of a backup" }).execute();
    expect((await run("redeliver", reference)).output).toContain("within a minute while it runs");
    const rows = await db.selectFrom("notifications").select("last_error").execute();
    expect(rows).toEqual([{ last_error: null }]);
    await close();
  });

  it("an e-mail in a state that only somebody else's hand can have written is shown, told of and sent again", async () => {
    await send(ada);
    await expect.poll(async () => (await run("notifications")).output).toContain("1 sent");
    const { db, close } = await connectDatabase(database.url, { isForStaff: true });
    const status = "failed" as never;
    await db.updateTable("notifications").set({ status }).execute();
    const { output, notes, exitCode } = await run("notifications");
    expect(output).toMatch(/^Notifications: 1 'failed', which the site does not know\n.*'failed'/s);
    expect(notes + exitCode).toContain("1 given up, held or waiting for more than an hour.\n1");
    expect((await run("list")).output).toContain("'failed'");
    expect((await run("redeliver")).output).toContain("1 to be sent again");
    await close();
  });

  it("a note of the last backup that is damaged is not told to be missing", async () => {
    for (const text of ["{", "{}", '{"file":"x","at":"yesterday","contents":{}}']) {
      writeFileSync(join(data, "last-backup.json"), text);
      await expect(run("drill")).rejects.toThrow(
        "last-backup.json is damaged; the next backup writes it anew",
      );
      expect(backupTroubles(data, new Date("2026-11-23T10:00:00Z")).join()).toContain("is damaged");
    }
  });
});
