import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import { root } from "../root.ts";

/** Prints what app/design/fonts/fonts.css says of the faces that stand in for the brand's. Run by hand after a build. */
const modules = join(root, "node_modules");
const ascii = String.fromCodePoint(...Array.from({ length: 0x7f - 0x20 }, (_, index) => index + 0x20));
const text = globSync(join(root, "build/client/**/*.html"))
  .map((file) => readFileSync(file, "utf8").replace(/^[\s\S]*<body/, ""))
  .join(" ")
  .replace(/<(script|style|svg)[\s\S]*?<\/\1>|<[^>]+>|&[#\w]+;/g, " ")
  .replace(/\s+/g, " ");
const letters = [...text].filter((letter) => ascii.includes(letter));

/** Average advance over the site's text, ascent and descent, in ems. */
function measure(font: Buffer) {
  const tables: Record<string, number> = {};
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const entry = 12 + index * 16;
    tables[font.toString("latin1", entry, entry + 4)] = font.readUInt32BE(entry + 8);
  }
  const { head = 0, hhea = 0, hmtx = 0, cmap = 0 } = tables;
  const em = font.readUInt16BE(head + 18);
  const widths = font.readUInt16BE(hhea + 34);
  const glyphs = glyphFinder(font, cmap);
  const advances = new Map(
    [...ascii].map((letter) => {
      const glyph = Math.min(glyphs(letter.charCodeAt(0)), widths - 1);
      return [letter, font.readUInt16BE(hmtx + 4 * glyph) / em];
    }),
  );
  const sum = letters.reduce((total, letter) => total + (advances.get(letter) ?? 0), 0);
  return {
    advance: sum / letters.length,
    ascent: font.readInt16BE(hhea + 4) / em,
    descent: -font.readInt16BE(hhea + 6) / em,
  };
}

/** Reads a font's character map in format 4, which every font with Latin letters has. */
function glyphFinder(font: Buffer, cmap: number): (code: number) => number {
  const starts = Array.from(
    { length: font.readUInt16BE(cmap + 2) },
    (_, index) => cmap + font.readUInt32BE(cmap + 8 + index * 8),
  );
  const map = starts.find((start) => font.readUInt16BE(start) === 4) ?? 0;
  const doubled = font.readUInt16BE(map + 6);
  return (code) => {
    let end = map + 14;
    while (font.readUInt16BE(end) < code) end += 2;
    const start = end + doubled + 2;
    if (code < font.readUInt16BE(start)) return 0;
    const offsetAt = start + 2 * doubled;
    const offset = font.readUInt16BE(offsetAt);
    const at = offsetAt + offset + 2 * (code - font.readUInt16BE(start));
    const found = offset === 0 ? code : font.readUInt16BE(at);
    return (found + font.readUInt16BE(start + doubled)) & 0xffff;
  };
}

async function face(file: string, weight?: number) {
  const options = weight === undefined ? {} : { variationAxes: { wght: weight } };
  const font = readFileSync(join(modules, file));
  return measure(await subsetFont(font, ascii, { targetFormat: "sfnt", ...options }));
}

const brandFile = (name: string) => `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;
const latin = (name: string, weight: number) =>
  `@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`;
const dejavu = (name: string) => `dejavu-fonts-ttf/ttf/${name}.ttf`;
const fits = [
  {
    brand: "bricolage-grotesque",
    weight: 500,
    others: [latin("arimo", 400), latin("roboto", 400), dejavu("DejaVuSans")],
  },
  {
    brand: "bricolage-grotesque",
    weight: 640,
    others: [latin("arimo", 700), latin("roboto", 700), dejavu("DejaVuSans-Bold")],
  },
  {
    brand: "newsreader",
    weight: 400,
    others: [latin("tinos", 400), latin("noto-serif", 400), dejavu("DejaVuSerif")],
  },
];

for (const { brand, weight, others } of fits) {
  const own = await face(brandFile(brand), weight);
  for (const other of others) {
    const size = own.advance / (await face(other)).advance;
    const [adjust, ascent, descent] = [size, own.ascent / size, own.descent / size].map(
      (value) => `${(value * 100).toFixed(1)}%`,
    );
    console.log(
      `${brand} ${weight} <- ${other}: size-adjust ${adjust}, ascent ${ascent}, descent ${descent}`,
    );
  }
}
