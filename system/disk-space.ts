import { statfs } from "node:fs/promises";

/** Bytes of the disk that a folder is on: those that this account may still take, and all. */
export async function diskSpace(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** How many files there is still room for, however small (inodes); undefined where the disk makes room for them as it goes. */
export async function freeFiles(folder: string): Promise<number | undefined> {
  const { files, ffree } = await statfs(folder);
  return files > 0 ? ffree : undefined;
}
