import { spawnSync } from "node:child_process";
import {
  closeSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { checkContent } from "#content-model/check/check-content.ts";
import { problemLine } from "#content-model/content-error.ts";
import { machineClock } from "#system/clock.ts";
import { counted } from "#system/language.ts";
import { refuseArguments } from "../environment.ts";
import { root } from "../root.ts";
import { buildLog, newBuild, newStampFile, swapBuilds } from "./build-places.ts";
import { compressFile } from "./compress-file.ts";
import { siteAddresses } from "./site-addresses.ts";
import { writeThirdPartyLicenses } from "./third-party-licenses.ts";
import { withoutUnusedRules } from "./unused-rules.ts";

const clientDir = join(newBuild, "client");

/** A build that did not succeed, in words for whoever started it. What was built before is as it was. */
export class BuildError extends Error {
  override name = "BuildError";
}

/**
 * Makes the client and server bundles, the prerendered pages, and their compressed forms, beside what is served, and puts
 * them in its place when they are whole. What the tools say goes to `buildLog`.
 *
 * @throws BuildError for mistakes in content/, and when a tool fails
 */
export async function build(): Promise<void> {
  const began = machineClock();
  const problems = await checkContent(root, siteAddresses);
  if (problems.length > 0)
    throw new BuildError(
      [`content/ has ${counted(problems.length, "mistake")}:`, ...problems.map(problemLine)].join("\n  "),
    );
  rmSync(newBuild, { recursive: true, force: true });
  runTools();
  removeUnusedScripts();
  await shortenPages();
  await compressFiles();
  writeThirdPartyLicenses(newBuild);
  writeFileSync(newStampFile, "");
  // What is changed while it is built is not in it.
  utimesSync(newStampFile, began, began);
  swapBuilds();
}

function runTools(): void {
  mkdirSync(dirname(buildLog), { recursive: true });
  const log = openSync(buildLog, "w");
  const { status, error } = spawnSync("react-router", ["build"], {
    cwd: root,
    stdio: ["ignore", log, log],
    env: {
      ...process.env,
      NODE_ENV: "production",
      BUILD_DIRECTORY: newBuild,
      PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}`,
    },
  });
  closeSync(log);
  if (status === 0) return;
  const lines = readFileSync(buildLog, "utf8").trimEnd().split("\n");
  throw new BuildError(
    [
      `The build failed${error ? ` (${error.message})` : ""}. The end of ${relative(root, buildLog)}, which has all of it:`,
      ...lines.slice(-15),
    ].join("\n  "),
  );
}

/** React Router makes a script of each route, for sites that hydrate whole pages; no page of this one loads them. */
function removeUnusedScripts(): void {
  for (const name of globSync("assets/*.js", { cwd: clientDir }))
    if (!/^(?:form-loader|form-script|session-client)-/.test(basename(name))) rmSync(join(clientDir, name));
}

async function shortenPages(): Promise<void> {
  for (const name of globSync("**/index.html", { cwd: clientDir })) {
    const file = join(clientDir, name);
    await writeFile(file, withoutUnusedRules(await readFile(file, "utf8")));
  }
}

/** Text files beside their brotli and gzip forms, for the server, which reads both. */
async function compressFiles(): Promise<void> {
  const names = globSync("**/*.{html,js,css,svg,json,txt}", { cwd: clientDir });
  await Promise.all(names.map((name) => compressFile(join(clientDir, name))));
}

if (import.meta.main) {
  await import("../lost-output.ts");
  refuseArguments("npm run build");
  try {
    await build();
    console.log("The site is built.");
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
