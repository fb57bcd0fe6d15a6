// docs/specification.md, 'Theme'

import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problemLine } from "../content-error.ts";
import { checkTheme } from "./check-theme.ts";

let root: string;
const place = (name: string) => join(root, "content", name);
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "theme-"));
  cpSync("content/fonts", place("fonts"), { recursive: true });
  for (const name of ["site.yaml", "theme.yaml"]) copyFileSync(`content/${name}`, place(name));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const check = async () => (await checkTheme(root)).map(problemLine);

/** What is said of the first face when its files are these. */
async function ofFace(files: Record<string, Buffer | string>): Promise<string[]> {
  const before = readFileSync("content/theme.yaml", "utf8");
  const names = Object.keys(files).map((name) => `fonts/${name}`);
  for (const [name, source] of Object.entries(files)) writeFileSync(place(`fonts/${name}`), source);
  writeFileSync(place("theme.yaml"), before.replace(/files: .*/, `files: [${names.join(", ")}]`));
  const found = await check();
  writeFileSync(place("theme.yaml"), before);
  return found;
}

async function ofLogo(svg: string | Buffer): Promise<string[]> {
  const before = readFileSync("content/theme.yaml", "utf8");
  writeFileSync(place("logo.svg"), svg);
  writeFileSync(place("theme.yaml"), `${before}\nlogo: logo.svg\n`);
  const found = await check();
  writeFileSync(place("theme.yaml"), before);
  return found;
}

const fraunces = readFileSync("tests/fixtures/harborlight/fonts/fraunces.woff2");
const oneWeight = readFileSync("node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
const logo = readFileSync("tests/fixtures/harborlight/logo.svg", "utf8");

describe("a font", () => {
  it("is a whole variable one", async () => {
    expect(await check()).toEqual([]);
    expect(await ofFace({ "fraunces.woff2": fraunces })).toEqual([]);
  });

  it("of one weight is none, and the file, what was found and what to write are said", async () => {
    expect(await ofFace({ "dejavu.ttf": oneWeight })).toEqual([
      "content/fonts/dejavu.ttf:1: found a font of one weight; write the face's variable font in content/theme.yaml, with weights from 400 to 700",
    ]);
  });

  it.each([
    ["words", Buffer.from("hello")],
    ["nothing", Buffer.alloc(0)],
    ["the half of a font", fraunces.subarray(0, fraunces.length / 2)],
  ])("is not %s, beside a right one too", async (_what, bytes) => {
    expect(await ofFace({ "fraunces.woff2": fraunces, "x.woff2": bytes })).toEqual([
      "content/fonts/x.woff2:1: found no font in it; put x.woff2 there once more, as .woff2, .ttf or .otf",
    ]);
  });

  it("whose letters are cut off is none", async () => {
    expect(await ofFace({ "half.ttf": oneWeight.subarray(0, oneWeight.length / 2) })).toEqual([
      expect.stringContaining("content/fonts/half.ttf:1: found no font in it; put half.ttf there once more"),
    ]);
  });
});

describe("a logo", () => {
  it.each([
    ["with a declaration", logo],
    [
      "with remarks of drawing programs",
      logo.replace("<path", '<title>On it</title><path id="a" data-on="1"'),
    ],
    [
      "with colors of its own places",
      logo.replace("<path", '<linearGradient id="g"/><path stroke="url(#g)"'),
    ],
    ["with size in apostrophes", logo.replace('width="64"', "width='64'")],
  ])("may be a drawing %s", async (_what, svg) => {
    expect(await ofLogo(svg)).toEqual([]);
  });

  const shape = '<path d="M0 0h9v9z"/>';
  const svg = (inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n${inside}\n</svg>`;
  it.each([
    ["cut off", 1, logo.slice(0, -20), "no whole SVG drawing; export it once more from the drawing program"],
    ["empty", 1, "", "no whole SVG drawing"],
    ["a photo", 1, Buffer.from("ffd8ffe000104a464946", "hex"), "no whole SVG drawing"],
    [
      "leaning on what stands before it",
      1,
      `<!DOCTYPE svg [<!ENTITY deep "#000">]>\n${svg('<path fill="&deep;"/>')}`,
      "no whole SVG drawing",
    ],
    ["without the name of its kind", 1, `<svg viewBox="0 0 9 9">${shape}</svg>`, "no xmlns="],
    [
      "without its measures",
      1,
      `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20">${shape}</svg>`,
      'no viewBox; write viewBox="0 0 30 20" behind <svg',
    ],
    ["without shapes", 1, svg(""), "no shapes in it; "],
    ["with letters", 2, svg(`${shape}<text>Care</text>`), "<text; turn its letters into paths"],
    ["with a program", 2, svg(`${shape}<script>1</script>`), "<script; take it out"],
    ["with a page", 2, svg(`${shape}<foreignObject/>`), "<foreignObject; take it out"],
    ["that listens", 2, svg(`<path d="M0 0h9" onload="a()"/>`), 'onload="; take it out'],
    [
      "with a picture from elsewhere",
      2,
      svg(`${shape}<image href="https://a.example/b.png"/>`),
      'href="https://a',
    ],
    ["with a style from elsewhere", 2, svg(`<style>@import "a.css"</style>${shape}`), "@import; "],
    ["with a color from elsewhere", 2, svg(`<path d="M0 0h9" fill="url(b.svg#c)"/>`), "url(b.svg#c); "],
  ])("is not %s", async (_what, line, source, message) => {
    const found = await ofLogo(source);
    expect(found).toEqual([expect.stringContaining(`content/logo.svg:${line}: found ${message}`)]);
  });
});

it("says nothing of files that are not there, or of a theme.yaml with mistakes, which are told elsewhere", async () => {
  const before = readFileSync("content/theme.yaml", "utf8");
  writeFileSync(place("theme.yaml"), `${before}\nlogo: none.svg\n`);
  expect(await check()).toEqual([]);
  writeFileSync(place("theme.yaml"), `${before}\nlogo: [`);
  expect(await check()).toEqual([]);
  writeFileSync(place("theme.yaml"), before);
});
