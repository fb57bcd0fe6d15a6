import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Font } from "fontkitten";
import subsetFont from "subset-font";
import { openFont, weightsOf } from "#content-model/theme/font.ts";
import { root } from "../../root.ts";
import { keptFile } from "../kept-file.ts";
import { ascii } from "./letters.ts";

/** How wide the letters of a face are and how far they reach, in ems. */
export interface Metrics {
  advances: Record<string, number>;
  ascent: number;
  descent: number;
}

/** A font file. What is made of it is kept in `.cache/fonts` under the file's hash. */
export class FontFile {
  /** Path from the project's root. */
  readonly file: string;
  readonly #data: Buffer;
  readonly #hash: string;
  readonly #font: Font;

  constructor(file: string) {
    this.file = file;
    this.#data = readFileSync(join(root, file));
    this.#hash = createHash("sha256").update(this.#data).digest("hex").slice(0, 16);
    this.#font = openFont(this.#data, file);
  }

  /** Those of the letters that the file can draw. */
  lettersOf(letters: string): string {
    const known = new Set(this.#font.characterSet);
    return [...letters].filter((letter) => known.has(letter.codePointAt(0) ?? 0)).join("");
  }

  /** The weights that it has between these two. @throws ContentError when it is no variable font or has none of them */
  weights(wanted: [number, number]): [number, number] {
    return weightsOf(this.#font, this.file, wanted);
  }

  /** The weight that comes next to this one. */
  nearestWeight(weight: number): number {
    const { wght } = this.#font.variationAxes;
    return wght ? Math.min(Math.max(weight, wght.min), wght.max) : weight;
  }

  /** A WOFF2 file with these letters and weights alone; other axes are as the font has them by itself. */
  subset(letters: string, [min, max]: [number, number]): Promise<Buffer> {
    return this.#kept("woff2", `${letters} ${min} ${max}`, () =>
      subsetFont(this.#data, letters, {
        targetFormat: "woff2",
        noLayoutClosure: true,
        // What only designers' tools and the finest grades of kerning between the weights need: a fifth of the bytes.
        dropTables: ["GDEF", "HVAR", "MVAR", "STAT"],
        variationAxes: { ...this.#otherAxes(), wght: { min, max, default: min } },
      }),
    );
  }

  /** These letters in one weight as a plain font, which is what satori and the measuring read. */
  plain(letters: string, weight?: number): Promise<Buffer> {
    const axes = weight === undefined ? {} : { variationAxes: { ...this.#otherAxes(), wght: weight } };
    return subsetFont(this.#data, letters, { targetFormat: "sfnt", ...axes });
  }

  /** @param weight of a variable font */
  async metrics(weight?: number): Promise<Metrics> {
    const kept = await this.#kept("json", `metrics ${weight}`, async () => {
      const font = openFont(await this.plain(ascii, weight), this.file);
      const em = font.unitsPerEm;
      const advances = [...ascii].map((letter) => [
        letter,
        font.glyphForCodePoint(letter.charCodeAt(0)).advanceWidth / em,
      ]);
      return Buffer.from(
        JSON.stringify({
          advances: Object.fromEntries(advances),
          ascent: font.ascent / em,
          descent: -font.descent / em,
        }),
      );
    });
    return JSON.parse(kept.toString()) as Metrics;
  }

  /** All axes but the weight, each at its default. */
  #otherAxes(): Record<string, number> {
    return Object.fromEntries(
      Object.entries(this.#font.variationAxes).flatMap(([name, axis]) =>
        axis && name !== "wght" ? [[name, axis.default]] : [],
      ),
    );
  }

  #kept(ending: string, made: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const hash = createHash("sha256").update(made).digest("hex").slice(0, 16);
    return keptFile(`fonts/${this.#hash}-${hash}.${ending}`, make);
  }
}
