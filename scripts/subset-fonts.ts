import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import { root } from "./root.ts";

/**
 * Makes app/ui/fonts/: the two variable faces with the letters of Latin-written names and the signs that the site
 * uses, weights from 400, nothing else.
 */
const folder = join(root, "app/ui/fonts");

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
const letters =
  range(0x20, 0x7e) +
  "\u00a0©®°·«»¡¿×÷½" +
  range(0xc0, 0xff) +
  "ĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİıĶķĹĺĻļĽľŁłŃńŅņŇňŌōŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŸŹźŻżŽžȘșȚț";
const signs = "–—‘’‚“”„…•·→↗×≈−€™";

const faces = [
  {
    name: "bricolage",
    max: 700,
    file: "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-ext-wght-normal.woff2",
    base: "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2",
  },
  {
    name: "newsreader",
    max: 600,
    file: "@fontsource-variable/newsreader/files/newsreader-latin-ext-wght-normal.woff2",
    base: "@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2",
  },
];

mkdirSync(folder, { recursive: true });
for (const { name, file, base, max } of faces) {
  const options = {
    targetFormat: "woff2",
    noLayoutClosure: true,
    variationAxes: { wght: { min: 400, max, default: 400 } },
  } as const;
  const subset = await subsetFont(readFileSync(join(root, "node_modules", base)), letters + signs, options);
  writeFileSync(join(folder, `${name}.woff2`), subset);
  const more = await subsetFont(readFileSync(join(root, "node_modules", file)), letters + signs, options);
  writeFileSync(join(folder, `${name}-ext.woff2`), more);
  console.log(`${name}: ${subset.length} bytes, letters of more languages: ${more.length} bytes`);
}
