// docs/operations.md, 'Backups': what PostgreSQL's own programs are given, and what is told of them

import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { rootCertificates } from "node:tls";
import { expect, it, onTestFinished } from "vitest";
import { CommandError } from "../terminal.ts";
import { olderThanServer, runTool, startTool, toolEnvironment, versionOfTool } from "./postgres-tools.ts";

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "tools-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

it("go where the site goes, with the password in the environment, in words that are understood", () => {
  const server = {
    host: "db",
    port: 5433,
    user: "site",
    password: "secret",
    database: "site",
    options: "-c x=1",
  };
  expect(toolEnvironment({ ...server, ssl: false }, newFolder())).toEqual({
    ...{ PGHOST: "db", PGPORT: "5433", PGUSER: "site", PGPASSWORD: "secret", PGDATABASE: "site" },
    ...{ PGOPTIONS: "-c x=1", PGCLIENTENCODING: "UTF8", PGAPPNAME: "site backup", PGCONNECT_TIMEOUT: "10" },
    ...{ LC_ALL: "C", PGSSLMODE: "disable" },
  });
  // One that is asked for is nobody's to hand on; what is not said is not set.
  const asked = Object.keys(toolEnvironment({ password: () => "secret" }, newFolder()));
  for (const name of ["PGPASSWORD", "PGHOST", "PGPORT", "PGUSER"]) expect(asked).not.toContain(name);
});

it("trust whom the site trusts, by files that are private", () => {
  const folder = newFolder();
  const environment = (ssl: object | true) => {
    const all = toolEnvironment({ ssl }, folder);
    return Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith("PGSSL")));
  };
  const authorities = { PGSSLROOTCERT: join(folder, "authorities.pem") };
  expect(environment({ rejectUnauthorized: false, ca: "own" })).toEqual({ PGSSLMODE: "require" });
  expect(environment({ checkServerIdentity: () => undefined, ca: "own" })).toEqual({
    ...{ PGSSLMODE: "verify-ca" },
    ...authorities,
  });
  expect(readFileSync(authorities.PGSSLROOTCERT, "utf8")).toBe("own");
  expect(environment({ cert: "certificate", key: "key" })).toEqual({
    ...{
      PGSSLMODE: "verify-full",
      PGSSLCERT: join(folder, "certificate.pem"),
      PGSSLKEY: join(folder, "key.pem"),
    },
    ...authorities,
  });
  expect(readFileSync(join(folder, "certificate.pem"), "utf8")).toBe("certificate");
  expect(readFileSync(join(folder, "key.pem"), "utf8")).toBe("key");
  expect(statSync(join(folder, "key.pem")).mode & 0o777).toBe(0o600);
  expect(environment(true)).toEqual({ PGSSLMODE: "verify-full", ...authorities });
  expect(readFileSync(authorities.PGSSLROOTCERT, "utf8")).toBe(rootCertificates.join("\n"));
});

/** A program that says these words and ends so. */
const saying = (said: string, end = "exit 1") => ["-c", `printf '%s' "$0" >&2; ${end}`, said];

it.each<[said: string, end: string, told: string]>([
  ["sh: error: no such table.\nDETAIL: Ada Moreno", "exit 1", "sh: no such table."],
  ["some words\nsh: ERROR:  one\nERROR: two", "exit 1", "sh: one."],
  ['sh: connection failed: FATAL:  no role "x"', "exit 1", 'sh: no role "x".'],
  ["  one word\nanother\n", "exit 1", "sh: one word."],
  ["", "exit 3", "sh ended with 3."],
  ["", "kill -TERM $$", "sh ended with SIGTERM."],
  [
    "sh: error: aborting because of server version mismatch\nsh: detail: server version: 18.1 (Debian); sh version: 17.6",
    "exit 1",
    "sh 17.6 is older than the server, which is PostgreSQL 18. Install PostgreSQL's client programs of the server's version or later (Debian: postgresql-client-18 from https://apt.postgresql.org).",
  ],
])("that say %j and end with '%s' are told to have failed: %s", async (said, end, told) => {
  await expect(runTool("sh", saying(said, end))).rejects.toEqual(new CommandError(told));
});

it("whose disk is full fail as a file does that cannot be written, but psql's is the server's", async () => {
  const full = saying("error: No space left on device");
  await expect(runTool("sh", full)).rejects.toMatchObject({ code: "ENOSPC", message: "sh: no room" });
  const folder = newFolder();
  symlinkSync("/bin/sh", join(folder, "psql"));
  const told = new CommandError("psql: there is no room left on the server's disk.");
  await expect(runTool("psql", full, { PATH: folder })).rejects.toEqual(told);
});

it("that are not installed are named, with what to install", async () => {
  const words =
    "no-such-program is not installed. Install PostgreSQL's client programs of the server's version or later (Debian: postgresql-client).";
  await expect(runTool("no-such-program", [])).rejects.toEqual(new CommandError(words));
  await expect(runTool("/", [])).rejects.toMatchObject({ code: "EACCES" });
  expect(olderThanServer("psql", "15", "18")).toMatch(
    /^psql 15 is older than the server, which is PostgreSQL 18\. /,
  );
});

it("tell each error that they have gone on after once, without its place", async () => {
  const said = ["ERROR:  one at character 7", "NOTICE: x", "psql: ERROR: two", "ERROR:  one"].join("\n");
  const tool = startTool("sh", saying(said, "exit 0"));
  tool.input.end();
  tool.output.resume();
  await tool.ended;
  expect(tool.errors()).toEqual(["one", "two"]);
});

it("speak English, get what is written, and end when they are stopped", async () => {
  const tool = startTool("sh", ["-c", "cat; printf '%s %s' $LC_ALL $OWN"], { OWN: "given" });
  tool.input.end("words ");
  expect(await text(tool.output)).toBe("words C given");
  const waiting = startTool("sleep", ["60"]);
  waiting.output.resume();
  waiting.stop();
  await expect(waiting.ended).rejects.toThrow("sleep ended with SIGTERM.");
  // One that reads nothing and has ended takes no more.
  const ended = startTool("true", []);
  ended.output.resume();
  await ended.ended;
  ended.input.write("late");
  expect(await versionOfTool("node")).toBe(process.versions.node);
});
