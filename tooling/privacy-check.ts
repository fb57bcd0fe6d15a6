import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { loadContent } from "#content-model/load-content.ts";
import { connectDatabase } from "#database/connect.server.ts";
import { findPostgres } from "#database/postgres/find-postgres.server.ts";
import { readConfig } from "#server/config.ts";
import { counted } from "#system/language.ts";
import { buildIfMissing } from "./build/build-if-stale.ts";
import { exitOnConfigError, loadEnvironmentFile, refuseArguments } from "./environment.ts";
import { interest, mark, phone, send, sendEverything } from "./privacy-check/made-up-person.ts";
import { startCatcher } from "./privacy-check/mail-catcher.ts";
import { holds, type Place, search } from "./privacy-check/search.ts";
import "./lost-output.ts";
import { root } from "./root.ts";

/**
 * `npm run privacy-check`: the data of a made-up person go into a test site by every way, on the kind of database that is
 * configured. The person is erased; then every file, log line and row is searched for what they wrote.
 */

/** Another person, who must still be found: this proves that the search works. */
const bystander = `zq${randomBytes(8).toString("hex")}`;

refuseArguments("npm run privacy-check");
loadEnvironmentFile();
await buildIfMissing();
const configured = readConfiguration();
const isSqlite = configured.databaseUrl.startsWith("sqlite:");
const folder = mkdtempSync(join(tmpdir(), "privacy-check-"));
const dataDir = join(folder, "data");
const logFile = join(folder, "log");
const folders = { folder, dataDir, logFile };
mkdirSync(join(folder, "elsewhere"));
let server: ChildProcess | undefined;
let isClean = false;
try {
  const database = await scratchDatabase();
  try {
    isClean = await check(database.url);
  } finally {
    server?.kill("SIGKILL");
    await database.drop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(isClean ? 0 : 1);

function readConfiguration() {
  try {
    return readConfig(process.env, loadContent("site.yaml", root));
  } catch (error) {
    return exitOnConfigError(error);
  }
}

async function check(databaseUrl: string): Promise<boolean> {
  // Only the kind of database is taken from this installation: no feed, mail server or address.
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...{ PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: "trace" },
    ...{ SMTP_URL: "", EVENTS_FEED_URL: "", AUTH_URL: "", AUTH_ANON_KEY: "", TRUST_PROXY: "", SITE_URL: "" },
    SUBMISSION_RATE_LIMIT: "0",
  };
  const email = `${mark}@visitor.example`;
  const staff = (...args: string[]) => runStaff(env, ...args);

  let address = await start(env);
  await sendEverything(address, email);
  await send(address, "/contact", { ...interest(`${bystander}@visitor.example`, bystander), phone: "" });
  await delivered(databaseUrl);
  for (const format of ["csv", "json"]) needs(staff("export", "--format", format), `the ${format} export`);
  needs(await search(folders, databaseUrl, mark), "the site before erasing");
  console.log(
    "Sent: every form, with a copy asked for, corrected, refused, and suspected; mails as files; exports.",
  );

  await stop();
  const backup = join(folder, isSqlite ? "elsewhere/backup.db" : "elsewhere/backup.dump");
  const untried = backUpAndRestore(staff, backup);
  console.log(
    untried
      ? `Not tried: backup and restore. ${untried}`
      : "A backup was made and restored; what was there before it is kept beside.",
  );
  const catcher = await startCatcher();
  address = await start({ ...env, SMTP_URL: catcher.url });
  await sendEverything(address, email);
  await delivered(databaseUrl);
  needs(catcher.messages.join("\n"), "the mails that were sent");
  console.log(`Sent again, with ${counted(catcher.messages.length, "mail")} over SMTP.\n`);

  const told = staff("erase", email, "--yes");
  console.log(told.replaceAll(email, "the person"));
  const places = await search(folders, databaseUrl, mark, phone);
  await stop();
  await catcher.close();
  needs(await search(folders, databaseUrl, bystander), "somebody else after erasing");
  if (!untried) {
    needs(wordsOf(backup), "the backup after erasing");
    console.log(
      "The backup still holds the person: no command reaches backups, which end when you remove them.\n",
    );
  }
  console.log("Searched:");
  for (const { name, amount } of places) console.log(`  ${name} (${amount})`);
  console.log("Not searched: data/assets, copies of the build's own files.");
  const found = places.filter(({ isFound }) => isFound);
  for (const { name } of found) console.log(`FOUND in ${name}`);
  console.log(found.length === 0 ? "\nNothing of the person was found." : "\nThe person is not gone.");
  return found.length === 0;
}

/**
 * @returns why this was not tried, where PostgreSQL's own programs are missing or older than the server
 * @throws when it failed
 */
function backUpAndRestore(staff: (...args: string[]) => string, backup: string): string | undefined {
  try {
    staff("backup", backup);
  } catch (error) {
    const reason = /^.*pg_dump.* (?:is not installed|is older than the server).*$/m.exec(String(error));
    if (reason) return reason[0].slice(reason[0].indexOf("pg_dump"));
    throw error;
  }
  staff("restore", backup, "--yes");
  return undefined;
}

/** What a backup holds. That of PostgreSQL is compressed. */
function wordsOf(backup: string): string {
  if (isSqlite) return readFileSync(backup, "latin1");
  const options = { encoding: "latin1", maxBuffer: 100_000_000 } as const;
  return spawnSync("pg_restore", ["--file=-", backup], options).stdout;
}

async function start(env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [join(root, "tooling/start.ts")], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  server = child;
  const log = createWriteStream(logFile, { flags: "a", mode: 0o600 });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part: Buffer) => {
      log.write(part);
      output += part.toString();
    });
  for (let wait = 0; wait < 600 && child.exitCode === null; wait += 1) {
    const address = /The site is at (http:\/\/localhost:\d+)/.exec(output)?.[1];
    if (address) return address;
    await sleep(100);
  }
  throw new Error(`The site did not start: ${output}`);
}

