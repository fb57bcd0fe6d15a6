import { fileURLToPath } from "node:url";
import { loadEnvironmentFile, refuseArguments, unknownVariables } from "../environment.ts";
import { serverProcess } from "../package/server-process.ts";
import { serve } from "../serve.ts";

/** `node server.js` in a release: serves the site that was built elsewhere. */

const { variables, arguments: flags } = serverProcess;

refuseArguments("node server.js");
// They count from the beginning of a process only. Where a process cannot be replaced, the site runs without them.
if (process.execve && !flags.every((flag) => process.execArgv.includes(flag)))
  process.execve(
    process.execPath,
    [process.execPath, ...process.execArgv, ...flags, fileURLToPath(import.meta.url)],
    { ...variables, ...process.env },
  );
loadEnvironmentFile();
for (const line of unknownVariables(process.env)) console.error(`ATTENTION: ${line}`);
await serve();
