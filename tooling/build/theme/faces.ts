import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Theme } from "#content-model/schemas/theme.schema.ts";
import { type FaceName, faceNames, faceWeights } from "#content-model/theme/faces.ts";
import { fallbackFaces } from "./fallback-faces.ts";
import { FontFile } from "./font-file.ts";
import { letterGroups, unicodeRange } from "./letters.ts";

/** What a last resort looks like. */
const generic = { sans: "system-ui,sans-serif", serif: "serif" };

/** The files of the site's faces, and the style sheet that names them. */
export interface Faces {
  files: { fileName: string; source: Buffer }[];
  css: string;
  /** The value of font-family of each face. */
  stacks: Record<FaceName, string>;
  /** Addresses of the files that every page loads. */
  preloads: string[];
}

/**
 * Cuts the faces of content/theme.yaml into the files that pages load. A browser loads those with rarer letters only for a
 * page that has them. What comes late is for the next page, so that nothing moves: docs/decisions/0012-late-fonts.md. Each
 * file has one rule only, since Firefox gives a preloaded file to the first rule that asks.
 *
 * @throws ContentError for a file that is no variable font
 */
export async function makeFaces(theme: Theme): Promise<Faces> {
  const faces: Faces = { files: [], css: "", stacks: {} as Faces["stacks"], preloads: [] };
  for (const use of faceNames) {
    const { name, kind, files } = theme.faces[use];
    const fonts = files.map((file) => new FontFile(join("content", file)));
    const [own] = fonts as [FontFile];
    for (const [suffix, letters] of Object.entries(letterGroups)) {
      let rest = letters;
      // The one with most of these letters first, so that most pages need no second file.
      for (const font of fonts.toSorted(
        (a, b) => b.lettersOf(letters).length - a.lettersOf(letters).length,
      )) {
        const found = font.lettersOf(rest);
        if (found === "") continue;
        const isFirst = suffix === "" && rest === letters;
        rest = [...rest].filter((letter) => !found.includes(letter)).join("");
        const source = await font.subset(found, font.weights(faceWeights[use]));
        const hash = createHash("sha256").update(source).digest("hex").slice(0, 8);
        const fileName = `assets/${use}${suffix}-${hash}.woff2`;
        faces.files.push({ fileName, source });
        if (isFirst) faces.preloads.push(`/${fileName}`);
        faces.css +=
          `@font-face{font-family:"${name}";src:url(/${fileName})format("woff2");` +
          `font-weight:${font.weights(faceWeights[use]).join(" ")};font-display:${isFirst ? "optional" : "swap"}` +
          `${isFirst ? "" : `;unicode-range:${unicodeRange(found)}`}}`;
      }
    }
    const { rules, families } = await fallbackFaces(use, theme, own);
    faces.css += rules.join("");
    faces.stacks[use] = [...[name, ...families].map((family) => `"${family}"`), generic[kind]].join();
  }
  return faces;
}
