import contentModules from "virtual:content-pages";
import type { MDXContent } from "mdx/types";
import * as runtime from "react/jsx-runtime";
import type { PageInfo } from "#app/seo/page-info.ts";
import navigation from "#content/navigation.yaml";
import type { PageFrontMatter } from "#content-model/schemas/page.schema.ts";
import { type SectionColor, sectionColorOf } from "#content-model/section-colors.ts";

interface TocEntry {
  depth: number;
  value: string;
  id?: string;
  children?: TocEntry[];
}

export interface PageModule {
  default: MDXContent;
  frontmatter: PageFrontMatter;
  tableOfContents: TocEntry[];
}

export interface ContentPage extends PageInfo {
  lead: string;
  eyebrow?: string | undefined;
  updated: string;
  /** Reading time; 0 for an offer, whose head has an action in its place. */
  minutes: number;
  about?: PageFrontMatter["about"];
  head?: PageFrontMatter["head"];
  action?: PageFrontMatter["action"];
  color: SectionColor;
  Content: MDXContent;
  /** Second-level headings, in order; empty when the page shows no contents list. */
  contents: { id: string; label: string }[];
}

/** Every page of `content/pages/`, by address. */
export const contentPages: ReadonlyMap<string, ContentPage> = new Map(
  Object.entries(contentModules(runtime)).map(([file, module]) => {
    const path = file.replace(/^\/content\/pages|\.mdx$/g, "");
    return [path, toPage(path, module)];
  }),
);

function toPage(path: string, { default: Content, frontmatter, tableOfContents }: PageModule): ContentPage {
  const { contents, ...front } = frontmatter;
  const headings = secondLevel(tableOfContents);
  return {
    ...front,
    minutes: front.action || front.head === "dashboard" ? 0 : front.minutes,
    path,
    color: front.color ?? sectionColorOf(path, navigation.sections),
    Content,
    contents: (contents ?? headings.length > 2) ? headings : [],
  };
}

function secondLevel(entries: TocEntry[]): ContentPage["contents"] {
  return entries.flatMap((entry) => [
    ...(entry.depth === 2 && entry.id ? [{ id: entry.id, label: entry.value }] : []),
    ...secondLevel(entry.children ?? []),
  ]);
}
