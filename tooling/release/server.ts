import { loadEnvironmentFile, refuseArguments, unknownVariables } from "../environment.ts";
import { serve } from "../serve.ts";

/** `node server.js` in a release: serves the site that was built elsewhere. */

refuseArguments("node server.js");
loadEnvironmentFile();
for (const line of unknownVariables(process.env)) console.error(`ATTENTION: ${line}`);
await serve();
