import { join } from "node:path";
import { buildIfStale } from "./build/build-if-stale.ts";
import { exitOnConfigError, loadEnvironmentFile } from "./environment.ts";
import { root } from "./root.ts";

/** `npm start`: builds when needed, then serves the site. */
loadEnvironmentFile();
await buildIfStale();
const { startServer }: typeof import("#server/index.ts") = await import(join(root, "build/server/index.js"));
await startServer(process.env, join(root, "build/client")).catch(exitOnConfigError);
