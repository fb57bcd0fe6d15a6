import { existsSync, globSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { lackedRight } from "#database/lacked-right.server.ts";
import { checkedSize, lockTimeout } from "#database/sqlite/open-sqlite.server.ts";
import { needsDatabase } from "#staff/on-database.ts";
import { findIndexTrouble } from "#staff/sqlite-indexes.ts";
import { CommandError } from "#staff/terminal.ts";
import { type Finding, made, ok, unknown, wrong } from "./finding.ts";

/** @param file of the database, which the site may have open */
export async function sqliteFindings(file: string): Promise<Finding[]> {
  // First, for what may not be seen is not missing.
  const lacked = lackedRight(`sqlite:${file}`);
  if (lacked)
    return [
      wrong(
        "database.open",
        `${lacked[0]?.toUpperCase()}${lacked.slice(1)}.`,
        "Run this as the account that the site runs as; if it is this one, give it the file: chown.",
      ),
    ];
  const [missing] = missingFile(file);
  if (missing) return [missing, ...lostLogs(file)];
  return made([soundness(file), ofFileSystem((await statfs(dirname(file))).type, file), ...lostLogs(file)]);
}

function missingFile(file: string): Finding[] {
  try {
    needsDatabase({ databaseUrl: `sqlite:${file}` });
    return [];
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (existsSync(`${file}.closing`))
      return [
        wrong(
          "database.open",
          `The site was ended while it closed the database, which is ${file}.closing now.`,
          "Start the site, which puts it back.",
        ),
      ];
    const [what = ""] = error.message.split(/(?<=\.) /);
    const todo = existsSync(file)
      ? "Set DATABASE_URL to the site's database, or bring back a backup: npm run submissions -- restore FILE"
      : "Set DATA_DIR or DATABASE_URL to where the site has it; a new site makes it at its first start.";
    return [wrong("database.open", what, todo)];
  }
}

/** Reads the file without touching it or its log, in which other connections may write. */
function soundness(file: string): Finding {
  if (statSync(file).size > checkedSize)
    return unknown(
      "database.sound",
      "Whether the file is sound",
      `it is larger than ${checkedSize} bytes and that would take long`,
      "npm run submissions -- drill reads all of its backup.",
    );
  const place = pathToFileURL(file);
  // Without a log nobody has it open; a connection that may make one would leave it behind.
  if (!existsSync(`${file}-wal`)) place.searchParams.set("immutable", "1");
  const { damage, indexTrouble } = troublesOf(place);
  if (damage !== undefined)
    return wrong(
      "database.open",
      `The file ${file} is damaged: ${damage.slice(0, 200)}.`,
      "Stop the site, keep a copy of the file, and bring back the last backup: npm run submissions -- restore FILE",
    );
  return indexTrouble === undefined
    ? ok("database.open", `SQLite: ${file} is sound.`)
    : wrong(
        "database.sound",
        `The tables in ${file} are sound, but indexes do not fit them (${indexTrouble}): lists may pass over submissions.`,
        "Have them made anew, which a backup does first: npm run submissions -- backup FILE",
      );
}

function troublesOf(place: URL): { damage?: string; indexTrouble?: string | undefined } {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(place, { readOnly: true, timeout: lockTimeout });
    const [row] = database.prepare("PRAGMA quick_check(1)").all();
    const words = String(row?.quick_check);
    return words === "ok"
      ? { indexTrouble: findIndexTrouble(database) }
      : { damage: words.replaceAll(/\s+/g, " ") };
  } catch (error) {
    return { damage: (error as { errstr?: string }).errstr ?? String(error) };
  } finally {
    database?.close();
  }
}

/** Kinds of file systems (statfs) whose locks SQLite cannot rely on; https://sqlite.org/wal.html */
const networkFileSystems: Record<number, string> = {
  26985: "NFS",
  20859: "SMB",
  4283649346: "CIFS",
  4266872130: "SMB2",
};

export function ofFileSystem(type: number, file: string): Finding | undefined {
  const name = networkFileSystems[type];
  if (!name) return undefined;
  return wrong(
    "database.disk",
    `${file} lies on a network file system (${name}), where SQLite's log and locks do not work.`,
    "Move it to a disk of this machine, or use PostgreSQL.",
  );
}

/** What the site has kept of a file that was removed, replaced or overwritten under it. */
function lostLogs(file: string): Finding[] {
  const names = globSync(`${basename(file)}-wal.of-lost-database-*`, { cwd: dirname(file) });
  if (names.length === 0) return [];
  return [
    wrong(
      "database.foreign",
      `Something else than the site has replaced or overwritten ${file}: what the lost one had written last, perhaps forms, is in ${names.join(", ")}.`,
      "Find out what writes there, and read the log as docs/operations.md, 'Data', says; then remove it.",
    ),
  ];
}
