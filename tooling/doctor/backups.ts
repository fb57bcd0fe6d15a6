import { needsBackup } from "#staff/copies/backup-kind.ts";
import { backupTroubles, readLastBackup } from "#staff/copies/backup-troubles.ts";
import { identityOf } from "#staff/copies/database-identity.ts";
import { onServer } from "#staff/copies/postgres-copies.ts";
import { olderThanServer, versionOfTool } from "#staff/copies/postgres-tools.ts";
import { CommandError } from "#staff/terminal.ts";
import type { Context } from "./context.ts";
import { type Finding, ok, wrong } from "./finding.ts";

/** Whether there is a backup that is young, whole as far as its beginning tells, and was restored for trial. */
export async function backupFindings({ config, now }: Pick<Context, "config" | "now">): Promise<Finding[]> {
  const { dataDir, databaseUrl } = config;
  const isSqlite = databaseUrl.startsWith("sqlite:");
  const troubles = backupTroubles(dataDir, now()).map((words) => {
    const what = `${words[0]?.toUpperCase()}${words.slice(1)}`;
    return wrong(
      "backups.age",
      `${what}.`,
      "docs/operations.md, 'Backups', has the lines for each night and week.",
    );
  });
  const kind = isSqlite ? "sqlite" : "postgres";
  const others = [
    ...ofKind(dataDir, kind),
    ...(await ofDatabase(dataDir, databaseUrl)),
    ...(isSqlite ? [] : await ofTools(databaseUrl)),
  ];
  if (troubles.length + others.length > 0) return [...troubles, ...others];
  return [ok("backups.age", "The last backup is younger than two days, and a restore was tried.")];
}

function ofKind(dataDir: string, kind: "sqlite" | "postgres"): Finding[] {
  try {
    const file = readLastBackup(dataDir)?.file;
    if (file) needsBackup(file, kind);
    return [];
  } catch (error) {
    // What is missing or damaged is told with its age.
    if (!(error instanceof CommandError) || !/backup of/.test(error.message)) return [];
    return [
      wrong("backups.file", error.message, "Make a new one: npm run submissions -- backup --to FOLDER"),
    ];
  }
}

/** Backups may be made under another DATABASE_URL than the site's: past a pooler, or by mistake. */
async function ofDatabase(dataDir: string, databaseUrl: string): Promise<Finding[]> {
  const of = noteOf(dataDir)?.database;
  if (of === undefined) return [];
  const own = await identityOf(databaseUrl);
  if (own === undefined || own === of) return [];
  return [
    wrong(
      "backups.database",
      "The last backup is of another database than the one that DATABASE_URL names here.",
      "Let what makes the backups (cron, systemd) have the site's settings, then make one: npm run submissions -- backup --to FOLDER",
    ),
  ];
}

/** What cannot be read is told with its age. */
function noteOf(dataDir: string) {
  try {
    return readLastBackup(dataDir);
  } catch {
    return undefined;
  }
}

async function ofTools(databaseUrl: string): Promise<Finding[]> {
  try {
    const version = await versionOfTool("pg_dump");
    const server = await versionOfServer(databaseUrl).catch(() => undefined);
    if (server === undefined || Number.parseInt(version, 10) >= server) return [];
    return [
      wrong(
        "backups.tools",
        olderThanServer("pg_dump", version, String(server)),
        "Until then no backup can be made.",
      ),
    ];
  } catch (error) {
    const { message } = error as Error;
    return [wrong("backups.tools", message, "Install it: without it there are no backups.")];
  }
}

/** @throws when it cannot be asked, which is told of the database */
function versionOfServer(databaseUrl: string): Promise<number> {
  return onServer(databaseUrl, async ({ client }) => {
    const { rows } = await client.query("select current_setting('server_version_num')::int / 10000 as major");
    return rows[0].major;
  });
}
