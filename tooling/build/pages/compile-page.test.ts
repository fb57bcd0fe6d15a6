import { compile } from "@mdx-js/mdx";
import { expect, it } from "vitest";
import { pageCompilation } from "./compile-page.ts";

/** Names of the blocks of a text, in order. */
async function blocksOf(text: string): Promise<string[]> {
  const code = String(await compile(text, pageCompilation));
  const names = [...code.matchAll(/_jsxs?\((?:_components\.)?(\w+)/g)].map(([, name = ""]) => name);
  return names.filter((name) => name !== "MDXLayout" && !name.startsWith("_"));
}

it("puts the contents list after the first words of a page, and before a text that begins without", async () => {
  expect(await blocksOf("<Lead>First.</Lead>\n\nSecond.")).toEqual(["Lead", "Contents", "p"]);
  expect(await blocksOf("First.\n\n<Lead>Second.</Lead>")).toEqual(["Contents", "p", "Lead"]);
});
