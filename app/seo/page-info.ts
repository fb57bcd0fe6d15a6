import type { SectionColor } from "#content-model/section-colors.ts";

/** What a page says of itself: to readers in its head, to search engines and sharing in its metadata. */
export interface PageInfo {
  /** Address without a trailing slash; `/` for home. */
  path: string;
  /** Short name: in titles, menus and breadcrumbs. */
  title: string;
  /** In breadcrumbs, in place of `title`. */
  crumb?: string | undefined;
  heading: string;
  lead?: string | undefined;
  description: string;
  keywords: string[];
  color?: SectionColor | undefined;
  /** Stands beside a shared link instead of the page's card; 1200 x 630 pixels. */
  picture?: { src: string; alt: string } | undefined;
  /** Day of the last change, YYYY-MM-DD. */
  updated?: string | undefined;
  /** Day of the first publication, YYYY-MM-DD; without it, the day of the last change. */
  published?: string | undefined;
  /** Kept out of search engines and of the sitemap; everything else in its head is as on any page. */
  isHidden?: boolean | undefined;
}
