// docs/specification.md, 'Removing', 'Erasing a person'

import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import site from "#content/site.yaml";
import { trapField } from "#content-model/forms/reserved-names.ts";
import { readConfig } from "#server/config.ts";
import { runCommand } from "#staff/run-command.ts";
import { referenceOf } from "#submissions/submission.ts";
import {
  createTestDatabase,
  databaseKinds,
  openDatabase,
  type TestDatabase,
} from "../../tests/support/databases.ts";
import { form as post } from "../../tests/support/form.ts";
import { asNobody } from "../../tests/support/rights.ts";
import type { TestSite } from "../../tests/support/site.ts";
import { createStaffSite, runStaff } from "../../tests/support/staff.ts";
import { removeFiles } from "./mail-files.ts";

const ada = { firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: "on" };
const isRoot = process.geteuid?.() === 0;

describe.each(databaseKinds)("erase on %s", (kind) => {
  let database: TestDatabase;
  let data: string;
  let test: TestSite;
  beforeEach(async () => {
    database = await createTestDatabase(kind);
    data = mkdtempSync(join(tmpdir(), "erase-"));
    test = await createStaffSite(database.url, data);
    await test.app.inject({ url: "/contact", ...post(ada) });
    await test.app.inject({
      url: "/contact",
      ...post({ ...ada, email: "ben@visitor.example", motivation: "Call ada@visitor.example" }),
    });
    await expect.poll(async () => (await run("notifications")).output).toContain("2 sent");
  });
  afterEach(async () => {
    await test.close();
    await database.drop();
    chmodSync(join(data, "mail"), 0o700);
    rmSync(data, { recursive: true, force: true });
  });
  const run = (...args: string[]) => runStaff(database.url, data, ...args);
  const refusalOf = (...args: string[]) =>
    run(...args).then(
      () => "",
      (error: Error) => String(error),
    );
  const rows = async () => JSON.parse((await run("list", "--json")).output).length;

  it("removes nothing where it could not remove the files of e-mails", async ({ skip }) => {
    if (kind === "sqlite" && isRoot) skip("without root's rights the database cannot be opened either");
    const mail = join(data, "mail");
    chmodSync(data, 0o755);
    for (const mode of [0o555, 0o333]) {
      chmodSync(mail, mode);
      for (const args of [
        ["erase", ada.email, "--yes"],
        ["purge", "--before", "2026-11-22", "--yes"],
      ])
        expect(await asNobody(() => refusalOf(...args))).toBe(
          `CommandError: ${mail}: this account has no right to it.`,
        );
    }
    chmodSync(mail, 0o777);
    const [name = ""] = readdirSync(mail);
    chmodSync(join(mail, name), 0o600);
    if (isRoot)
      expect(await asNobody(() => refusalOf("erase", ada.email, "--yes"))).toContain("has no right to it");
    expect(await rows()).toBe(2);
  });

  it("names the folder of e-mails, and refuses where the site has none", async () => {
    const other = join(data, "another");
    for (const args of [
      ["erase", ada.email, "--yes"],
      ["purge", "--before", "2026-11-22", "--yes"],
    ])
      await expect(runStaff(database.url, other, ...args)).rejects.toThrow(
        `Nothing was removed: there is no folder ${other}`,
      );
    expect(await rows()).toBe(2);
    mkdirSync(other);
    const dry = await runStaff(database.url, other, "erase", ada.email, "--dry-run");
    expect(dry.output).toContain(`0 files of e-mails in ${join(other, "mail")}, which does not exist`);
    expect((await run("erase", ada.email, "--yes")).output).toContain(
      `1 file of e-mails in ${join(data, "mail")}.`,
    );
  });

  it("shows in a dry run all that it would remove and find", async () => {
    const again = { ...ada, motivation: `I am ${ada.email}` };
    await test.app.inject({ url: "/contact", ...post(again) });
    await expect.poll(async () => (await run("notifications")).output).toContain("3 sent");
    const { output } = await run("erase", ada.email, "--dry-run");
    expect(output).toContain(`2 files of e-mails in ${join(data, "mail")}`);
    const [ben] = JSON.parse((await run("list", "--json", "--search", "ben@visitor.example")).output);
    expect(output).toContain(
      `The address stands in what others wrote ('npm run submissions -- show ID' prints it): ${referenceOf(ben.id)}\n`,
    );
    expect(await rows()).toBe(3);
    // Before its question as well.
    const asked = (await run("erase", ada.email, "--yes")).output.split("Removed ")[0];
    expect(asked).toContain(`2 files of e-mails in ${join(data, "mail")}`);
    expect(asked).toContain(
      `The address stands in what others wrote ('npm run submissions -- show ID' prints it): ${referenceOf(ben.id)}\n`,
    );
  });

  it("finds an address in all that others wrote, however like their own it is", async () => {
    const others: Record<string, string>[] = [
      { email: "oda@visitor.example", motivation: "moda@visitor.example, zoda@visitor.example" },
      { email: "a@visitor.example", lastName: "ADA@Visitor.Example" },
      { email: "da@visitor.example", organization: 'of "ada@visitor.example"' },
      { email: "Eve@Visitor.Example", finalThoughts: "eve@visitor.example knows nobody" },
      { email: "da@visitor.example", [trapField]: "x", motivation: "ada@visitor.example" },
    ];
    for (const fields of others) await test.app.inject({ url: "/contact", ...post({ ...ada, ...fields }) });
    const { output } = await run("erase", ada.email, "--yes");
    const named = /what others wrote[^:]*: (.*)\n/.exec(output)?.[1]?.split(", ") ?? [];
    const found: { id: string; email: string }[] = JSON.parse((await run("list", "--json")).output);
    const wanted = found.filter(({ email }) => /^(ben|a|da)@/.test(email));
    const [robot] = JSON.parse((await run("quarantine", "--json")).output);
    expect(named.toSorted()).toEqual([...wanted, robot].map(({ id }) => referenceOf(id)).toSorted());
    expect(named).toHaveLength(4);
  });

  it("takes no address that nobody can have", async () => {
    for (const typed of [
      "mailto:ada@visitor.example",
      "ada@visitor.example,",
      "<ada@visitor.example>",
      "Ada <ada@visitor.example>",
    ])
      await expect(run("erase", typed, "--yes"), typed).rejects.toMatchObject({
        exitCode: 2,
        message: expect.stringContaining("is no e-mail address. Is ada@visitor.example meant?"),
      });
    await expect(run("erase", "a@b.example c@d.example", "--yes")).rejects.toThrow(
      "One address at a time: a@b.example, then c@d.example.",
    );
    await expect(run("erase", "*@visitor.example", "--yes")).rejects.toMatchObject({ exitCode: 2 });
    await expect(run("erase", "-a@visitor.example")).rejects.toThrow("erase -- -a@visitor.example");
    for (const possible of ["o'brien+x@visitor.example", "組織@例え.jp"])
      expect((await run("erase", possible, "--yes")).output).toContain("Removed 0 submissions");
    expect((await run("erase", "--yes", "--", "-a@visitor.example")).output).toContain("Removed 0");
    expect((await run("erase", ` ${ada.email} `, "--yes")).output).toContain("Removed 1 submission");
  });

  it("is not stopped half way, and purge between two portions", async () => {
    const stopping = new AbortController();
    stopping.abort();
    const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: data }, site);
    let output = "";
    const terminal = {
      write: async (text: string) => {
        output += text;
      },
      holdSignals: () => stopping.signal,
    };
    const stopped = runCommand(
      ["purge", "--before", "2026-11-22", "--yes"],
      () => config,
      terminal,
      () => new Date("2026-11-23T10:00:00Z"),
    );
    await expect(stopped).rejects.toThrow("It was stopped: there may be more. Run it again.");
    expect(output).toContain("Removed 0 submissions");
    const { db, close } = await openDatabase(database.url);
    onTestFinished(close);
    const claim = (until: string | null) =>
      db.updateTable("notifications").set({ status: "pending", claimed_until: until }).execute();
    await claim("2100-01-01T00:00:00.000Z");
    const erase = () => runCommand(["erase", ada.email, "--yes"], () => config, terminal);
    await expect(erase()).rejects.toThrow("It was stopped while an e-mail was being sent. Run it again.");
    await claim(null);
    await erase();
    expect(output).toContain("Removed 1 submission, 1 notification, 0 quarantined posts, 1 file");
  });
});

it("tells how many files are left where some cannot be removed", async ({ skip }) => {
  if (!isRoot) skip("only root can make files of another account");
  const folder = mkdtempSync(join(tmpdir(), "sticky-"));
  chmodSync(folder, 0o1777);
  const files = ["a", "b"].map((name) => join(folder, name));
  for (const file of files) writeFileSync(file, "");
  await expect(asNobody(() => removeFiles(files))).rejects.toThrow(
    /^The rows are removed, but 2 of 2 files of e-mails are not \(.*no right to it\.\)/,
  );
  expect(await removeFiles(files)).toBe(2);
  expect(existsSync(files[0] ?? "")).toBe(false);
  rmSync(folder, { recursive: true });
});
