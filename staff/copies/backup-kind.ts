import type { DatabaseKind } from "#database/migrations/column-types.ts";
import { beginningOf, needsFile, sqliteBeginning } from "../files.ts";
import { CommandError } from "../terminal.ts";

/** How backups begin; of PostgreSQL those of `pg_dump --format=custom`. */
const beginnings: Record<DatabaseKind, string> = { sqlite: sqliteBeginning, postgres: "PGDMP" };
const names: Record<DatabaseKind, string> = { sqlite: "SQLite", postgres: "PostgreSQL" };

/**
 * @throws CommandError where the file is no backup of a database of this kind
 * @throws when this account has no right to it
 */
export function needsBackup(file: string, kind: DatabaseKind): void {
  needsFile(file);
  const beginning = beginningOf(file);
  const begins = (as: DatabaseKind) => beginning.startsWith(beginnings[as]);
  if (begins(kind)) return;
  const other = kind === "sqlite" ? "postgres" : "sqlite";
  throw new CommandError(
    begins(other)
      ? `${file} is a backup of ${names[other]}, and this database is ${names[kind]}. Is DATABASE_URL that of the site?`
      : `${file} is no backup of this site: it begins in another way.`,
  );
}
