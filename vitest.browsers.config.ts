import { defineConfig } from "vitest/config";
import config from "./vitest.config.ts";

const { testTimeout = 0, hookTimeout = 0 } = config.test ?? {};

/** The journeys in the browsers that `npm test` does not start; one after the other, each has the screen for itself. */
export default defineConfig({
  plugins: config.plugins ?? [],
  test: { include: ["tests/drivers/in-*.ts"], fileParallelism: false, testTimeout, hookTimeout },
});
