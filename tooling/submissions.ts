import { buildIfMissing } from "./build/build-if-stale.ts";
import { loadEnvironmentFile } from "./environment.ts";
import { staffProcess } from "./staff-process.ts";

/** `npm run submissions -- …`: the staff's commands; `--help` lists them. */
loadEnvironmentFile();
await buildIfMissing();
// In the place of this process, so that whoever ends it ends the command.
if (!process.execve) throw new Error("A POSIX system is needed; on Windows, use WSL.");
process.execve(process.execPath, [process.execPath, ...staffProcess, ...process.argv.slice(2)], process.env);
