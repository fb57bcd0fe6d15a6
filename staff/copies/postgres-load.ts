import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { CommandError } from "../terminal.ts";
import { countRows } from "./dump-rows.ts";
import { startTool } from "./postgres-tools.ts";

/** Lines of `pg_restore --list` for what may need functions, tables or accounts that are not the site's. */
const foreignEntry = /^\d+; \d+ \d+ (COMMENT|FK CONSTRAINT|INDEX|POLICY|PUBLICATION TABLE|RULE|TRIGGER) /;

/**
 * Loads a dump in one transaction, and looks at what it has brought before it ends.
 *
 * @param place where, and a private folder
 * @param statements what is done `before` and `after` in the same transaction; `stop` breaks it off
 * @returns what the server said of what could not be made there, and is left out: it belongs to others
 * @throws CommandError with nothing changed
 */
export async function load(
  file: string,
  { environment, folder }: { environment: Record<string, string>; folder: string },
  { before, after, stop }: Record<"before" | "after", string[]> & { stop?: AbortSignal | undefined },
): Promise<string[]> {
  const [own, foreign] = await entriesOf(file);
  const counts = new Map<string, number>();
  const target = startTool(
    "psql",
    [
      ...["--no-psqlrc", "--no-password", "--quiet", "--output=/dev/null", "--file=-"],
      ...["--set=ON_ERROR_STOP=1", "--set=VERBOSITY=terse"],
    ],
    environment,
  );
  target.output.resume();
  const write = (...lines: string[]) => target.input.write(`${lines.join("\n")}\n`);
  const bring = async (entries: string[]) => {
    const list = join(folder, "entries");
    writeFileSync(list, entries.join("\n"), { mode: 0o600 });
    const args = ["--no-owner", "--no-privileges", `--use-list=${list}`, "--file=-", file];
    const source = startTool("pg_restore", args);
    source.input.end();
    stop?.addEventListener("abort", source.stop);
    try {
      await pipeline(countRows(source.output, counts), target.input, { end: false });
      await source.ended;
    } catch (error) {
      source.stop();
      // Without its 'commit' the transaction is undone. Where psql has failed, that is the reason.
      if (error instanceof CommandError) target.stop();
      else await target.ended;
      throw error;
    }
  };
  write("begin;", "set local lock_timeout = '10s';", ...before);
  await bring(own);
  // A statement that fails is undone alone.
  write("\\unset ON_ERROR_STOP", "\\set ON_ERROR_ROLLBACK on");
  await bring(foreign);
  write("\\set ON_ERROR_STOP 1", "\\unset ON_ERROR_ROLLBACK");
  const checks = [...counts].map(
    ([table, rows]) =>
      `if (select count(*) from ${table}) <> ${rows} then raise exception '${table} lacks rows of the backup'; end if;`,
  );
  // The script has emptied it; from here on tables are looked for where the site will.
  write("reset search_path;", "do $check$ begin", ...checks, "end $check$;", ...after, "commit;");
  target.input.end();
  await target.ended;
  return target.errors();
}

/** A dump's entries: those of the site's tables, and those that may need what is elsewhere. */
async function entriesOf(file: string): Promise<[own: string[], foreign: string[]]> {
  const lister = startTool("pg_restore", ["--list", file]);
  lister.input.end();
  const [list] = await Promise.all([text(lister.output), lister.ended]);
  const lines = list.split("\n");
  const isForeign = (line: string) => foreignEntry.test(line);
  return [lines.filter((line) => !isForeign(line)), lines.filter(isForeign)];
}
