import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, globSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { serverProcess } from "#system/server-process.ts";
import { root } from "../root.ts";
import { BuildError } from "./build-error.ts";
import { buildLog, newBuild, servedBuild, stampFile } from "./build-places.ts";
import { compressFile } from "./compress-file.ts";
import { takeOver } from "./last-build.ts";
import { contentPagesFile } from "./pages/compiled-pages.ts";
import { socialCardsFile } from "./social-cards/card-module.ts";
import { writeThirdPartyLicenses } from "./third-party-licenses.ts";

const clientDir = join(newBuild, "client");

/** Everything of a build but pages and cards: the bundles, styles, fonts and pictures, and their compressed forms. @param stop ends the tools */
export async function makeBundles(stop: AbortSignal): Promise<void> {
  await runTools(stop);
  removeUnusedScripts();
  // Beside their brotli and gzip forms, for the server, which reads all.
  for (const name of globSync("**/*.{js,css,svg,json,txt}", { cwd: clientDir }))
    await compressFile(join(clientDir, name));
  writeThirdPartyLicenses(newBuild);
}

/** Takes the same over from the build that is served. */
export function takeOverBundles(): void {
  const made = [`server/${contentPagesFile}`, `server/${socialCardsFile}`, basename(stampFile)];
  const names = readdirSync(servedBuild, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(servedBuild, join(entry.parentPath, entry.name)).split(sep).join("/"));
  takeOver(
    names.filter(
      (name) => !made.includes(name) && !/^client\/(?:assets\/cards\/|.*\/index\.html)/.test(name),
    ),
  );
}

const reactRouter = join(root, "node_modules/@react-router/dev/bin.cjs");

async function runTools(stop: AbortSignal): Promise<void> {
  mkdirSync(dirname(buildLog), { recursive: true });
  const log = openSync(buildLog, "w");
  const ending = join(import.meta.dirname, "end-with-parent.cjs");
  const tools = spawn(
    process.execPath,
    ["--require", ending, ...serverProcess.arguments, reactRouter, "build"],
    {
      cwd: root,
      stdio: ["ignore", log, log, "ipc"],
      signal: stop,
      killSignal: "SIGKILL",
      env: {
        ...process.env,
        NODE_ENV: "production",
        BUILD_DIRECTORY: newBuild,
        // As the server has it: the tools would take twice the memory.
        ...serverProcess.variables,
        // The bundler's memory goes back as soon as it is free: a tenth less.
        MIMALLOC_PURGE_DELAY: "0",
      },
    },
  );
  let failure: string | undefined;
  tools.on("error", (error) => {
    failure = ` (${error.message})`;
  });
  // Also when it is told to stop: until then it writes.
  const [code] = await once(tools, "close").catch(() => once(tools, "close"));
  if (code !== 0) failure ??= "";
  closeSync(log);
  if (failure === undefined) return;
  const lines = readFileSync(buildLog, "utf8").trimEnd().split("\n");
  throw new BuildError(
    [
      `The build failed${failure}. The end of ${relative(root, buildLog)}, which has all of it:`,
      ...lines.slice(-15),
    ].join("\n  "),
  );
}

/** React Router makes a script of each route, for sites that hydrate whole pages; no page of this one loads them. */
function removeUnusedScripts(): void {
  for (const name of globSync("assets/*.js", { cwd: clientDir }))
    if (!/^(?:form-loader|form-script|session-client)-/.test(basename(name))) rmSync(join(clientDir, name));
}
