import { statfs } from "node:fs/promises";

/**
 * What the disk of a folder has, in bytes.
 *
 * @returns `free`: for this account; `total`: of the whole disk
 * @throws when there is no such folder
 */
export async function freeBytes(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
