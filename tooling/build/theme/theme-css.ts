import type { Theme } from "#content-model/schemas/theme.schema.ts";
import { sectionColors } from "#content-model/section-colors.ts";
import { colorNames, type Mode } from "#content-model/theme/colors.ts";
import { luminance } from "#content-model/theme/contrast.ts";
import { type FaceName, faceNames } from "#content-model/theme/faces.ts";

/** One scale: what lies in a box has corners half as large as the box, so that they look parallel; and those of buttons. */
const corners = {
  round: ["0.75rem", "1.5rem", "99rem"],
  soft: ["0.375rem", "0.75rem", "0.5rem"],
  square: ["0", "0", "0"],
} satisfies Record<Theme["corners"], string[]>;

/**
 * The tokens that follow content/theme.yaml, as compact CSS. The dark theme is written out instead of by light-dark(),
 * which browsers of early 2023 do not know. Paper is always light. The page's head says color-scheme.
 * What has the class of a section has its field and lit ring: `--section` and `--lit`.
 *
 * @param stacks the value of font-family of each face
 */
export function tokensCss({ colors, corners: style }: Theme, stacks: Record<FaceName, string>): string {
  const tokens = (mode: Mode, names: readonly (keyof Theme["colors"])[]) =>
    names.map((name) => `--${name}:${written(name, colors[name][mode])};`).join("");
  const themed = colorNames.filter((name) => colors[name].light !== colors[name].dark);
  const [radius, big, button] = corners[style];
  const others =
    faceNames.map((name) => `--face-${name}:${stacks[name]};`).join("") +
    `--radius:${radius};--radius-big:${big};--radius-button:${button}`;
  // What sheets over sheets of one color go toward, so that words on all of them can be read: away from the color of the words.
  const sheet = (mode: Mode) => (luminance(colors["on-marigold"][mode]) > 0.4 ? "black" : "white");
  const sheets = (mode: Mode) =>
    sheet("light") + sheet("dark") === "whitewhite" ? "" : `--sheet:${sheet(mode)};`;
  const sections = sectionColors.map(
    (name) => `.section-${name}{--section:var(--${name});--lit:var(--${name}-lit)}`,
  );
  return `:root{${tokens("light", colorNames)}${sheets("light")}${others}}@media screen and (prefers-color-scheme:dark){:root{${sheets("dark")}${tokens("dark", themed).slice(0, -1)}}}${sections.join("")}`;
}

/** Shadows are see-through: their color is written as its three parts, for `rgb(var(--shade) / 40%)`. */
function written(name: string, color: string): string {
  if (name !== "shade") return color.replace(/^#(.)\1(.)\2(.)\3$/, "#$1$2$3");
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(" ");
}
