import { options } from "#staff/command.ts";
import { buildIfMissing } from "./build/build-if-stale.ts";
import { loadEnvironmentFile, refuseKept } from "./environment.ts";
import { becomeStaffProcess } from "./staff-process.ts";

/** `npm run submissions -- …`: the staff's commands; `--help` lists them. */
refuseKept("npm run submissions", Object.keys(options));
loadEnvironmentFile();
await buildIfMissing();
becomeStaffProcess();
