import { fileURLToPath } from "node:url";
import { loadEnvironmentFile, refuseArguments, unknownVariables } from "../environment.ts";
import { serve } from "../serve.ts";

/** `node server.js` in a release: serves the site that was built elsewhere. */

/** As `npm start` has them: what keeps the memory small after a flood. */
const [variable, flags] = [
  { MALLOC_ARENA_MAX: "2" },
  ["--max-semi-space-size=8", "--heap-growing-percent=30"],
];

refuseArguments("node server.js");
// They count from the beginning of a process only. Where a process cannot be replaced, the site runs without them.
if (process.execve && !flags.every((flag) => process.execArgv.includes(flag)))
  process.execve(
    process.execPath,
    [process.execPath, ...process.execArgv, ...flags, fileURLToPath(import.meta.url)],
    { ...variable, ...process.env },
  );
loadEnvironmentFile();
for (const line of unknownVariables(process.env)) console.error(`ATTENTION: ${line}`);
await serve();
