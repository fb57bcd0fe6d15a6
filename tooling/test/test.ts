import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildIfStale } from "../build/build-if-stale.ts";
import { root } from "../root.ts";
import { ensureChromium, ensureHeadlessShell, ensureJava, ensurePostgres } from "./ensure-tools.ts";

/** `npm test`: everything, against the production build and a real Chromium. Arguments go to vitest. */
// Some thousand processes are started, each of which would compile the same modules anew.
process.env.NODE_COMPILE_CACHE ??= join(root, ".cache/compiled");
process.env.CHROMIUM_PATH = ensureChromium();
process.env.HEADLESS_SHELL_PATH = ensureHeadlessShell(process.env.CHROMIUM_PATH);
ensureJava();
process.env.POSTGRES_PATH = ensurePostgres();
await buildIfStale();
const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules/vitest/vitest.mjs"), "run", ...process.argv.slice(2)],
  { stdio: "inherit", cwd: root },
);
process.exit(status ?? 1);
