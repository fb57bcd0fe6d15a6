/** What marks a section of the site, from its menu to its pages' rings. */
export const sectionColors = ["leaf", "sky", "lilac", "clay"] as const;
export type SectionColor = (typeof sectionColors)[number];

const bySection: Record<string, SectionColor> = {
  community: "leaf",
  organizational: "sky",
  learning: "lilac",
  framework: "clay",
};

/** The color of a page that names none: that of its section, which is the first part of its address. */
export function sectionColorOf(path: string): SectionColor {
  return bySection[path.split("/")[1] ?? ""] ?? "leaf";
}