async function stop(): Promise<void> {
  if (!server || server.exitCode !== null) return;
  server.kill("SIGTERM");
  await once(server, "close");
}

function runStaff(env: NodeJS.ProcessEnv, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "tooling/submissions.ts"), ...args],
    {
      env,
      encoding: "utf8",
      maxBuffer: 100_000_000,
    },
  );
  if (status !== 0)
    throw new Error(`'${args[0]}' exited with ${status}: ${stdout}${stderr}`.replaceAll(mark, "…"));
  return stdout;
}

/** Waits until no mail is left to be sent. */
async function delivered(databaseUrl: string): Promise<void> {
  const { db, close } = await connectDatabase(databaseUrl);
  try {
    for (let wait = 0; wait < 600; wait += 1) {
      const waiting = await db
        .selectFrom("notifications")
        .select("id")
        .where("status", "!=", "sent")
        .execute();
      if (waiting.length === 0) return;
      await sleep(100);
    }
  } finally {
    await close();
  }
  throw new Error("Mails were not sent within a minute.");
}

/** Before erasing, the search must find the person, or it would prove nothing. */
function needs(found: string | Place[], what: string): void {
  const isThere = typeof found === "string" ? holds(found, [mark]) : found.some(({ isFound }) => isFound);
  if (!isThere) throw new Error(`${what}: not found there, so this check proves nothing.`);
}

async function scratchDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  if (isSqlite) return { url: `sqlite:${join(dataDir, "site.db")}`, drop: async () => {} };
  const name = `privacy_check_${randomBytes(6).toString("hex")}`;
  const administer = async (statement: string) => {
    const client = new Client(await findPostgres(configured.databaseUrl));
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await administer(`create database ${name}`).catch((error: { code?: string }) => {
    throw new Error(
      `This check may not create a database of its own on the configured server (${error.code}). Give the account CREATEDB, or DATABASE_URL of one that has it.`,
    );
  });
  const url = new URL(configured.databaseUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`drop database ${name} with (force)`) };
}
