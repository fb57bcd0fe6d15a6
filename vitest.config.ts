import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { contentPlugin } from "./tooling/content-plugin.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  plugins: [contentPlugin(root)],
  test: {
    globalSetup: "tests/support/postgres-setup.ts",
    // Generous, so that tests do not fail on a busy machine; a test that hangs still fails.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    include: ["**/*.test.{ts,tsx}"],
  },
});
