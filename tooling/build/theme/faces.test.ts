// docs/specification.md, 'Theme'

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "fontkitten";
import { describe, expect, it } from "vitest";
import theme from "#content/theme.yaml";
import { makeFaces } from "./faces.ts";
import { FontFile } from "./font-file.ts";
import { letterGroups, unicodeRange } from "./letters.ts";

/** Faces of which one has several axes beside the weight. */
const harborlight = "../tests/fixtures/harborlight/fonts";
const otherTheme = {
  ...theme,
  faces: {
    speak: {
      ...theme.faces.speak,
      name: "Other",
      kind: "serif" as const,
      files: [`${harborlight}/fraunces.woff2`],
    },
    read: theme.faces.read,
  },
};

const opened = (source: Buffer) => {
  const font = create(source);
  if (font.isCollection) throw new Error("a collection");
  return font;
};
const fileOf = (faces: Awaited<ReturnType<typeof makeFaces>>, start: string) =>
  opened(
    faces.files.find(({ fileName }) => fileName.startsWith(`assets/${start}`))?.source ?? Buffer.alloc(0),
  );

describe("the faces of a theme", () => {
  it("are cut to the letters that every page needs, the weights in use, and no other axis", async () => {
    const font = fileOf(await makeFaces(otherTheme), "speak-");
    const whole = opened(readFileSync(join("content", `${harborlight}/fraunces.woff2`)));
    expect(Object.keys(whole.variationAxes).length).toBeGreaterThan(2);
    expect(Object.keys(font.variationAxes)).toEqual(["wght"]);
    expect(font.variationAxes.wght).toMatchObject({ min: 400, max: 700 });
    const letters = new Set([...letterGroups[""]].map((letter) => letter.codePointAt(0)));
    expect(font.characterSet.filter((code) => code < 0xffff && !letters.has(code))).toEqual([]);
    expect(font.characterSet.length).toBeGreaterThan(70);
  });

  it("load two files with every page, the others for their letters alone, and each letter from one file", async () => {
    const { css, files, preloads } = await makeFaces(theme);
    expect(preloads.length).toBe(2);
    expect(preloads.every((path) => files.some(({ fileName }) => path === `/${fileName}`))).toBe(true);
    const first = files.filter(({ fileName }) => preloads.includes(`/${fileName}`));
    expect(first.reduce((sum, { source }) => sum + source.length, 0)).toBeLessThan(30_000);
    for (const [, rule = ""] of css.matchAll(/@font-face\{([^}]*url[^}]*)\}/g))
      expect(rule.includes("unicode-range"), rule).toBe(!preloads.some((path) => rule.includes(path)));
  });

  it("have stand-ins of the visitor's machine with the widths and heights of the face itself", async () => {
    const { css, stacks } = await makeFaces(otherTheme);
    expect(stacks.speak).toMatch(/^"Other","speak Times",.*,serif$/);
    const rule =
      /"speak Times";src:local\("Times New Roman"\)[^}]*size-adjust:([\d.]+)%;ascent-override:([\d.]+)%/.exec(
        css,
      );
    const [size, ascent] = [Number(rule?.[1]) / 100, Number(rule?.[2]) / 100];
    const own = await new FontFile(`content/${harborlight}/fraunces.woff2`).metrics(500);
    expect(size * ascent).toBeCloseTo(own.ascent, 2);
    const times = await new FontFile(
      "node_modules/@fontsource/tinos/files/tinos-latin-400-normal.woff2",
    ).metrics();
    const widest = Math.max(
      ...Object.keys(own.advances).map(
        (letter) => (own.advances[letter] ?? 0) / (times.advances[letter] || 1),
      ),
    );
    expect(size).toBeGreaterThan(0.8);
    expect(size).toBeLessThan(widest);
  });

  it.each([
    [
      "node_modules/@fontsource/arimo/files/arimo-latin-400-normal.woff2",
      /a font of one weight; write the face's variable font/,
    ],
    ["content/site.yaml", /content\/site\.yaml:1: found no font in it; put site\.yaml there once more/],
  ])("say of %s why it cannot be one", async (file, message) => {
    const faces = { ...theme.faces, read: { ...theme.faces.read, files: [join("..", file)] } };
    await expect(makeFaces({ ...theme, faces })).rejects.toThrow(message);
  });
});

describe("the letters of a file", () => {
  it("are written as ranges that hold none of another file's", () => {
    expect(unicodeRange("#$%<")).toBe("U+23-25,U+3C");
    expect(unicodeRange("ĀĂ")).toBe("U+100,U+102");
  });
});
