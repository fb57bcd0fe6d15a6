// docs/operations/doctor.md, 'What it looks at'

import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import site from "#content/site.yaml";
import { connectDatabase } from "#database/connect.server.ts";
import { siteSecret } from "#database/site-secret.server.ts";
import { readConfig } from "#server/config.ts";
import { identityOf } from "#staff/copies/database-identity.ts";
import { asNobody } from "../../tests/support/rights.ts";
import { backupFindings } from "./backups.ts";
import { dataFindings, ofFiles, ofRoom } from "./data.ts";
import { settingFindings, settingsOf } from "./settings.ts";

const isRoot = process.geteuid?.() === 0;
let place: string;
let data: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "doctor-"));
  chmodSync(place, 0o755);
  data = join(place, "data");
  mkdirSync(data, { mode: 0o700 });
});
afterEach(() => rmSync(place, { recursive: true }));

const configOf = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: data, ...env }, site);
const named = (check: string, what: RegExp) => [
  { check, state: "wrong", what: expect.stringMatching(what), todo: expect.stringMatching(/\S/) },
];
const wrongs = async (env: Record<string, string> = {}) =>
  (await dataFindings({ config: configOf(env) })).filter(({ state }) => state === "wrong");

describe("the data folder", () => {
  it("is well when it is the site's alone, and keeps nothing of the trial", async () => {
    mkdirSync(join(data, "mail"), { mode: 0o700 });
    expect(await wrongs()).toEqual([]);
    expect(readdirSync(data)).toEqual(["mail"]);
  });

  it("is told when it is missing, or a file", async () => {
    expect(await wrongs({ DATA_DIR: join(place, "none") })).toEqual(
      named("data.folder", /There is no folder/),
    );
    writeFileSync(join(place, "file"), "");
    expect(await wrongs({ DATA_DIR: join(place, "file") })).toEqual(named("data.folder", /is a file/));
  });

  it("is told when this account may not write there", async ({ skip }) => {
    if (!isRoot) skip("only root can become another account");
    chmodSync(data, 0o755);
    const findings = await asNobody(() => wrongs());
    expect(findings[0]).toEqual(named("data.write", /can make no file \(EACCES\)/)[0]);
  });

  it("is not judged by what root may do for a site with an account of its own", async ({ skip }) => {
    if (!isRoot) skip("only root may write everywhere");
    const [first] = await dataFindings({ config: configOf() });
    expect(first).toMatchObject({ check: "data.write", state: "ok" });
    chownSync(data, 65_534, 65_534);
    const [other] = await dataFindings({ config: configOf() });
    expect(other).toMatchObject({
      check: "data.write",
      state: "unknown",
      todo: expect.stringContaining("#65534"),
    });
  });

  it("is told when this account may not even look into it, or to where it lies", async ({ skip }) => {
    if (!isRoot) skip("only root can become another account");
    const denied = named("data.write", /can make no file \(EACCES\)/)[0];
    expect((await asNobody(() => wrongs()))[0]).toEqual(denied);
    chmodSync(place, 0o700);
    expect(await asNobody(() => wrongs())).toEqual([denied]);
  });

  it("is told when e-mails cannot be written, which only matters without a mail server", async ({ skip }) => {
    if (!isRoot) skip("only root can become another account");
    const mail = join(data, "mail");
    mkdirSync(mail, { mode: 0o700 });
    chownSync(data, 65_534, 65_534);
    expect(await asNobody(() => wrongs())).toEqual(named("data.write", /data\/mail this account/));
    expect(await asNobody(() => wrongs({ SMTP_URL: "smtp://127.0.0.1" }))).toEqual(
      named("data.owner", /mail belongs to account 0/),
    );
  });

  it("is told when other accounts have rights to it", async () => {
    chmodSync(data, 0o750);
    expect(await wrongs()).toEqual(named("data.private", /other accounts/));
    // A shared place such as `/tmp`.
    chmodSync(data, 0o1777);
    expect(await wrongs()).toEqual([]);
  });

  it("is told when root has made what the site needs", async ({ skip }) => {
    if (!isRoot) skip("only root can give files to another account");
    for (const name of ["site.db-wal", "site.db-shm"]) writeFileSync(join(data, name), "");
    chownSync(data, 65_534, 65_534);
    expect(await wrongs()).toEqual(named("data.owner", /site\.db-\w+ and 1 more belongs to account 0/));
  });

  it("is told when its disk is nearly full, also for a database that `erase` writes anew", () => {
    const room = (free: number, database = 0) => ofRoom({ free }, database, "/data");
    const [megabyte, gigabyte] = [1e6, 1e9];
    expect(room(gigabyte).state).toBe("ok");
    expect(room(90 * megabyte)).toMatchObject({
      state: "wrong",
      what: expect.stringContaining("Only 90 MB"),
    });
    expect(room(gigabyte, gigabyte)).toMatchObject({
      state: "wrong",
      what: expect.stringContaining("needs 2000"),
    });
  });

  it("is told when its disk is full of small files", () => {
    expect([ofFiles(undefined, "/data"), ofFiles(1_000, "/data")]).toEqual([undefined, undefined]);
    expect([ofFiles(999, "/data")]).toEqual(named("data.files", /takes only 999 more files/));
  });

  it("is told when its disk is read-only", async ({ skip }) => {
    if (!isRoot || spawnSync("mount", ["--bind", data, data]).status !== 0) skip("only root may mount");
    try {
      expect(spawnSync("mount", ["-o", "remount,ro,bind", data]).status).toBe(0);
      const [finding] = await wrongs();
      expect(finding).toMatchObject({ check: "data.write", todo: expect.stringContaining("is read-only") });
    } finally {
      spawnSync("umount", [data]);
    }
  });
});

