import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "no-java-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("says what it installs before it does, and what to do when that fails", () => {
  const aptGet = join(folder, "apt-get");
  writeFileSync(aptGet, '#!/bin/sh\necho "apt-get $*"\n');
  chmodSync(aptGet, 0o755);
  const script = 'import { ensureJava } from "./tooling/test/ensure-tools.ts"; ensureJava();';
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    env: { PATH: folder },
    encoding: "utf8",
  });
  expect(stdout.trim().split("\n")).toEqual([
    expect.stringMatching(/^default-jre-headless is missing: installing/),
    "apt-get update",
    "apt-get install -y --no-install-recommends default-jre-headless",
  ]);
  expect(stderr.trim()).toBe("The tests need Java 11 or later. Install one.");
  expect(status).toBe(1);
});
