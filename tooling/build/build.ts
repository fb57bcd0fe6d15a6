import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { problemLine } from "#content-model/content-error.ts";
import { machineClock } from "#system/clock.ts";
import { counted } from "#system/language.ts";
import { refuseArguments } from "../environment.ts";
import { BuildError, failureOf } from "./build-error.ts";
import { makeInPlace, newBuild, newStampFile } from "./build-places.ts";
import { makeBundles, takeOverBundles } from "./bundles.ts";
import { lastMadeFrom, type MadeFrom, share } from "./last-build.ts";
import { makePages, pagesMadeFrom } from "./pages/make-pages.ts";
import { readContent } from "./reading/read-content.ts";
import { socialCardsFile, socialCardsModule } from "./social-cards/card-module.ts";
import { hashOfSources } from "./sources.ts";

/**
 * Makes the client and server bundles, the prerendered pages, and their compressed forms, beside what is served, and puts
 * them in its place when they are whole. What is made from the same as in the last build is taken over from it. What the tools
 * say goes to `buildLog`.
 *
 * @throws BuildError for mistakes in content/, and when a tool fails; whatever a step throws that no check foresees
 */
export async function build(): Promise<void> {
  const began = machineClock();
  const sources = hashOfSources(began.getUTCFullYear());
  const { problems, pages, cards } = await readContent(sources);
  if (problems.length > 0)
    throw new BuildError(
      [`content/ has ${counted(problems.length, "mistake")}:`, ...problems.map(problemLine)].join("\n  "),
    );
  await makeInPlace(async (ended) => {
    const last = lastMadeFrom();
    const now: MadeFrom = { bundles: sources, pages: pagesMadeFrom(pages, sources) };
    if (now.bundles === last.bundles) takeOverBundles();
    else await makeBundles(ended);
    for (const { fileName, kept } of cards) share(kept, join(newBuild, "client", fileName));
    writeFileSync(join(newBuild, "server", socialCardsFile), socialCardsModule(cards));
    await makePages(pages, now, last);
    writeFileSync(newStampFile, JSON.stringify(now));
    // What is changed while it is built is not in it.
    utimesSync(newStampFile, began, began);
  });
}

if (import.meta.main) {
  await import("../lost-output.ts");
  refuseArguments("npm run build");
  try {
    await build();
    console.log("The site is built.");
  } catch (error) {
    console.error(failureOf(error));
    process.exitCode = 1;
  }
}
