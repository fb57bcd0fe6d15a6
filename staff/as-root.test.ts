// docs/operations.md, 'Submissions': the administrator runs a command for a site that has an account of its own

import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import site from "#content/site.yaml";
import { connectDatabase } from "#database/connect.server.ts";
import { readConfig } from "#server/config.ts";
import { openStore } from "#server/open-store.ts";
import { runStaff } from "../tests/support/staff.ts";

const account = 65_534;
const isRoot = process.geteuid?.() === 0;

describe("a command that root runs for a site with an account of its own", () => {
  let data: string;
  const url = () => `sqlite:${join(data, "site.db")}`;
  const run = (...args: string[]) => runStaff(url(), data, ...args);
  const owners = (folder = data) =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).uid]));

  beforeEach(async ({ skip }) => {
    if (!isRoot) skip("only root can give files to another account");
    data = join(mkdtempSync(join(tmpdir(), "root-")), "data");
    onTestFinished(() => rmSync(join(data, ".."), { recursive: true }));
    chmodSync(join(data, ".."), 0o755);
    mkdirSync(data, { mode: 0o700 });
    await (await connectDatabase(url())).close();
    for (const path of [data, ...readdirSync(data).map((name) => join(data, name))])
      chownSync(path, account, account);
  });

  it("makes nothing that is the site's to make", async () => {
    for (const args of [
      ["list"],
      ["notifications"],
      ["quarantine"],
      ["export"],
      ["erase", "a@b.example", "--yes"],
      ["redeliver"],
    ])
      await run(...args);
    expect(existsSync(join(data, "site.db.key"))).toBe(false);
    expect(new Set(Object.values(owners()))).toEqual(new Set([account]));
  });

  it("gives what it writes to the account whose folder it is", async () => {
    const folder = join(data, "backups");
    await run("backup", "--to", folder);
    await run("drill");
    expect({ ...owners(), ...owners(folder) }).toEqual({
      ...{ "site.db": account, "last-backup.json": account, backups: account },
      "site-20261123T100000Z.db": account,
    });
    await run("restore", join(folder, "site-20261123T100000Z.db"), "--yes");
    rmSync(join(data, "last-backup.json"));
    expect(new Set(Object.values(owners()))).toEqual(new Set([account]));
  });

  it("restores a file for the account, also over one of root's, and says when it stays root's", async () => {
    const copy = join(data, "copy.db");
    await run("backup", copy);
    chownSync(join(data, "site.db"), 0, 0);
    expect((await run("restore", copy, "--yes")).output).not.toContain("belongs to root");
    expect(owners()).toMatchObject({ "site.db": account });
    const elsewhere = `sqlite:${join(data, "..", "new", "site.db")}`;
    const { output } = await runStaff(elsewhere, data, "restore", copy, "--yes");
    expect(output).toContain(`${elsewhere.slice("sqlite:".length)} belongs to root`);
  });

  it("is not needed for the site to say which right it lacks", async () => {
    for (const name of ["site.db", "site.db.key"]) {
      if (name === "site.db.key") writeFileSync(join(data, name), "key", { mode: 0o600 });
      chownSync(join(data, name), 0, 0);
      process.seteuid?.(account);
      const refused = await openStore(readConfig({ DATABASE_URL: url() }, site), { now: () => new Date() })
        .then(({ connection }) => connection.close())
        .catch((error: Error) => error)
        .finally(() => process.seteuid?.(0));
      expect(refused, name).toMatchObject({ name: "ConfigError" });
      expect(String(refused)).toContain(`no right to ${join(data, name)}`);
      chownSync(join(data, name), account, account);
    }
  });

  it("does not end backups because of a note that nobody may read", async () => {
    const note = join(data, "last-backup.json");
    writeFileSync(note, "{}", { mode: 0o600 });
    process.seteuid?.(account);
    try {
      const { output, notes } = await run("backup", join(data, "copy.db"));
      expect(output).toContain("is whole");
      expect(notes).not.toContain("could not be noted");
      expect(JSON.parse(readFileSync(note, "utf8"))).toMatchObject({ file: join(data, "copy.db") });
    } finally {
      process.seteuid?.(0);
    }
  });
});
