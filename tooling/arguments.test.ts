// docs/specification.md, 'npm commands', 'Calendar check'

import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "arguments-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(script: string, ...args: string[]) {
  const env = { ...process.env, DATA_DIR: folder, PORT: "0" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [`tooling/${script}.ts`, ...args], {
    env,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const commands = [
  ["start", "npm start"],
  ["dev", "npm run dev"],
  ["privacy-check", "npm run privacy-check"],
  ["launch-check", "npm run launch-check"],
  ["content-check", "npm run content:check"],
  ["calendar", "npm run calendar -- check"],
  ["package", "npm run package"],
  ["export", "npm run export"],
  ["doctor", "npm run doctor"],
  ["../tests/simulation/simulation", "npm run test:simulation"],
  ["test/test-mutation", "npm run test:mutation"],
] as const;

it.each(commands)("%s says what it takes, and does nothing, when it is asked for help", (script, command) => {
  for (const args of [
    ["--help"],
    ["--", "-h"],
    ...(script === "calendar" ? [[], ["help"], ["check", "-h"]] : []),
  ]) {
    const { status, stdout, stderr } = run(script, ...args);
    expect([status, stderr], args.join(" ")).toEqual([0, ""]);
    expect(stdout).toContain(command);
  }
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  ["start", ["--port", "3001"], 'but found "--port"'],
  ["dev", ["x"], 'but found "x"'],
  ["privacy-check", ["--yes"], 'but found "--yes"'],
  ["launch-check", ["--jsn"], 'takes --json, --send-test alone, but found "--jsn"'],
  ["launch-check", ["--json", "--json"], "but found --json twice"],
  ["content-check", [""], 'but found "". It reads all of content/.'],
  ["../tests/simulation/simulation", ["--seeds", "many"], "--seeds many: that is no number."],
  ["../tests/scale/scale", ["--row", "5"], "Unknown option '--row'"],
  ["../tests/chaos/chaos", ["--kills", "3", "--kills", "9"], "--kills is there twice."],
  ["test/test-mutation", ["--test", "a.ts"], "Unknown option '--test'"],
  ["test/test-mutation", ["calendar/write"], "calendar/write: no file or folder of calendar/read"],
  ["test/test-mutation", ["--tests", "a.test.ts"], "--tests a.test.ts: there is no such file."],
  ["calendar", ["chek"], "There is no command 'chek'. Is 'check' meant?"],
  ["calendar", ["feed.ics"], "There is no command 'feed.ics'.\n"],
  ["calendar", ["check", "--days", "3", "--days", "9"], "--days is there twice"],
  ["calendar", ["check", "--dys", "3"], "'check' has no --dys. Is --days meant?"],
  ["calendar", ["check", "-j"], "'check' has no -j. Is --json meant?"],
  ["calendar", ["check", "--frobnicate"], "It has --json, --all, --help, --now, --days."],
  ["calendar", ["check", "--now"], "--now <value>"],
  ["package", ["--too", "x"], "Unknown option '--too'. Is --to meant?"],
  ["doctor", ["--jsn"], "Unknown option '--jsn'. Is --json meant?"],
  ["doctor", ["--frobnicate"], "Unknown option '--frobnicate'.\n"],
  ["package", ["--to", "x", "--to", "y"], "--to is there twice"],
  ["export", ["x"], "'x'"],
] as const)("%s %j is refused with 2, and nothing is done", (script, args, words) => {
  const { status, stdout, stderr } = run(script, ...args);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(words);
  expect(readdirSync(folder)).toEqual([]);
});

it.each(["package", "export"])("%s says that it can write into no file", (script) => {
  const { status, stdout, stderr } = run(script, "--to", "/etc/passwd");
  expect([status, stdout, stderr]).toEqual([1, "", "/etc/passwd: what should be a folder is a file.\n"]);
});

it.each([
  ["submissions", "list", "--search", "ada"],
  ["submissions", "erase", "a@b.example", "--dry-run"],
  ["launch-check", "--send-test"],
  ["calendar", "check", "--all"],
])("%s %s does nothing while npm has kept an option that stood before no --", (script, ...args) => {
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", script, ...args], {
    env: { ...process.env, DATA_DIR: folder },
    encoding: "utf8",
  });
  const option = args.find((one) => one.startsWith("--"));
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(`npm has kept ${option} to itself. Write -- behind 'npm run ${script}', and`);
});

it("calendar says that it has no right to a file, and not that there is none", ({ skip }) => {
  if (process.geteuid?.() !== 0) skip("only root can become another account");
  const file = join(folder, "inside/feed.ics");
  mkdirSync(dirname(file), { mode: 0o700 });
  const { status, stderr } = spawnSync(process.execPath, ["tooling/calendar.ts", "check", file], {
    uid: 65_534,
    encoding: "utf8",
  });
  rmSync(dirname(file), { recursive: true });
  expect([status, stderr]).toEqual([1, `${file}: this account has no right to it.\n`]);
});

it
  .skipIf(!existsSync("/dev/full"))
  .each([
    ["doctor", "--only", "machine"],
    ["launch-check"],
    ["calendar", "check", "content/events/sample-calendar.ics"],
    ["content-check"],
    ["package", "--help"],
  ])("%s says in one line that its output cannot be written", (script, ...args) => {
  const full = openSync("/dev/full", "w");
  const { status, stderr } = spawnSync(process.execPath, [`tooling/${script}.ts`, ...args], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ["ignore", full, "pipe"],
    encoding: "utf8",
  });
  closeSync(full);
  expect([status, stderr]).toEqual([1, "The output cannot be written: there is no room left on the disk.\n"]);
});
