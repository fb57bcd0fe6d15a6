import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/**
 * A page of so many bytes arrives with its headers in what a server sends before it waits for the visitor. Half of brotli's work
 * would make it smaller by a fiftieth, and no sooner there.
 */
export const arrivesAtOnce = 12_000;

/**
 * Writes the brotli and gzip forms of a file beside it, as small as they can be.
 *
 * @param smallEnough in bytes; for a brotli form that is no larger less work is done
 */
export async function compressFile(file: string, smallEnough = 0): Promise<void> {
  const content = await readFile(file);
  const withEffort = (effort: number) => {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: effort,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    return brotli(content, { params });
  };
  const [quick, gz] = await Promise.all([smallEnough > 0 && withEffort(10), zip(content, { level: 9 })]);
  const br = quick && quick.length <= smallEnough ? quick : await withEffort(11);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
