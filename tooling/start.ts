import { flushCompileCache } from "node:module";
import { buildIfStale, isBuildStale } from "./build/build-if-stale.ts";
import { exitOnConfigError, loadEnvironmentFile, refuseArguments, unknownVariables } from "./environment.ts";
import { root } from "./root.ts";
import { serve } from "./serve.ts";

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
await serve(failure);
// Kept by npm's script (NODE_COMPILE_CACHE): the next start need not strip types, which would hold 14 MB for as long as the site runs.
flushCompileCache();

/**
 * A variable that cannot be used is told before a minute of building, and a port that is taken before a build takes the files of the
 * site that runs there.
 */
async function checkSettings(): Promise<void> {
  const [{ loadContent }, { problemsOf }, { readConfig }, { assertFree }] = await Promise.all([
    import("#content-model/load-content.ts"),
    import("#content-model/content-error.ts"),
    import("#server/config.ts"),
    import("#server/listen.ts"),
  ]);
  try {
    let config: ReturnType<typeof readConfig> | undefined;
    // Mistakes of the file are the build's to tell.
    problemsOf(() => {
      config = readConfig(process.env, loadContent("site.yaml", root));
    });
    if (config) await assertFree(config);
  } catch (error) {
    exitOnConfigError(error);
  }
}
