/** What marks a section of the site, from its menu to its pages' rings. */
export const sectionColors = ["leaf", "sky", "lilac", "clay"] as const;
/** Not the above: a further section repaints nobody. */
const turnColors = ["leaf", "sky", "lilac", "clay"] as const satisfies (typeof sectionColors)[number][];

/** The sections' colors by turns, where things or people stand beside each other. @param index from 0 */
export function turnColor(index: number) {
  return turnColors[index % turnColors.length] as (typeof turnColors)[number];
}

/** Pages outside of the colored sections have the one spark. */
export type SectionColor = (typeof sectionColors)[number] | "marigold";

/**
 * The color of a page that names none: that of its section, which is the first part of its address.
 *
 * @param sections those of content/navigation.yaml
 */
export function sectionColorOf(
  path: string,
  sections: Record<string, { color?: SectionColor | undefined }>,
): SectionColor {
  return sections[path.split("/")[1] ?? ""]?.color ?? "marigold";
}
