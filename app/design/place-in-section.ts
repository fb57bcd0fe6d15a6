import navigation from "#content/navigation.yaml";
import { type SectionColor, sectionColorOf } from "#content-model/section-colors.ts";

export interface Place {
  /** Which page of its section this is, from 0; as many as there are for a page that no menu has. */
  index: number;
  /** How many pages the section has in the menus. */
  count: number;
  /** None for pages outside of the sections. */
  color: SectionColor | undefined;
}

/** Where a page stands in its section: the group of the menus that leads to it or to the page above it. */
export function placeInSection(path: string): Place {
  const groups = [...navigation.header, ...navigation.footer];
  const leadsTo = (to: string) => path === to || path.startsWith(`${to}/`);
  const group =
    groups.find(({ links }) => links.some(({ to }) => leadsTo(to))) ??
    navigation.header.find(({ section }) => path.startsWith(`/${section}/`));
  if (!group) return { index: 0, count: 1, color: undefined };
  const index = group.links.findIndex(({ to }) => leadsTo(to));
  const section = "section" in group ? group.section : undefined;
  return {
    index: index < 0 ? group.links.length : index,
    count: group.links.length,
    color: section ? sectionColorOf(`/${section}`, navigation.sections) : undefined,
  };
}
