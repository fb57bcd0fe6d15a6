import { setImmediate as nextTurn } from "node:timers/promises";
import { checkContent } from "#content-model/check/check-content.ts";
import { checkPage } from "#content-model/check/check-page.ts";
import { readSource } from "#content-model/content-source.ts";
import { root } from "../../root.ts";
import { KeptResults } from "../kept-results.ts";
import { pageCompilation, readPage, withWholeRanges } from "../pages/compile-page.ts";
import type { CompiledPage } from "../pages/compiled-pages.ts";
import { siteAddresses } from "../site-addresses.ts";
import { drawCards } from "../social-cards/card-files.ts";
import type { ContentRead, ReaderAnswer } from "./read-content.ts";

/** The process of `readContent`. @param sources hash of everything but the texts of pages */
async function read(sources: string): Promise<ContentRead> {
  const kept = new KeptResults();
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
  if (problems.length > 0) return { problems, pages: [], cards: [] };
  const pages = [...code].map(([name, code]): CompiledPage => {
    const { frontmatter } = readPage(readSource(name, root), name, root);
    return { name, frontmatter, code: withWholeRanges(code) };
  });
  const cards = await drawing;
  kept.save();
  return { problems, pages, cards };
}

const [sources = ""] = process.argv.slice(2);
const answer: ReaderAnswer = await read(sources).catch((error: unknown) => ({ error }));
// Cards that are drawn beside a mistake are of no use.
process.send?.(answer, () => process.exit());
