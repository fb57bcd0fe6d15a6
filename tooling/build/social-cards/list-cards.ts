import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listContentPages } from "#app/pages/content-pages.ts";
import { loadContent, readFrontMatter } from "#content-model/load-content.ts";
import { type SectionColor, sectionColorOf } from "#content-model/section-colors.ts";
import type { Card } from "./card.ts";

/** The cards of all pages that can be shared. */
export function listCards(root: string): Card[] {
  const site = loadContent("site.yaml", root);
  const { sections } = loadContent("navigation.yaml", root);
  const card = (path: string, heading: string, title: string, color?: SectionColor): Card => {
    const section = path.split("/")[1] ?? "";
    return {
      path,
      heading,
      label: sections[section]?.label ?? title,
      siteName: site.name,
      color: color ?? sectionColorOf(path, sections),
    };
  };
  const home = loadContent("home.yaml", root);
  const events = loadContent("events/texts.yaml", root);
  const interest = loadContent("forms/interest.yaml", root);
  const application = loadContent("forms/mastermind.yaml", root);
  return [
    card("/", home.hero.heading, home.hero.eyebrow),
    card("/events", events.page.heading, events.page.title),
    card("/contact", interest.page.heading, interest.heading, "clay"),
    card("/learning/mastermind-application", application.page.heading, application.page.title),
    ...listContentPages().map(({ path, file }) => {
      const name = `content/pages/${file}.mdx`;
      const { front } = readFrontMatter(readFileSync(join(root, name), "utf8"), name, root);
      return card(path, front.heading, front.title, front.color);
    }),
  ];
}
