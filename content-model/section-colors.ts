/** What marks a section of the site, from its menu to its pages' rings. */
export const sectionColors = ["leaf", "sky", "lilac", "clay"] as const;
/** By turns, where people stand beside each other: a further section repaints nobody. */
export const turnColors = [
  "leaf",
  "sky",
  "lilac",
  "clay",
] as const satisfies (typeof sectionColors)[number][];

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
