import navigation from "#content/navigation.yaml";

export interface Crumb {
  label: string;
  /** Address; structured data has it even where the visible trail has no link. */
  path: string;
  /** False for the current page, and for a section that would lead back to it. */
  isLink: boolean;
}

/**
 * The trail of a page: Home, then one crumb per part of its address; the section's crumb leads to the section's
 * overview. Empty on home; on an overview the section is the current crumb. docs/specification.md, 'Breadcrumbs'.
 *
 * @param label the page's own label; without one, content/navigation.yaml or the title-cased segment says it
 */
export function breadcrumbs(path: string, label?: string): Crumb[] {
  const segments = path.split("/").filter(Boolean);
  if (segments.length === 0) return [];

  const home = { label: navigation.words.home, path: "/", isLink: true };
  const section = navigation.sections[segments[0] as string];
  if (section?.to === path && segments[1] === "overview")
    return [home, { label: section.label, path, isLink: false }];

  const crumbs = segments.map((segment, index): Crumb => {
    const isPage = index === segments.length - 1;
    const address = `/${segments.slice(0, index + 1).join("/")}`;
    if (index === 0 && section) {
      // A section without an overview leads to its first page. There its crumb is no link, for it would lead to the page
      // that one is on; structured data gets the section's own address, which redirects.
      const leadsHere = section.to === path;
      return { label: section.label, path: leadsHere ? address : section.to, isLink: !isPage && !leadsHere };
    }
    return {
      label: (isPage && label) || navigation.crumbs[segment] || titleCase(segment),
      path: address,
      isLink: !isPage,
    };
  });
  // In front of the number of a list's further page stands a word that is no page.
  return [home, ...crumbs.filter(({ path, isLink }) => !(isLink && path.endsWith("/page")))];
}

function titleCase(segment: string): string {
  return segment
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
