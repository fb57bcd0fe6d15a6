import navigation from "#content/navigation.yaml";

export interface Crumb {
  label: string;
  /** Address, also of the current page: structured data names it, the visible trail does not link it. */
  path: string;
}

/**
 * The trail of a page: Home, its section (which leads to the section's overview), the page. Empty on home; on an
 * overview the section is the current crumb. DECISIONS.md, 'Breadcrumb labels'.
 *
 * @param label the page's own label; without one, content/navigation.yaml or the title-cased segment says it
 */
export function breadcrumbs(path: string, label?: string): Crumb[] {
  const segments = path.split("/").filter(Boolean);
  if (segments.length === 0) return [];

  const home = { label: navigation.words.home, path: "/" };
  const section = navigation.sections[segments[0] as string];
  if (section?.to === path) return [home, { label: section.label, path }];

  const crumbs = segments.map((segment, index): Crumb => {
    if (index === 0 && section) return { label: section.label, path: section.to };
    const isPage = index === segments.length - 1;
    return {
      label: (isPage && label) || navigation.crumbs[segment] || titleCase(segment),
      path: `/${segments.slice(0, index + 1).join("/")}`,
    };
  });
  return [home, ...crumbs];
}

function titleCase(segment: string): string {
  return segment
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