describe("settings", () => {
  it("are told one by one when they cannot be used, each once, and secrets are not", () => {
    const env = {
      ...{ PORT: "http", SMTP_URL: "imap://ada:sesame@x", AUTH_ANON_KEY: "sesame", DATA_DIR: data },
      TRUST_PROXY: "yes",
    };
    const { config, refused } = settingsOf(env, site);
    expect([...refused.keys()].sort()).toEqual([
      "AUTH_ANON_KEY",
      "AUTH_URL",
      "PORT",
      "SMTP_URL",
      "TRUST_PROXY",
    ]);
    expect(config.dataDir).toBe(data);
    const findings = settingFindings(env, refused, place);
    expect(findings).toHaveLength(4);
    expect(JSON.stringify(findings)).not.toContain("sesame");
    expect(findings).toContainEqual(named("settings.value", /^PORT is "http"; expected/)[0]);
  });

  it("are told when others may read them, or a name is mistyped", () => {
    writeFileSync(join(place, ".env"), "SMTP_URL=smtp://a:b@c\n", { mode: 0o644 });
    const env = { SITE_URLL: "x" };
    expect(settingFindings(env, new Map(), place)).toEqual([
      ...named("settings.name", /SITE_URLL, which nothing reads; did you mean SITE_URL\?/),
      ...named("settings.rights", /can be read or changed by other accounts/),
    ]);
    chmodSync(join(place, ".env"), 0o660);
    expect(settingFindings({}, new Map(), place)).toEqual(named("settings.rights", /can be read or changed/));
    // As docs/operations/one-machine.md has it: root's, for the group of the site's account to read.
    chmodSync(join(place, ".env"), 0o640);
    expect(settingFindings({}, new Map(), place)).toMatchObject([{ state: "ok" }]);
  });
});

