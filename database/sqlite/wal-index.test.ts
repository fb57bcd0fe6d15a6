import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type LogState, WalFile, WalIndex } from "./wal-index.server.ts";

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

it("tells the largest size of a page, which has no room in its number", () => {
  const large = index((_words, bytes) => {
    for (const header of [0, 48]) new Uint16Array(bytes.buffer)[header / 2 + 7] = 1;
  });
  expect(stateIn(large)).toMatchObject({ pageSize: 65_536 });
});

describe("a log", () => {
  const [salts, sum] = ["0102030405060708", "0000000a0000000b"];
  const state: LogState = { salts, frames: 2, pageSize: 4096, end: salts + sum, copied: 2, begun: 2 };
  /** https://sqlite.org/walformat.html: its salts stand in its header, and in that of each frame, where the checksum follows. */
  const log = ({ header = salts, frame = salts + sum, frames = 2 } = {}) => {
    const bytes = Buffer.alloc(32 + frames * (24 + 4096));
    bytes.write(header, 16, "hex");
    if (frames > 0) bytes.write(frame, 32 + (frames - 1) * (24 + 4096) + 8, "hex");
    return bytes;
  };
  const opened = (bytes: Uint8Array) => {
    const folder = mkdtempSync(join(tmpdir(), "log-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "site.db-wal"), bytes);
    const file = new WalFile(join(folder, "site.db-wal"));
    onTestFinished(() => file.close());
    return file;
  };
  const other = "0000000000000000";

  it.each<[string, Buffer, Partial<LogState>, boolean]>([
    ["whose beginning and end are those", log(), {}, true],
    ["that goes on", Buffer.concat([log(), Buffer.alloc(9)]), {}, true],
    ["that is of another time", log({ header: other }), {}, false],
    ["whose end is of another time", log({ frame: other + sum }), {}, false],
    ["whose end is another one", log({ frame: salts + other }), {}, false],
    ["that is shorter", log({ frames: 1 }), {}, false],
    ["that is cut", log().subarray(0, 32 + 4120 + 23), {}, false],
    ["of which nothing is committed", log({ header: other }), { frames: 0 }, true],
  ])("%s belongs to its index or not", (_name, bytes, about, isOf) => {
    expect(opened(bytes).isOf({ ...state, ...about })).toBe(isOf);
  });

  it.each<[string, Buffer, Partial<LogState>, boolean]>([
    ["with as many frames", log(), {}, true],
    ["with fewer", log({ frames: 1 }), {}, false],
    ["with frames of another time", log({ frame: other + sum }), {}, false],
    ["of another time", log({ header: other }), {}, false],
    ["of which nothing was copied", log({ frames: 0 }), { copied: 0 }, true],
    ["of another time, of which nothing was copied", log({ header: other, frames: 0 }), { copied: 0 }, false],
  ])("%s holds all that was copied or not", (_name, bytes, about, holds) => {
    expect(opened(bytes).hasMoreThanCopied({ ...state, ...about })).toBe(holds);
  });
});
