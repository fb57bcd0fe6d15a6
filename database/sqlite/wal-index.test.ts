import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { WalIndex } from "./wal-index.server.ts";

// https://sqlite.org/walformat.html#walidxfmt: twelve words, the same again, and what checkpoints note.
const index = (change: (words: Uint32Array, bytes: Uint8Array) => void = () => {}) => {
  const bytes = new Uint8Array(136);
  const words = new Uint32Array(bytes.buffer);
  for (const header of [0, 12]) {
    bytes[header * 4 + 12] = 1;
    new Uint16Array(bytes.buffer)[header * 2 + 7] = 4096;
    words.set([5, 0, 0xa, 0xb], header + 4);
    bytes.set([1, 2, 3, 4, 5, 6, 7, 8], header * 4 + 32);
  }
  words[24] = 3;
  words[32] = 4;
  change(words, bytes);
  return bytes;
};

function stateIn(bytes: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), "index-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "site.db-shm"), bytes);
  const opened = new WalIndex(join(folder, "site.db-shm"));
  onTestFinished(() => opened.close());
  return opened.read();
}

it("tells of the log what both headers say", () => {
  const salts = "0102030405060708";
  const end = `${salts}0000000a0000000b`;
  expect(stateIn(index())).toEqual({ salts, frames: 5, pageSize: 4096, end, copied: 3, begun: 4 });
});

it.each<[string, Uint8Array]>([
  ["whose first header is newer", index((words) => words.fill(6, 4, 5))],
  ["whose last words differ", index((words) => words.fill(6, 23, 24))],
  ["that is not finished", index((_words, bytes) => bytes.fill(0, 12, 13).fill(0, 60, 61))],
  ["that is cut", index().subarray(0, 135)],
])("tells nothing of an index %s", (_name, bytes) => {
  expect(stateIn(bytes)).toBeUndefined();
});
