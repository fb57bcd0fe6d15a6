import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { trapField } from "#content-model/forms/reserved-names.ts";
import {
  createTestDatabase,
  databaseKinds,
  openDatabase,
  type TestDatabase,
} from "../../tests/support/databases.ts";
import { application, form as post } from "../../tests/support/form.ts";
import { createTestSite, type TestSite } from "../../tests/support/site.ts";
import { runStaff } from "../../tests/support/staff.ts";

const zoe = {
  firstName: "Zoë",
  lastName: "Müller",
  email: "Zoe@visitor.example",
  organization: "ÉCOLE 100% d'été",
  role: "Nurse_in_charge",
  motivation: "a word of the motivation",
  agreeToTerms: "on",
};
const ben = {
  ...application,
  firstName: "Ben",
  email: "ben@visitor.example",
  phone: "+49 30 1234",
  organization: "Harbor Clinic 1000",
  role: "NurseXinXcharge",
};

describe.each(databaseKinds)("what the staff see of many submissions on %s", (kind) => {
  let database: TestDatabase;
  let dataDir: string;
  let test: TestSite;
  beforeEach(async () => {
    database = await createTestDatabase(kind);
    dataDir = mkdtempSync(join(tmpdir(), "staff-"));
    test = await createTestSite({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  });
  afterEach(async () => {
    await test.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const run = (...args: string[]) => runStaff(database.url, dataDir, ...args);
  const send = async (fields: Record<string, string>, path = "/contact") => {
    const answer = await test.app.inject({ url: path, ...post(fields) });
    return String(answer.headers.location).split("=")[1] ?? "";
  };
  const apply = (fields: Record<string, string>) => send(fields, "/learning/mastermind-application");
  const found = async (...args: string[]) => {
    const records = JSON.parse((await run("list", "--json", ...args)).output);
    return records.map(({ reference }: { reference: string }) => reference);
  };

  it("list --search finds names, addresses, organizations, roles, numbers and references of both forms", async () => {
    const [first, second] = [await send(zoe), await apply(ben)];
    for (const text of [
      ...["Zoë M", "zoë", "MÜLLER", "mu\u0308ller", "zoe@VISITOR", "école", "100% D'ÉTÉ", "nurse_in"],
      ...[first, first.toLowerCase(), first.replace("-", "")],
    ])
      expect(await found("--search", text), text).toEqual([first]);
    for (const text of ["ben moreno", "BEN@", "Clinic 1000", "+49 30", "nurseX", second])
      expect(await found("--search", text), text).toEqual([second]);
    expect((await found("--search", "visitor.example")).sort()).toEqual([first, second].sort());
    // Wildcards are letters, and what was written elsewhere is not meant.
    for (const text of [
      "%",
      "Nurse%charge",
      "n_rse",
      "motivation",
      "x y",
      "organization",
      "undefined",
      "null",
    ])
      expect(await found("--search", text), text).toEqual(text === "%" ? [first] : []);
  });

  it("list --search finds an address by its domain as it was typed, and as it is stored", async () => {
    const reference = await send({ ...zoe, email: "info@müller.example" });
    for (const text of ["info@müller.example", "info@xn--mller-kva", "@MÜLLER"])
      expect(await found("--search", text), text).toEqual([reference]);
    await send({ ...zoe, email: "info@münster.example", [trapField]: "x" });
    for (const text of ["münster", "@MÜNSTER", "xn--mnster"])
      expect((await run("quarantine", "--search", text)).output, text).toContain(
        "the trap field was filled in",
      );
  });

  it("list --search takes a backslash for the letter that it is", async () => {
    const role = "nurse\\charge";
    const references = [await send({ ...zoe, role }), await apply({ ...ben, role })];
    expect((await found("--search", role)).sort()).toEqual(references.sort());
  });

  it("list --search says what it searched, pages, and how many posts are in quarantine", async () => {
    const references = [await send(zoe), await send({ ...zoe, role: "A" }), await apply(ben)];
    await send({ ...zoe, [trapField]: "x", motivation: "Moreno" });
    const pages = await Promise.all(
      ["1", "2", "3", "4"].map((page) => found("--search", "visitor", "--limit", "1", "--page", page)),
    );
    expect(pages.map(({ length }) => length)).toEqual([1, 1, 1, 0]);
    expect(pages.flat().sort()).toEqual(references.sort());
    const { output } = await run("list", "--search", "zoë");
    expect(output).toMatch(
      /Searched: .*organizations.*\nIn quarantine: 1; 'npm run submissions -- quarantine --search TEXT'/,
    );
    expect((await run("quarantine", "--search", "zoë")).output).toContain("the trap field was filled in");
    expect((await run("quarantine", "--search", "moreno")).output).toContain("Nothing in quarantine has");
    expect((await run("list", "--search", "nobody\u001b")).output).toContain(
      "No submission has 'nobody\\u001b'",
    );
    for (const text of ["", " ", "x".repeat(201)])
      await expect(run("list", "--search", text)).rejects.toMatchObject({ exitCode: 2 });
    await expect(run("export", "--search", "x")).rejects.toMatchObject({ exitCode: 2 });
  });

  it("list --search goes through slice after slice, in the order of list, and leaves nobody out", async () => {
    const { db, close } = await openDatabase(database.url);
    if (kind === "postgres")
      await sql`alter table contact_submissions alter column created_at drop not null`.execute(db);
    const many = 2_600;
    const rows = Array.from({ length: many }, (_, index) => ({
      ...{ id: randomUUID(), full_name: "Ada", reason_for_contact: "", message: "{}" },
      email: `p${index}@many.example`,
      // Some at the same moment, and the last ones without a time, which SQLite's table does not allow.
      created_at:
        index < 2_000 || kind === "sqlite" ? new Date(1.7e12 + Math.floor(index / 3)).toISOString() : null,
    }));
    for (let start = 0; start < many; start += 200)
      await db
        .insertInto("contact_submissions")
        .values(rows.slice(start, start + 200) as never)
        .execute();
    await close();
    const emails = async (...args: string[]) =>
      JSON.parse((await run("list", "--json", ...args)).output).map(({ email }: { email: string }) => email);
    const pages = async (...args: string[]) =>
      (
        await Promise.all(["1", "2", "3"].map((page) => emails("--limit", "1000", "--page", page, ...args)))
      ).flat();
    const all = await pages();
    expect(new Set(all).size).toBe(many);
    expect(await pages("--search", "MANY.example")).toEqual(all);
    for (const rare of ["p0@many", "p1999@many", "p2000@many", "p2599@many"])
      expect(await emails("--search", rare)).toEqual([`${rare}.example`]);
  });

  it("shows what became of the e-mails, and says unasked when the staff were not told", async () => {
    const reference = await send({ ...zoe, sendCopy: "on" });
    await expect.poll(async () => (await run("notifications")).output).toContain("2 sent");
    expect(await run("notifications")).toMatchObject({ exitCode: 0 });
    const list = async () => (await run("list")).output;
    expect(await list()).toMatch(/sent +[\da-f]{8}\n$/);
    expect(await list()).not.toContain("notifications");
    const { db, close } = await openDatabase(database.url);
    const mark = (kind: "staff" | "receipt", status: "pending" | "dead" | "held") =>
      db
        .updateTable("notifications")
        .set({ status, next_attempt_at: "2999-01-01T00:00:00.000Z" })
        .where("kind", "=", kind)
        .execute();
    const age = (created_at: string) => db.updateTable("notifications").set({ created_at }).execute();
    // A confirmation that could not be sent is for its sender to miss.
    await mark("receipt", "dead");
    expect(await list()).toMatch(/given up +[\da-f]{8}\n$/);
    expect(await run("notifications")).toMatchObject({ exitCode: 0 });
    await mark("receipt", "pending");
    await mark("staff", "pending");
    await age("2026-11-23T09:30:00.000Z");
    expect(await list()).toMatch(/waiting +[\da-f]{8}\n$/);
    expect(await list()).not.toContain("notifications");
    // After a restore, however young it is.
    await mark("staff", "held");
    expect(await list()).toMatch(/^E-mails that tell the staff.*: 1 given up, held or waiting/);
    expect(await run("notifications")).toMatchObject({ exitCode: 1 });
    await age("2026-11-23T08:30:00.000Z");
    for (const status of ["pending", "dead"] as const) {
      await mark("staff", status);
      expect(await list()).toMatch(
        /^E-mails that tell the staff.*: 1 given up, held or waiting.*'npm run submissions -- notifications'/,
      );
      for (const args of [["notifications"], ["notifications", "--json"]])
        expect(await run(...args)).toMatchObject({
          exitCode: 1,
          notes: expect.stringContaining(": 1 given up"),
        });
      const json = await run("list", "--json");
      expect(json.notes).toContain("'npm run submissions -- notifications'");
      expect(JSON.parse(json.output)[0].mail).toEqual({ staff: status, receipt: "pending" });
    }
    expect((await run("show", reference)).output).toContain("e-mail (to the staff): given up");
    // Somebody else was told.
    const [row] = await db.selectFrom("notifications").selectAll().where("kind", "=", "staff").execute();
    if (!row) throw new Error("there is no notification");
    for (const name of ["before", "after"])
      await db
        .insertInto("notifications")
        .values({ ...row, id: `${name}-${row.id}`, status: "sent", recipients: `["${name}@site.example"]` })
        .execute();
    await db
      .updateTable("notifications")
      .set({ recipients: '["hangs@site.example"]' })
      .where("id", "=", row.id)
      .execute();
    expect((await run("show", reference)).output).toContain("e-mail (to the staff): given up");
    expect((await run("notifications")).output).toContain("to hangs@site.example");
    await close();
  });

  it("a robot's endless address is put aside like any other", async () => {
    // Of letters that no database can make shorter.
    const letters = Array.from({ length: 9_000 }, (_, place) =>
      ((place * 7_919 * (place % 97)) % 36).toString(36),
    );
    const reference = await send({ ...zoe, [trapField]: "x", email: `${letters.join("")}@visitor.example` });
    expect((await run("show", reference)).output).toContain("In quarantine");
  });
});
