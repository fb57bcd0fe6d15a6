import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { asTypedHere } from "#system/own-commands.ts";
import { typedArguments } from "#system/typed-arguments.ts";
import { root } from "../root.ts";
import { ensurePackages } from "./ensure-tools.ts";

/** The folders whose tests have to notice nearly every change. */
const folders = ["calendar/read", "calendar/feed", "submissions", "database", "server", "staff"];

const help = `${asTypedHere("npm run test:mutation --")} [FOLDER|FILE…] [--tests FILE,…] [--fresh]

Changes code bit by bit and sees whether a test fails; docs/mutation.md has what was found. Tries folders or files of
${folders.join(", ")}; without one all, which takes hours.
Exits with 1 when less than 85 % of the changes are noticed.

  --tests FILE,…  only by these tests, which may lie anywhere; without it by all of the room
  --fresh         forgets the results of the last run, which are taken for what has not changed`;

/** `npm run test:mutation`: docs/decisions/0031-mutation-and-duplicates.md */
const { targets, tests, isFresh } = readArguments();
const cache = join(root, ".cache/mutation");
if (isFresh) rmSync(cache, { recursive: true, force: true });
// Read by vitest.config.ts, in processes of Stryker's.
if (tests) process.env.MUTATION_TESTS = tests;
ensurePackages("tests/mutation");
const stryker = join(root, "tests/mutation/node_modules/@stryker-mutator");
mkdirSync(cache, { recursive: true });
for (const folder of folders) {
  const files = targets.filter((target) => target === folder || target.startsWith(`${folder}/`));
  if (files.length === 0) continue;
  const room = folder.split("/")[0];
  console.log(`\n${files.join(", ")}, by ${tests ?? `the tests of ${room}`}:`);
  const settings = {
    mutate: [
      ...files.map((file) => (file.includes(".") ? file : `${file}/**/*.{ts,tsx}`)),
      ...["!**/*.test.{ts,tsx}", "!**/*.d.ts"],
    ],
    plugins: [join(stryker, "vitest-runner/dist/src/index.js")],
    testRunner: "vitest",
    // Not by `testFiles`: with these, Stryker 10 changes a constant only after the module was loaded, and no test can see it.
    // Threads cannot change the account they run as, which some tests do.
    vitest: { dir: tests ? "." : room, pool: "forks" },
    // Stryker reads it with the compiler's interface, which TypeScript 7 has not.
    tsconfigFile: "none",
    ignorePatterns: [".cache", "data"],
    coverageAnalysis: "perTest",
    concurrency: 2,
    incremental: true,
    incrementalFile: join(cache, `${folder.replace("/", "-")}.json`),
    tempDirName: join(cache, "work"),
    thresholds: { high: 95, low: 85, break: 85 },
    reporters: ["clear-text", "progress-append-only"],
    clearTextReporter: { allowColor: false, reportTests: false },
    allowConsoleColors: false,
  };
  const file = join(cache, "settings.json");
  writeFileSync(file, JSON.stringify(settings));
  const { status } = spawnSync(process.execPath, [join(stryker, "core/bin/stryker.js"), "run", file], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}

function readArguments() {
  process.chdir(root);
  try {
    const { values, positionals } = parseArgs({
      args: typedArguments(),
      allowPositionals: true,
      options: {
        tests: { type: "string" },
        fresh: { type: "boolean", default: false },
        help: { type: "boolean", default: false, short: "h" },
      },
    });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    const targets = positionals.map((target) => target.replace(/\/$/, ""));
    for (const target of targets)
      if (!existsSync(target) || !folders.some((name) => `${target}/`.startsWith(`${name}/`)))
        throw new Error(`${target}: no file or folder of ${folders.join(", ")}.`);
    const missing = values.tests?.split(",").find((file) => !existsSync(file));
    if (missing !== undefined) throw new Error(`--tests ${missing}: there is no such file.`);
    return { targets: targets.length > 0 ? targets : folders, tests: values.tests, isFresh: values.fresh };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`);
    process.exit(2);
  }
}
