import { spawnSync } from "node:child_process";
import { buildIfMissing } from "./build/build-if-stale.ts";
import { loadEnvironmentFile } from "./environment.ts";
import { staffProcess } from "./staff-process.ts";

/** `npm run submissions -- …`: the staff's commands; `--help` lists them. */
loadEnvironmentFile();
await buildIfMissing();
const { status } = spawnSync(process.execPath, [...staffProcess, ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exit(status ?? 1);
