import { buildIfMissing } from "./build/build-if-stale.ts";
import { loadEnvironmentFile } from "./environment.ts";
import { becomeStaffProcess } from "./staff-process.ts";

/** `npm run submissions -- …`: the staff's commands; `--help` lists them. */
loadEnvironmentFile();
await buildIfMissing();
becomeStaffProcess();
