import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildIfMissing } from "./build-if-stale.ts";
import { loadEnvironmentFile } from "./environment.ts";
import { root } from "./root.ts";

/** `npm run submissions -- …`: the staff's commands; `--help` lists them. */
loadEnvironmentFile();
await buildIfMissing();
const { status } = spawnSync(
  process.execPath,
  [join(root, "build/server/staff.js"), ...process.argv.slice(2)],
  {
    stdio: "inherit",
  },
);
process.exit(status ?? 1);
