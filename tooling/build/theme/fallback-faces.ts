import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { splitPage } from "#content-model/content-source.ts";
import type { Theme } from "#content-model/schemas/theme.schema.ts";
import type { FaceName } from "#content-model/theme/faces.ts";
import { root } from "../../root.ts";
import { FontFile, type Metrics } from "./font-file.ts";
import { ascii } from "./letters.ts";

/** A face of visitors' machines: its names there in regular and in bold, and files with its widths, from packages. */
interface MachineFace {
  name: string;
  local: [regular: string[], bold: string[]];
  files: [regular: string, bold: string];
}

const fontsource = (name: string): MachineFace["files"] => [
  `@fontsource/${name}/files/${name}-latin-400-normal.woff2`,
  `@fontsource/${name}/files/${name}-latin-700-normal.woff2`,
];
const dejavu = (name: string): MachineFace["files"] => [
  `dejavu-fonts-ttf/ttf/${name}.ttf`,
  `dejavu-fonts-ttf/ttf/${name}-Bold.ttf`,
];

/** What Windows, macOS, iOS, Android and Linux bring; Liberation, Arimo and Tinos have the widths of the faces named first. */
const machineFaces: Record<Theme["faces"]["speak"]["kind"], MachineFace[]> = {
  sans: [
    {
      name: "Arial",
      local: [
        ["Arial", "Liberation Sans", "Arimo Regular"],
        ["Arial Bold", "Liberation Sans Bold", "Arimo Bold"],
      ],
      files: fontsource("arimo"),
    },
    {
      name: "Roboto",
      local: [["Roboto", "Roboto Regular"], ["Roboto Bold"]],
      files: fontsource("roboto"),
    },
    { name: "DejaVu", local: [["DejaVu Sans"], ["DejaVu Sans Bold"]], files: dejavu("DejaVuSans") },
  ],
  serif: [
    {
      name: "Times",
      local: [
        ["Times New Roman", "Liberation Serif", "Tinos Regular"],
        ["Times New Roman Bold", "Liberation Serif Bold", "Tinos Bold"],
      ],
      files: fontsource("tinos"),
    },
    {
      name: "Noto",
      local: [["Noto Serif", "Noto Serif Regular"], ["Noto Serif Bold"]],
      files: fontsource("noto-serif"),
    },
    { name: "DejaVu", local: [["DejaVu Serif"], ["DejaVu Serif Bold"]], files: dejavu("DejaVuSerif") },
  ],
};

/** A face's weight as pages use it, and the weights for which the machine's regular or bold face stands in. */
const fits = {
  speak: [
    { weight: 500, range: "400 599" },
    { weight: 640, range: "600 700" },
  ],
  read: [{ weight: 400, range: undefined }],
};

/**
 * Faces of the visitor's machine, scaled to one of the site's: nothing moves when that one is not there in time. One family
 * each, as a rule has one set of metrics. size-adjust is the ratio of the average advances over this site's text; ascent and
 * descent are the site's face's, divided by it. docs/decisions/0012-late-fonts.md
 *
 * @returns the rules, and the families in their order
 */
export async function fallbackFaces(use: FaceName, theme: Theme, own: FontFile) {
  const { kind } = theme.faces[use];
  counts ??= letterCounts();
  const widths = counts;
  const rules: string[] = [];
  for (const { name, local, files } of machineFaces[kind])
    for (const [index, { weight, range }] of fits[use].entries()) {
      const target = await own.metrics(own.nearestWeight(weight));
      const other = await new FontFile(`node_modules/${files[index]}`).metrics();
      const size = averageAdvance(target, widths) / averageAdvance(other, widths);
      const percent = (value: number) => `${(value * 100).toFixed(1)}%`;
      rules.push(
        `@font-face{font-family:"${use} ${name}";src:${local[index]?.map((face) => `local("${face}")`).join()};` +
          `${range ? `font-weight:${range};` : ""}size-adjust:${percent(size)};` +
          `ascent-override:${percent(target.ascent / size)};descent-override:${percent(target.descent / size)}}`,
      );
    }
  return { rules, families: machineFaces[kind].map(({ name }) => `${use} ${name}`) };
}

function averageAdvance({ advances }: Metrics, counts: Map<string, number>): number {
  let [sum, all] = [0, 0];
  for (const [letter, count] of counts) {
    sum += (advances[letter] ?? 0) * count;
    all += count;
  }
  return sum / all;
}

/** For all faces: counting takes a second where there are many pages. */
let counts: ReturnType<typeof letterCounts> | undefined;

/** How often each letter stands in the pages' text. */
function letterCounts(): Map<string, number> {
  const text = globSync(join(root, "content/pages/**/*.mdx"))
    .sort()
    .map((file) => splitPage(readFileSync(file, "utf8")).text)
    .join(" ")
    .replace(/<[^>]+>|\]\([^)]*\)/g, " ")
    .replace(/\s+/g, " ");
  const counts = new Map<string, number>();
  for (const letter of `${ascii}${text}`)
    if (ascii.includes(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}
