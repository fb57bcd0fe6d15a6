// docs/specification.md, 'Erasing a person'

import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { Client } from "pg";
import { expect, inject, it, onTestFinished } from "vitest";
import { databaseKinds } from "../tests/support/databases.ts";
import { startDumpableServer } from "../tests/support/postgres-tools.ts";

/** Runs `npm run privacy-check` on a kind of database. */
function check(databaseUrl: string, PATH = process.env.PATH): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["tooling/privacy-check.ts"],
      { env: { ...process.env, PATH, DATABASE_URL: databaseUrl } },
      (error, stdout, stderr) => resolve({ status: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

async function onServer<Row extends object>(statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  return client
    .query<Row>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** A run that was killed leaves its own. */
const scratchSites = () => readdirSync(tmpdir()).filter((name) => name.startsWith("privacy-check-"));

it.each(databaseKinds)("an erased person is gone, and privacy-check shows it on %s", async (kind) => {
  const server = await startDumpableServer();
  onTestFinished(server.stop);
  const before = scratchSites();
  const { status, output } = await check(kind === "sqlite" ? "" : (server.url ?? inject("postgresUrl")));
  expect(output).toContain("Nothing of the person was found.");
  expect(status).toBe(0);
  for (const place of ["rows of contact_submissions", "rows of quarantine", "calendar.json", "mail/", "log"])
    expect(output).toContain(place);
  const ofKind = kind === "sqlite" ? ["site.db-wal", "site.db.before-"] : ["pg_wal"];
  const copied =
    kind === "sqlite" ? [] : ["Gone through as well, and removed where it was: before_", "rows of before_"];
  const tried = ["A backup was made and restored", "The backup still holds the person", ...copied];
  const isTried = kind === "sqlite" || server.url !== undefined;
  for (const place of [...ofKind, ...(isTried ? tried : ["Not tried: backup and restore. pg_dump"])])
    expect(output).toContain(place);
  expect(scratchSites()).toEqual(before);
  expect(await onServer("select 1 from pg_database where datname like 'privacy_check_%'")).toEqual([]);
});

it("says why it makes no backup where PostgreSQL's own programs are missing", async () => {
  const { status, output } = await check(inject("postgresUrl"), dirname(process.execPath));
  expect(output).toMatch(/^Not tried: backup and restore\. pg_dump is not installed\. .*postgresql-client/m);
  expect(output).not.toContain("The backup still holds");
  expect(status).toBe(0);
});

it("says so where it may not make a database to try on", async () => {
  await onServer("create role visitor login password 'visitor'");
  const url = new URL(inject("postgresUrl"));
  url.username = url.password = "visitor";
  const { status, output } = await check(url.href);
  await onServer("drop role visitor");
  expect(status).toBe(1);
  expect(output).toMatch(/may not create a database.*42501/);
});
