import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "no-java-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Where nothing is installed but a program of this name, which does that and says how it was called. */
function runBeside(program: string, does: string, script: string) {
  const place = join(folder, program);
  writeFileSync(place, `#!/bin/sh\n${does}\necho "${program} $*"\n`);
  chmodSync(place, 0o755);
  return spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    env: { PATH: folder },
    encoding: "utf8",
  });
}

it("says what it installs before it does, and what to do when that fails", () => {
  const script = 'import { ensureJava } from "./tooling/test/ensure-tools.ts"; ensureJava();';
  const { status, stdout, stderr } = runBeside("apt-get", "", script);
  expect(stdout.trim().split("\n")).toEqual([
    expect.stringMatching(/^default-jre-headless is missing: installing/),
    "apt-get update",
    "apt-get install -y --no-install-recommends default-jre-headless",
  ]);
  expect(stderr.trim()).toBe("The tests need Java 11 or later. Install one.");
  expect(status).toBe(1);
});

it("installs packages of one command once, and again when their lock file has changed", () => {
  const packages = join(folder, "packages");
  mkdirSync(join(packages, "node_modules"), { recursive: true });
  const lock = join(packages, "package-lock.json");
  writeFileSync(lock, "{}");
  utimesSync(lock, 1, 1);
  const script = `import { ensurePackages } from "./tooling/test/ensure-tools.ts"; ensurePackages(${JSON.stringify(relative(".", packages))});`;
  const install = () =>
    runBeside("npm", "echo > node_modules/.package-lock.json", script).stdout.trim().split("\n");
  const installs = [
    expect.stringMatching(/^The packages of .*packages are missing or old: /),
    "npm ci --include=dev",
  ];
  expect(install()).toEqual(installs);
  expect(install()).toEqual([""]);
  utimesSync(lock, new Date(), Date.now() / 1_000 + 60);
  expect(install()).toEqual(installs);
});

it("says which packages could not be installed", () => {
  const script =
    'import { ensurePackages } from "./tooling/test/ensure-tools.ts"; ensurePackages("no/such/folder");';
  const { status, stderr } = runBeside("npm", "exit 1", script);
  expect(stderr.trim()).toBe("The packages of no/such/folder could not be installed.");
  expect(status).toBe(1);
});
