import { closeSync, openSync, readSync } from "node:fs";
import type { DatabaseKind } from "#database/migrations/column-types.ts";
import { needsFile } from "../files.ts";
import { CommandError } from "../terminal.ts";

/** How backups begin; https://sqlite.org/fileformat2.html, and `pg_dump --format=custom`. */
const beginnings: Record<DatabaseKind, string> = { sqlite: "SQLite format 3\0", postgres: "PGDMP" };
const names: Record<DatabaseKind, string> = { sqlite: "SQLite", postgres: "PostgreSQL" };

/**
 * @throws CommandError where the file is no backup of a database of this kind
 * @throws when this account has no right to it
 */
export function needsBackup(file: string, kind: DatabaseKind): void {
  needsFile(file);
  const descriptor = openSync(file, "r");
  const bytes = Buffer.alloc(16);
  try {
    readSync(descriptor, bytes);
  } finally {
    closeSync(descriptor);
  }
  const begins = (as: DatabaseKind) => bytes.toString("latin1").startsWith(beginnings[as]);
  if (begins(kind)) return;
  const other = kind === "sqlite" ? "postgres" : "sqlite";
  throw new CommandError(
    begins(other)
      ? `${file} is a backup of ${names[other]}, and this database is ${names[kind]}. Is DATABASE_URL that of the site?`
      : `${file} is no backup of this site: it begins in another way.`,
  );
}
