import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import { compressFile } from "./compress-file.ts";

const folder = mkdtempSync(join(tmpdir(), "compressed-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "page.html");
const text = Array.from({ length: 400 }, (_, line) => `<p>Line ${line} of ${(line * 7919) % 401}</p>`).join(
  "\n",
);
writeFileSync(file, text);

/** Bytes of the brotli form. */
async function compressed(smallEnough?: number): Promise<number> {
  await compressFile(file, smallEnough);
  expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe(text);
  expect(gunzipSync(readFileSync(`${file}.gz`)).toString()).toBe(text);
  return readFileSync(`${file}.br`).length;
}

it("makes what is not small enough as small as can be", async () => {
  const smallest = await compressed();
  const quick = await compressed(text.length);
  expect(quick).toBeGreaterThan(smallest);
  expect(await compressed(quick)).toBe(quick);
  expect(await compressed(quick - 1)).toBe(smallest);
});
