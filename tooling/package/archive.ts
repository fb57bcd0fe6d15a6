import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { create } from "tar";

/**
 * A compressed archive that does not depend on who makes it and where.
 *
 * @param folder what it holds
 * @param name of the folder that it makes where it is extracted
 */
export async function archive(
  folder: string,
  { file, name, time }: { file: string; name: string; time: Date },
): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  await create(
    { cwd: folder, file, prefix: name, gzip: { level: 9 }, portable: true, mtime: time, noDirRecurse: true },
    files,
  );
}
