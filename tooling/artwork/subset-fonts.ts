import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import { root } from "../root.ts";

/**
 * Makes app/design/fonts/: the two variable faces, weights from 400, each in three files. The first has the letters that
 * every page needs and is loaded with it; a browser loads the others only for a page that has their letters.
 */
const folder = join(root, "app/design/fonts");

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
const letters = `${range(0x61, 0x7a)}${range(0x41, 0x5a)}${range(0x30, 0x39)}`;
const first = ` \u00a0${letters}.,:;!?'"‘’“”-–—()&/*+@©↗`;
const more = `${range(0x20, 0x7e)}°®·«»¡¿×÷½${range(0xc0, 0xff)}‚„…•→≈−€™`;
const extended = "ĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİıĶķĹĺĻļĽľŁłŃńŅņŇňŌōŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŸŹźŻżŽžȘșȚț";
const without = (all: string, those: string) => [...all].filter((letter) => !those.includes(letter)).join("");

const faces = [
  { name: "bricolage", max: 700, source: "bricolage-grotesque" },
  { name: "newsreader", max: 600, source: "newsreader" },
];

mkdirSync(folder, { recursive: true });
for (const { name, max, source } of faces) {
  const latin = `@fontsource-variable/${source}/files/${source}-latin-wght-normal.woff2`;
  const files: [suffix: string, file: string, text: string][] = [
    ["", latin, first],
    ["-more", latin, without(more, first)],
    ["-ext", latin.replace("latin", "latin-ext"), extended],
  ];
  for (const [suffix, file, text] of files) {
    const subset = await subsetFont(readFileSync(join(root, "node_modules", file)), text, {
      targetFormat: "woff2",
      noLayoutClosure: true,
      // What only designers' tools and the finest grades of kerning between the weights need: a fifth of the bytes.
      dropTables: ["GDEF", "HVAR", "MVAR", "STAT"],
      variationAxes: { wght: { min: 400, max, default: 400 } },
    });
    writeFileSync(join(folder, `${name}${suffix}.woff2`), subset);
    console.log(`${name}${suffix}: ${subset.length} bytes`);
  }
}
