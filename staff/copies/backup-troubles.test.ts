// docs/operations.md, 'Backups': what the operator is told to do about them

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { backupTroubles, readLastBackup } from "./backup-troubles.ts";

const now = new Date("2026-11-23T10:00:00.000Z");
const ago = (days: number, more = 0) => new Date(now.getTime() - days * 86_400_000 - more).toISOString();

it.each<[object, (string | RegExp)[]]>([
  [{}, []],
  [{ at: ago(2) }, []],
  [{ at: ago(2, 1) }, [/^the last backup is 2 days old: .*\/site\.db$/]],
  [{ at: ago(3, -1) }, [/^the last backup is 2 days old: /]],
  [{ drilledAt: ago(15) }, []],
  [{ drilledAt: ago(15, 1) }, ["the last restore drill was 15 days ago: npm run submissions -- drill"]],
  [{ drilledAt: undefined }, ["no backup was restored for trial with success: npm run submissions -- drill"]],
  [{ bytes: undefined }, []],
  [{ bytes: 6 }, [/^the last backup is damaged: .*\/site\.db has 5 bytes, and had 6$/]],
  [{ file: "gone" }, [/^the last backup is gone: .*\/gone$/]],
  [{ file: "x".repeat(300) }, [/^the last backup cannot be looked at \(.*x: the name is too long\)$/]],
  [{ at: ago(9), bytes: 1, drilledAt: ago(40) }, [/9 days old/, /damaged/, /40 days ago/]],
])("of a note that differs by %j: %j", (note, expected) => {
  const folder = mkdtempSync(join(tmpdir(), "note-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "site.db"), "12345");
  const whole = { file: "site.db", bytes: 5, at: ago(1), drilledAt: ago(1), contents: {}, ...note };
  writeFileSync(
    join(folder, "last-backup.json"),
    JSON.stringify({ ...whole, file: join(folder, whole.file) }),
  );
  expect(backupTroubles(folder, now)).toEqual(
    expected.map((words) => (typeof words === "string" ? words : expect.stringMatching(words))),
  );
});

it("tells a note that is missing, damaged, or no file", () => {
  const folder = mkdtempSync(join(tmpdir(), "note-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const note = join(folder, "last-backup.json");
  expect(readLastBackup(folder)).toBeUndefined();
  expect(backupTroubles(folder, now)).toEqual([
    expect.stringMatching(/^no backup has been made: docs\/operations\.md/),
  ]);
  writeFileSync(note, "{");
  expect(() => readLastBackup(folder)).toThrow(`${note} is damaged; the next backup writes it anew.`);
  expect(backupTroubles(folder, now)).toEqual([
    `the note of the last backup cannot be read (${note} is damaged; the next backup writes it anew)`,
  ]);
  rmSync(note);
  mkdirSync(note);
  expect(backupTroubles(folder, now)).toEqual([
    expect.stringMatching(/cannot be read \(.*this is a folder\)$/),
  ]);
});
