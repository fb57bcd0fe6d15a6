import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../root.ts";

/**
 * What an earlier build has made and kept, else what `make` gives.
 *
 * @param name in `.cache`; another one when what is made from has changed
 */
export async function keptFile(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  return readFileSync(await keepFile(name, make));
}

/** @returns the file itself */
export async function keepFile(name: string, make: () => Promise<Buffer>): Promise<string> {
  const file = join(root, ".cache", name);
  if (existsSync(file)) return file;
  const data = await make();
  mkdirSync(dirname(file), { recursive: true });
  // Renamed when complete, so that an interrupted build leaves no part of a file.
  writeFileSync(`${file}.new`, data);
  renameSync(`${file}.new`, file);
  return file;
}
