import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { checkContent } from "#content-model/check/check-content.ts";
import { checkPage } from "#content-model/check/check-page.ts";
import { problemLine } from "#content-model/content-error.ts";
import { machineClock } from "#system/clock.ts";
import { counted } from "#system/language.ts";
import { refuseArguments } from "../environment.ts";
import { root } from "../root.ts";
import { BuildError, failureOf } from "./build-error.ts";
import { makeInPlace, newBuild, newStampFile } from "./build-places.ts";
import { makeBundles, takeOverBundles } from "./bundles.ts";
import { KeptResults } from "./kept-results.ts";
import { lastMadeFrom, type MadeFrom, share } from "./last-build.ts";
import { pageCompilation } from "./pages/compile-page.ts";
import { makePages, pagesMadeFrom, readPages } from "./pages/make-pages.ts";
import { siteAddresses } from "./site-addresses.ts";
import { drawCards } from "./social-cards/card-files.ts";
import { socialCardsFile, socialCardsModule } from "./social-cards/social-cards-plugin.ts";
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
  const kept = new KeptResults();
  const sources = hashOfSources(began.getUTCFullYear());
  const drawing = drawCards(root);
  // What keeps cards from being drawn is a mistake in content/, which is told below.
  drawing.catch(() => {});
  const code = new Map<string, string>();
  const problems = await checkContent(root, siteAddresses, async (...page) => {
    // Cards are drawn on other threads; the next ones are handed over in between.
    await nextTurn();
    const check = () => checkPage(...page, pageCompilation);
    const checked = await kept.get(["page", sources, JSON.stringify(page)], check);
    code.set(page[1], checked.code ?? "");
    return checked;
  });
  if (problems.length > 0)
    throw new BuildError(
      [`content/ has ${counted(problems.length, "mistake")}:`, ...problems.map(problemLine)].join("\n  "),
    );
  await makeInPlace(async (ended) => {
    const pages = readPages(code);
    const last = lastMadeFrom();
    const now: MadeFrom = { bundles: sources, pages: pagesMadeFrom(pages, sources) };
    const failed = new AbortController();
    const steps = [
      drawing,
      now.bundles === last.bundles ? takeOverBundles() : makeBundles(AbortSignal.any([ended, failed.signal])),
    ] as const;
    const [cards] = await Promise.all(steps).catch(async (error) => {
      failed.abort();
      // So that none writes into the folder when it is gone.
      await Promise.allSettled(steps);
      throw error;
    });
    for (const { fileName, kept } of cards) share(kept, join(newBuild, "client", fileName));
    writeFileSync(join(newBuild, "server", socialCardsFile), socialCardsModule(cards));
    await makePages(pages, now, last);
    writeFileSync(newStampFile, JSON.stringify(now));
    // What is changed while it is built is not in it.
    utimesSync(newStampFile, began, began);
  });
  kept.save();
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
