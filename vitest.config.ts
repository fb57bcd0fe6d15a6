import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { contentPlugin } from "./app/content/content-plugin.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  plugins: [contentPlugin(root)],
  test: {
    globalSetup: "tests/support/postgres-setup.ts",
    include: ["{app,server,scripts}/**/*.test.{ts,tsx}", "tests/**/*.test.ts"],
  },
});
