// What is read of files that may be anything

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { isConfirmed } from "./confirmation.ts";
import { beginningOf, isThere, needsFile } from "./files.ts";
import { needed, neededPath } from "./on-database.ts";

it("a file is there and begins, a folder is there, and what is missing or leads nowhere is neither", () => {
  const folder = mkdtempSync(join(tmpdir(), "files-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (name: string) => join(folder, name);
  writeFileSync(at("file"), "Zoë\n");
  writeFileSync(at("long"), `${"x".repeat(16_384)}y`);
  mkdirSync(at("folder"));
  symlinkSync(at("none"), at("link"));
  expect(["file", "folder", "link", "none"].map((name) => isThere(at(name)))).toEqual([
    ...[true, true, false, false],
  ]);
  // A letter for each byte.
  expect(beginningOf(at("file"))).toBe("Zo\u00c3\u00ab\n");
  expect(beginningOf(at("long"))).toBe("x".repeat(16_384));
  expect(["folder", "link", "none"].map((name) => beginningOf(at(name)))).toEqual(["", "", ""]);
  expect(() => needsFile(at("file"))).not.toThrow();
  expect(() => needsFile(at("folder"))).toThrow(`${at("folder")} is no file.`);
  for (const name of ["link", "none"])
    expect(() => needsFile(at(name))).toThrow(`${at(name)} does not exist.`);
});

const write = async () => {};

it("a path counts from where the command was given, and an empty word is none", () => {
  expect(neededPath(" a/b ", "FILE", { write, folder: "/from" })).toBe("/from/a/b");
  expect(neededPath("/a", "FILE", { write, folder: "/from" })).toBe("/a");
  expect(neededPath("a", "FILE", { write })).toBe(join(process.cwd(), "a"));
  expect(needed(" a b ", "ID")).toBe("a b");
  for (const word of [undefined, "", " \t"])
    expect(() => needed(word, "ID")).toThrow(
      expect.objectContaining({ message: "ID is missing.", exitCode: 2 }),
    );
});

it("nothing is changed unless somebody agrees: by --yes, or at the terminal", async () => {
  const asked: string[] = [];
  const answering = (answer: boolean) => ({
    write,
    confirm: async (question: string) => {
      asked.push(question);
      return answer;
    },
  });
  expect(await isConfirmed("Go on?", { "dry-run": true, yes: true }, answering(true))).toBe(false);
  expect(await isConfirmed("Go on?", { yes: true }, { write })).toBe(true);
  expect(asked).toEqual([]);
  expect(await isConfirmed("Go on?", {}, answering(true))).toBe(true);
  const refusal = { message: "Nothing was changed.", exitCode: 1 };
  await expect(isConfirmed("Go on?", {}, answering(false))).rejects.toMatchObject(refusal);
  expect(asked).toEqual(["Go on?", "Go on?"]);
  const unasked = { message: "Nothing was changed: nobody can be asked here. Add --yes.", exitCode: 2 };
  await expect(isConfirmed("Go on?", {}, { write })).rejects.toMatchObject(unasked);
});