describe("backups", () => {
  const now = () => new Date("2026-12-01T09:00:00Z");
  const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000).toISOString();
  const note = (backup: object) =>
    writeFileSync(
      join(data, "last-backup.json"),
      JSON.stringify({
        file: join(place, "a.db"),
        at: daysAgo(1),
        drilledAt: daysAgo(7),
        contents: {},
        ...backup,
      }),
    );
  beforeEach(() => {
    writeFileSync(join(place, "a.db"), "SQLite format 3\0");
    note({});
  });
  const makeDatabase = async () => {
    const { db, close } = await connectDatabase(`sqlite:${join(data, "site.db")}`);
    await siteSecret(db, "forms");
    await close();
  };
  const examine = (env = {}) => backupFindings({ config: configOf(env), now });

  it("are well when one is young and was restored for trial", async () => {
    expect(await examine()).toMatchObject([{ check: "backups.age", state: "ok" }]);
  });

  it.each<[string, () => void, string, RegExp]>([
    [
      "there is none",
      () => rmSync(join(data, "last-backup.json")),
      "backups.age",
      /^No backup has been made/,
    ],
    ["the last one is old", () => note({ at: daysAgo(3) }), "backups.age", /^The last backup is 3 days old/],
    [
      "none was restored",
      () => note({ drilledAt: undefined }),
      "backups.age",
      /^No backup was restored for trial with success/,
    ],
    [
      "the last drill is long ago",
      () => note({ drilledAt: daysAgo(16) }),
      "backups.age",
      /drill was 16 days ago/,
    ],
    [
      "the note is damaged",
      () => writeFileSync(join(data, "last-backup.json"), "{"),
      "backups.age",
      /cannot be read/,
    ],
    ["the file is gone", () => rmSync(join(place, "a.db")), "backups.age", /is gone/],
    [
      "the file is no backup",
      () => writeFileSync(join(place, "a.db"), "?"),
      "backups.file",
      /is no backup of this site/,
    ],
    [
      "it is of the other kind",
      () => writeFileSync(join(place, "a.db"), "PGDMP"),
      "backups.file",
      /is a backup of PostgreSQL/,
    ],
    [
      "it is of another database",
      () => note({ database: "0123456789abcdef" }),
      "backups.database",
      /is of another database/,
    ],
  ])("are told when %s", async (_fault, plant, check, what) => {
    await makeDatabase();
    plant();
    expect(await examine()).toEqual(named(check, what));
  });

  it.each([
    ["12.4", named("backups.tools", /^pg_dump 12\.4 is older than the server/)],
    ["99.1", [expect.objectContaining({ check: "backups.age", state: "ok" })]],
  ])("of PostgreSQL need a pg_dump that knows the server: %s", async (version, expected) => {
    writeFileSync(join(place, "a.db"), "PGDMP");
    writeFileSync(join(place, "pg_dump"), `#!/bin/sh\necho 'pg_dump (PostgreSQL) ${version}'`, {
      mode: 0o755,
    });
    vi.stubEnv("PATH", `${place}:${process.env.PATH}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await examine({ DATABASE_URL: inject("postgresUrl") })).toEqual(expected);
  });

  it("are told when the last one is not as it was written, or cannot be seen", async ({ skip }) => {
    await makeDatabase();
    note({ bytes: 16 });
    expect(await examine()).toMatchObject([{ check: "backups.age", state: "ok" }]);
    note({ bytes: 17 });
    expect(await examine()).toEqual(named("backups.age", /has 16 bytes, and had 17/));
    if (!isRoot) skip("only root can become another account");
    chmodSync(place, 0o700);
    expect(await asNobody(() => examine())).toEqual(named("backups.age", /this account has no right to it/));
  });

  it("leave no database behind where it is missing", async () => {
    note({ database: "0123456789abcdef" });
    expect(await examine()).toMatchObject([{ check: "backups.age", state: "ok" }]);
    expect(readdirSync(data)).toEqual(["last-backup.json"]);
  });

  it("are known by what they are of, wherever it lies", async () => {
    await makeDatabase();
    note({ database: await identityOf(`sqlite:${join(data, "site.db")}`) });
    expect(await examine()).toMatchObject([{ check: "backups.age", state: "ok" }]);
  });
});
