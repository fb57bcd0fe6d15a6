import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { root } from "../root.ts";

/** The folders whose tests have to notice nearly every change. */
const folders = ["calendar/read", "calendar/feed", "submissions", "database", "server", "staff"];

/**
 * `npm run test:mutation`: changes each line of a folder in turn and sees whether a test of its room fails. Arguments are
 * folders or files, else all; `--fresh` forgets the results of the last run, which are taken for what has not changed.
 */
const targets = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
const cache = join(root, ".cache/mutation");
if (process.argv.includes("--fresh")) rmSync(cache, { recursive: true, force: true });
process.chdir(root);
for (const target of targets.length > 0 ? targets : folders) {
  const folder = folders.find((name) => target === name || target.startsWith(`${name}/`));
  if (!folder || !existsSync(target)) {
    console.error(`${target}: no file or folder of ${folders.join(", ")}.`);
    process.exit(1);
  }
  const name = folder.replace("/", "-");
  const room = folder.split("/")[0];
  console.log(`\n${target}, by the tests of ${room}:`);
  const stryker = new Stryker({
    mutate: [target === folder ? `${folder}/**/*.{ts,tsx}` : target, "!**/*.test.{ts,tsx}", "!**/*.d.ts"],
    testRunner: "vitest",
    // Not by `testFiles`: with these, Stryker 10 changes a constant only after the module was loaded, and no test can see it.
    // Threads cannot change the account they run as, which some tests do.
    vitest: { dir: room, pool: "forks" },
    // Stryker reads it with the compiler's interface, which TypeScript 7 has not.
    tsconfigFile: "none",
    ignorePatterns: [".cache", "data"],
    coverageAnalysis: "perTest",
    concurrency: 2,
    incremental: true,
    incrementalFile: join(cache, `${name}.json`),
    tempDirName: join(cache, "work"),
    thresholds: { high: 95, low: 85, break: 85 },
    reporters: ["clear-text", "progress-append-only"],
    clearTextReporter: { allowColor: false, reportTests: false },
    allowConsoleColors: false,
  });
  await stryker.runMutationTest();
}
