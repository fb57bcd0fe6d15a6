import { needsBackup } from "#staff/copies/backup-kind.ts";
import { backupTroubles, readLastBackup } from "#staff/copies/last-backup.ts";
import { runTool } from "#staff/copies/postgres-tools.ts";
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
  const others = [...ofKind(dataDir, kind), ...(isSqlite ? [] : await ofTools())];
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

async function ofTools(): Promise<Finding[]> {
  try {
    await runTool("pg_dump", ["--version"]);
    return [];
  } catch (error) {
    const { message } = error as Error;
    return [wrong("backups.tools", message, "Install it: without it there are no backups.")];
  }
}
