import { basename } from "node:path";
import { create, type Font } from "fontkitten";
import { ContentError } from "../content-error.ts";

/** @param file path from the project's root @throws ContentError when the bytes are no font */
export function openFont(data: Buffer, file: string): Font {
  try {
    const font = create(data);
    if (!font.isCollection) return font;
  } catch {
    // Said below.
  }
  throw noFont(file);
}

/** @throws ContentError when a letter cannot be drawn, as in a file that was cut off */
export function drawAll(font: Font, file: string): void {
  try {
    // Reading the lines of a letter is what fails.
    for (const letter of font.characterSet) void font.glyphForCodePoint(letter).path;
  } catch {
    throw noFont(file);
  }
}

/** The weights that a font has between these two. @throws ContentError when it is no variable font or has none of them */
export function weightsOf(font: Font, file: string, [from, to]: [number, number]): [number, number] {
  const { wght } = font.variationAxes;
  if (wght && wght.max > from && wght.min < to) return [Math.max(wght.min, from), Math.min(wght.max, to)];
  const found = wght ? `weights from ${wght.min} to ${wght.max}` : "a font of one weight";
  const remedy = `write the face's variable font in content/theme.yaml, with weights from ${from} to ${to}`;
  throw notUsable(file, `found ${found}; ${remedy}`);
}

function noFont(file: string): ContentError {
  return notUsable(
    file,
    `found no font in it; put ${basename(file)} there once more, as .woff2, .ttf or .otf`,
  );
}

function notUsable(file: string, text: string): ContentError {
  return new ContentError([{ file, line: 1, text }]);
}
