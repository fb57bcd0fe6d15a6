import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { rootCertificates } from "node:tls";
import type { ClientConfig } from "pg";
import { CommandError } from "../terminal.ts";

/**
 * What PostgreSQL's own programs need to reach the server as the site does. The password goes by the environment, which
 * other accounts cannot read, and never by the command line, which they can.
 *
 * @param folder a private one, for certificates
 * @see https://www.postgresql.org/docs/current/libpq-envars.html
 */
export function toolEnvironment(server: ClientConfig, folder: string): Record<string, string> {
  const values = {
    PGHOST: server.host,
    PGPORT: server.port,
    PGUSER: server.user,
    PGPASSWORD: typeof server.password === "string" ? server.password : undefined,
    PGDATABASE: server.database,
    PGOPTIONS: server.options,
    // Whatever the database gives its clients by default.
    PGCLIENTENCODING: "UTF8",
    PGAPPNAME: toolName,
    PGCONNECT_TIMEOUT: 10,
    // Messages in the words that are looked for.
    LC_ALL: "C",
    ...tlsEnvironment(server.ssl, folder),
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** How sessions of backup and restore are called on the server; the site's are called otherwise. */
export const toolName = "site backup";

function tlsEnvironment(ssl: ClientConfig["ssl"], folder: string) {
  if (!ssl) return { PGSSLMODE: "disable" };
  const { ca, cert, key, rejectUnauthorized, checkServerIdentity } = ssl === true ? {} : ssl;
  const inFile = (name: string, content: unknown) => {
    if (!content) return undefined;
    writeFileSync(join(folder, name), String(content), { mode: 0o600 });
    return join(folder, name);
  };
  return {
    PGSSLCERT: inFile("certificate.pem", cert),
    PGSSLKEY: inFile("key.pem", key),
    ...(rejectUnauthorized === false
      ? { PGSSLMODE: "require" }
      : {
          PGSSLMODE: checkServerIdentity ? "verify-ca" : "verify-full",
          // Without an authority of its own the site trusts those of Node, and libpq knows none.
          PGSSLROOTCERT: inFile("authorities.pem", ca ?? rootCertificates.join("\n")),
        }),
  };
}

export interface Tool {
  input: Writable;
  output: Readable;
  /** @throws CommandError when the program is missing or fails, with the first thing that it said */
  ended: Promise<void>;
  /** The server's errors that it has told of and gone on after, each once. */
  errors(): string[];
  stop(): void;
}

/** Starts pg_dump, pg_restore or psql. Whoever starts it reads its output to the end. */
export function startTool(name: string, args: string[], environment: Record<string, string> = {}): Tool {
  // biome-ignore lint/style/noProcessEnv: handed on to the program, for PATH and ~/.pgpass
  const env = { ...process.env, LC_ALL: "C", ...environment };
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(name, args, {
    env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (part: Buffer) => {
    if (said.length < 65_536) said += part.toString();
  });
  // A program that ended takes no more; why it ended is told by `ended`.
  child.stdin.on("error", () => {});
  const ended = once(child, "close").then(
    ([code, signal]) => {
      if (code === 0) return;
      // Of psql it is the server's disk; the others write here.
      if (name !== "psql" && /No space left on device/.test(said))
        throw Object.assign(new Error(`${name}: no room`), { code: "ENOSPC" });
      throw new CommandError(reasonOf(name, said) || `${name} ended with ${signal ?? code}.`);
    },
    (error: NodeJS.ErrnoException) => {
      throw error.code === "ENOENT" ? new CommandError(`${name} is not installed. ${advice()}`) : error;
    },
  );
  // It may fail before anybody waits for it.
  ended.catch(() => {});
  return {
    ...{ input: child.stdin, output: child.stdout, ended, stop: () => child.kill() },
    errors: () => [
      ...new Set([...said.matchAll(/ERROR: +(.*?)(?: at character \d+)?$/gm)].map(([, words = ""]) => words)),
    ],
  };
}

/** Runs a program whose output nobody needs. */
export async function runTool(name: string, args: string[], environment?: Record<string, string>) {
  const tool = startTool(name, args, environment);
  tool.input.end();
  tool.output.resume();
  await tool.ended;
}

/** @returns the version that a program says that it is, for example 17.6 */
export async function versionOfTool(name: string): Promise<string> {
  const tool = startTool(name, ["--version"]);
  tool.input.end();
  const [said] = await Promise.all([text(tool.output), tool.ended]);
  return /\d+(?:\.\d+)*/.exec(said)?.[0] ?? "";
}

/** That a program is too old for the server. */
export function olderThanServer(name: string, version: string, server: string): string {
  return `${name} ${version} is older than the server, which is PostgreSQL ${server}. ${advice(server)}`;
}

function advice(version = ""): string {
  const from = version && " from https://apt.postgresql.org";
  return `Install PostgreSQL's client programs of the server's version or later (Debian: postgresql-client${version && `-${version}`}${from}).`;
}

/** The first error in one line, without the rows that PostgreSQL may quote on those that follow. */
function reasonOf(name: string, said: string): string | undefined {
  const versions = /server version: (\d+)\S*.*; \w+ version: (\S+)/.exec(said);
  if (said.includes("server version mismatch") && versions)
    return olderThanServer(name, versions[2] ?? "", versions[1] ?? "");
  if (/No space left on device/.test(said)) return `${name}: there is no room left on the server's disk.`;
  const line = /^.*?(?:error|ERROR|FATAL): +(.*)$/m.exec(said)?.[1] ?? said.trim().split("\n")[0];
  return line && `${name}: ${line.replace(/\.$/, "")}.`;
}
