import * as v from "valibot";
import { unreadablePairs } from "../theme/color-pairs.ts";
import { colorNames } from "../theme/colors.ts";
import { faceNames } from "../theme/faces.ts";
import { text } from "./text.schema.ts";

const howToWrite = "write a color as # and six figures or letters from a to f, in quotation marks";

/** As #rrggbb in small letters. */
export const hexColor = v.pipe(v.string(howToWrite), v.regex(/^#[\da-f]{6}$/i, howToWrite), v.toLowerCase());

/** What each theme takes; one color alone is that of both. */
const themedColor = v.union(
  [
    v.pipe(
      hexColor,
      v.transform((color) => ({ light: color, dark: color })),
    ),
    v.strictObject({ light: hexColor, dark: hexColor }),
  ],
  `${howToWrite}, or one for each theme as { light: "…", dark: "…" }`,
);

const file = (pattern: RegExp, message: string) => v.pipe(text, v.regex(pattern, message));
const face = v.strictObject({
  /** The family's name; style sheets and the design's reference say it. */
  name: v.pipe(text, v.regex(/^[^"'\\<>{}]+$/, "write the name of the face alone")),
  kind: v.picklist(["sans", "serif"], "write sans or serif"),
  /** Below content/; each letter is taken from a file that has it, and metrics from the first. */
  files: v.pipe(
    v.array(
      file(/^[\w./-]+\.(woff2|ttf|otf)$/, "write a file of content/ that ends in .woff2, .ttf or .otf"),
      "write a list of files, for example [fonts/our-face.woff2]",
    ),
    v.minLength(1, "write at least one file"),
  ),
  /** What mails name, which load no face. */
  mail: v.pipe(
    text,
    v.regex(/^[\w ,'-]+$/, "write names of faces with commas between them, for example Georgia, serif"),
  ),
});

/** content/theme.yaml: how the site looks. */
export const themeSchema = v.strictObject({
  colors: v.pipe(
    v.strictObject(v.entriesFromList(colorNames, themedColor)),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const colors = dataset.value;
      for (const { name, mode, message } of unreadablePairs(colors))
        addIssue({
          message,
          input: colors[name],
          path: [
            { type: "object", origin: "value", input: colors, key: name, value: colors[name] },
            { type: "object", origin: "value", input: colors[name], key: mode, value: colors[name][mode] },
          ],
        });
    }),
  ),
  faces: v.strictObject(v.entriesFromList(faceNames, face)),
  corners: v.picklist(["round", "soft", "square"], "write round, soft or square"),
  /** Below content/; stands in the place of the drawn mark. */
  logo: v.optional(file(/^[\w./-]+\.svg$/, "write a file of content/ that ends in .svg")),
  /** Further colors of the sample pictures, as samples/theme-colors.ts names them; what is not here is mixed from `colors`. */
  drawings: v.optional(v.record(text, hexColor), {}),
});

export type Theme = v.InferOutput<typeof themeSchema>;
