import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listContentPages } from "#app/pages/content-pages.ts";
import { loadContentFile } from "#content-model/load-content.ts";
import type { EventTexts } from "#content-model/schemas/events.schema.ts";
import type { InterestForm, MastermindForm } from "#content-model/schemas/forms.schema.ts";
import type { Home } from "#content-model/schemas/home.schema.ts";
import type { Navigation } from "#content-model/schemas/navigation.schema.ts";
import type { Site } from "#content-model/schemas/site.schema.ts";
import type { SectionColor } from "#content-model/section-colors.ts";
import { readFrontMatter } from "../front-matter-plugin.ts";
import type { Card } from "./card.ts";

const sectionColors: Record<string, SectionColor> = {
  organizational: "sky",
  learning: "lilac",
  framework: "clay",
};

/** The cards of all pages that can be shared. */
export function listCards(root: string): Card[] {
  const read = <Content>(name: string) => loadContentFile(join(root, "content", name), root) as Content;
  const site = read<Site>("site.yaml");
  const { sections } = read<Navigation>("navigation.yaml");
  const card = (path: string, heading: string, title: string, color?: SectionColor): Card => {
    const section = path.split("/")[1] ?? "";
    return {
      path,
      heading,
      label: sections[section]?.label ?? title,
      siteName: site.name,
      color: color ?? sectionColors[section] ?? "leaf",
    };
  };
  const home = read<Home>("home.yaml");
  const events = read<EventTexts>("events/texts.yaml");
  const interest = read<InterestForm>("forms/interest.yaml");
  const application = read<MastermindForm>("forms/mastermind.yaml");
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
