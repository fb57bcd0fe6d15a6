import { compile } from "@mdx-js/mdx";
import { expect, it } from "vitest";
import { pageCompilation, readPage, wordsPerMinute } from "./compile-page.ts";

/** Names of the blocks of a text, in order. */
async function blocksOf(text: string): Promise<string[]> {
  const code = String(await compile(text, pageCompilation));
  const names = [...code.matchAll(/_jsxs?\((?:_components\.)?(\w+)/g)].map(([, name = ""]) => name);
  return names.filter((name) => name !== "MDXLayout" && !name.startsWith("_"));
}

/** Beside how many rows of a text its contents list stands. */
async function rowsBeside(text: string): Promise<string | undefined> {
  return String(await compile(text, pageCompilation)).match(/Contents, {\s*rows: "(.+?)"/)?.[1];
}

it("puts the contents list after the first words of a page, and before a text that begins without", async () => {
  expect(await blocksOf("<Lead>First.</Lead>\n\nSecond.")).toEqual(["Lead", "Contents", "p"]);
  expect(await blocksOf("First.\n\n<Lead>Second.</Lead>")).toEqual(["Contents", "p", "Lead"]);
  expect(await blocksOf("<Lead>First.</Lead>\n\n<Offer />\n\nThird.")).toEqual([
    "Lead",
    "Offer",
    "Contents",
    "p",
  ]);
  expect(await blocksOf("<Lead>First.</Lead>")).toEqual(["Lead", "Contents"]);
});

it("puts it beside the first words and the text that follows them, but not beside notes and what is as wide as the page", async () => {
  expect(await rowsBeside("<Lead>First.</Lead>\n\n## Second\n\nThird.")).toBe("2");
  expect(await rowsBeside("<Lead>First.</Lead>\n\n## Second\n\nThird.\n\n<SideNote>It.</SideNote>")).toBe(
    "1",
  );
  expect(await rowsBeside("<Lead>First.</Lead>\n\n<Offer />\n\n## Third\n\nFourth.")).toBe("2");
  expect(await rowsBeside("<Lead>First.</Lead>\n\n<Scenes>\n\n## Third\n\n</Scenes>")).toBe(undefined);
  expect(await rowsBeside("<Lead>First.</Lead>\n\n## Second\n\n<Cards />")).toBe(undefined);
  expect(await rowsBeside("## First\n\n<Cards />")).toBe(undefined);
});

it("lets it go along with a text without first words, unless notes stand there", async () => {
  expect(await rowsBeside("First.\n\n## Second\n\nThird.")).toBe("all");
  expect(await rowsBeside("First.\n\n## Second\n\nThird.\n\n<SideNote>It.</SideNote>")).toBe("2");
  expect(await rowsBeside("## First\n\nSecond.\n\n<SideNote>It.</SideNote>")).toBe("1");
});

it("keeps a range of numbers in the lead whole, as in the text", () => {
  expect(frontMatterOf({ lead: "For 6–12 months" }).lead).toBe("For 6–\u206012 months");
});

/** What a page says of itself. */
function frontMatterOf({ lead = "L", words = "Words." }) {
  const front = [
    "title: T",
    "heading: H",
    `lead: ${lead}`,
    `description: ${"d".repeat(70)}`,
    "keywords: [k]",
  ];
  const source = `---\n${front.join("\n")}\nupdated: 2026-11-21\n---\n${words}`;
  return readPage(source, "content/pages/community/a.mdx", process.cwd()).frontmatter;
}

it.each([
  [1, 1],
  [1.49, 1],
  [1.5, 2],
  [2.5, 3],
])("says of a page that takes %d minutes to read, its tags apart, that it takes %d", (minutes, said) => {
  const words = '<Lead className="a b c">word</Lead> '.repeat(minutes * wordsPerMinute);
  expect(frontMatterOf({ words }).minutes).toBe(said);
});
