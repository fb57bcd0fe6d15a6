/** What marks a section of the site, from its menu to its pages' rings. */
export const sectionColors = ["leaf", "sky", "lilac", "clay"] as const;
export type SectionColor = (typeof sectionColors)[number];
