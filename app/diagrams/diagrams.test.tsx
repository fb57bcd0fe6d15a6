import { globSync, readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import texts from "#content/diagrams.yaml";
import { type FigureName, figureNames } from "#content-model/schemas/diagrams.schema.ts";
import { diagrams } from "./diagrams.ts";

const drawn = Object.entries(diagrams).map(([name, Diagram]): [string, string] => [
  name,
  renderToStaticMarkup(<Diagram />),
]);

describe.each(drawn)("%s", (name, markup) => {
  it("says in words what it shows", () => {
    expect(markup).toContain('role="img"');
    const ids = /aria-labelledby="([^"]+)"/.exec(markup)?.[1]?.split(" ") ?? [];
    expect(ids).toHaveLength(2);
    for (const id of ids) expect(markup).toMatch(new RegExp(`<p[^>]* id="${id}"[^>]*>[^<]{10}`));
  });

  it("shows each of its words", () => {
    const words = Object.values(texts[name as FigureName].labels).flat();
    const shown = [...markup.matchAll(/<text[^>]*>([^<]+)</g)].map(([, word]) =>
      word?.replaceAll("&amp;", "&"),
    );
    expect(shown).toEqual(expect.arrayContaining(words));
  });

  it("is small, and styled by classes alone", () => {
    expect(markup).not.toContain("style=");
    expect(markup).not.toContain("NaN");
    expect(brotliCompressSync(markup).length).toBeLessThan(1_700);
  });
});

it("has a drawing for each name that has words", () => {
  expect(Object.keys(diagrams).sort()).toEqual(figureNames.toSorted());
});

it("has every drawing that a page names, and each is on a page", () => {
  const used = globSync("content/pages/**/*.mdx").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/<Figure\s+name="([^"]+)"/g)].map(([, name]) => name),
  );
  expect(used.sort()).toEqual(Object.keys(diagrams).sort());
});
