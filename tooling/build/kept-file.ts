import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../root.ts";

/**
 * What an earlier build has made and kept, else what `make` gives.
 *
 * @param name in `.cache`; another one when what is made from has changed
 */
export async function keptFile(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const file = join(root, ".cache", name);
  if (existsSync(file)) return readFileSync(file);
  const data = await make();
  mkdirSync(dirname(file), { recursive: true });
  // Renamed when complete, so that an interrupted build leaves no part of a file.
  writeFileSync(`${file}.new`, data);
  renameSync(`${file}.new`, file);
  return data;
}
