import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { makePrivate, writePrivateFile } from "./private-files.server.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "private-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

it("writes for the own account alone, also where somebody else has an unfinished file there", async () => {
  const file = join(folder, "calendar.json");
  writeFileSync(`${file}.new`, "half of one, and longer than the whole");
  for (const path of [`${file}.new`, folder]) chmodSync(path, 0o777);
  await writePrivateFile(file, "whole");
  expect(readFileSync(file, "utf8")).toBe("whole");
  expect(modeOf(file)).toBe("600");
  expect(readdirSync(folder)).toEqual(["calendar.json", "calendar.json.new"]);
});

it("lets several write the same file at once, and leaves nothing unfinished", async () => {
  const file = join(folder, "last-backup.json");
  const texts = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(10_000));
  await Promise.all(texts.map((text) => writePrivateFile(file, text)));
  expect(texts).toContain(readFileSync(file, "utf8"));
  await expect(writePrivateFile(folder, "a folder is in its place")).rejects.toThrow();
  expect(readdirSync(join(folder, ".."))).not.toContainEqual(expect.stringContaining(`${basename(folder)}.`));
  expect(readdirSync(folder)).toEqual(["last-backup.json"]);
});

it("takes a folder from other accounts, and tells of it once", () => {
  chmodSync(folder, 0o755);
  expect([makePrivate(folder), makePrivate(folder)]).toEqual([true, false]);
  expect(modeOf(folder)).toBe("700");
});

it("leaves a place alone that all share, and one that is not there", () => {
  chmodSync(folder, 0o1777);
  expect(makePrivate(folder)).toBe(false);
  expect(modeOf(folder)).toBe("1777");
  expect(makePrivate(join(folder, "none"))).toBe(false);
});

it.each<[what: string, gone: () => void, outcome: boolean | RegExp]>([
  ["that another process removes meanwhile alone", () => rmSync(folder, { recursive: true }), false],
  [
    "in no other trouble",
    () => {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, "in the way");
    },
    /ENOTDIR/,
  ],
])("leaves a file %s", (_what, gone, outcome) => {
  const file = join(folder, "site.db-shm");
  writeFileSync(file, "", { mode: 0o644 });
  const own = process.getuid?.() ?? 0;
  // Asked between the look at the file and the change.
  const asked = vi.spyOn(process, "getuid").mockImplementation(() => {
    gone();
    return own;
  });
  onTestFinished(() => asked.mockRestore());
  if (outcome === false) expect(makePrivate(file)).toBe(false);
  else expect(() => makePrivate(file)).toThrow(outcome as RegExp);
});

it("has the file on the disk before it has its name, and then the name", async () => {
  const handle = await open(folder, "r");
  const names: string[] = [];
  const sync = vi.spyOn(Object.getPrototypeOf(handle), "sync").mockImplementation(async function (
    this: FileHandle,
  ) {
    names.push(basename(readlinkSync(`/proc/self/fd/${this.fd}`)));
  });
  await writePrivateFile(join(folder, "1.eml"), "whole");
  sync.mockRestore();
  await handle.close();
  expect(names).toEqual([expect.stringMatching(/^1\.eml\..*\.new$/), basename(folder)]);
});
