import { join } from "node:path";
import { buildIfStale, isBuildStale } from "./build/build-if-stale.ts";
import { servedBuild } from "./build/build-places.ts";
import { exitOnConfigError, loadEnvironmentFile, refuseArguments, unknownVariables } from "./environment.ts";
import { root } from "./root.ts";

/**
 * `npm start`: builds when needed, then serves the site. What is for people goes to standard error, as standard output is
 * the log. When the build fails, what was built last is served.
 */
refuseArguments("npm start");
loadEnvironmentFile();
for (const line of unknownVariables(process.env)) console.error(`ATTENTION: ${line}`);
if (isBuildStale()) await checkSettings();
let failure: string | undefined;
await buildIfStale((why) => {
  failure = why;
});
const { startServer }: typeof import("#server/index.ts") = await import(join(servedBuild, "server/index.js"));
const address = await startServer(process.env, join(servedBuild, "client"), failure).catch(exitOnConfigError);
if (failure !== undefined)
  console.error(
    "\nATTENTION: the site is served AS IT WAS BEFORE the last changes, because of the mistakes above.\nMend them (`npm run content:check` looks in a second), then start again.",
  );
console.error(`\nThe site is at ${address}`);

/** A variable that cannot be used is told before a minute of building. */
async function checkSettings(): Promise<void> {
  const [{ loadContent }, { problemsOf }, { readConfig }] = await Promise.all([
    import("#content-model/load-content.ts"),
    import("#content-model/content-error.ts"),
    import("#server/config.ts"),
  ]);
  try {
    // Mistakes of the file are the build's to tell.
    problemsOf(() => readConfig(process.env, loadContent("site.yaml", root)));
  } catch (error) {
    exitOnConfigError(error);
  }
}
