import { readFileSync } from "node:fs";
import { join } from "node:path";
import { themedColors } from "#app/typography/contrast.ts";
import { root } from "./root.ts";

/** Where every color is declared. */
export const tokensFile = join(root, "app/design/tokens.css");
const tokens = themedColors(readFileSync(tokensFile, "utf8"));

/** The light theme's color of a design token, as #rrggbb; throws for a name that has none. */
export function designColor(name: string): string {
  const color = tokens.get(name);
  if (!color) throw new Error(`app/design/tokens.css has no color --${name}.`);
  return color.light;
}
