import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { contentPlugin } from "./tooling/build/content-plugin.ts";
import { LongFirst } from "./tooling/test/long-first.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  plugins: [contentPlugin(root)],
  test: {
    globalSetup: "tests/support/postgres-setup.ts",
    reporters: ["default", "./tooling/test/summary-reporter.ts"],
    // Generous, so that tests do not fail on a busy machine; a test that hangs still fails. None has a shorter limit of its own.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    // More than there are processors on a small machine: a test often waits for a server, a lock or a deadline.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    sequence: { sequencer: LongFirst },
    // Those that `npm run test:mutation -- --tests` names, or all.
    include: process.env.MUTATION_TESTS?.split(",") ?? ["**/*.test.{ts,tsx}"],
    // A trial by mutation that was broken off leaves a copy of everything there.
    exclude: [...configDefaults.exclude, ".cache"],
  },
});
