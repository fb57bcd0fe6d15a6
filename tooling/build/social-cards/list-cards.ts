import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listContentPages } from "#app/pages/content-pages.ts";
import { loadContent, readFrontMatter } from "#content-model/load-content.ts";
import { type SectionColor, sectionColorOf } from "#content-model/section-colors.ts";
import { type StillLifeName, stillLifes } from "#content-model/still-lifes.ts";
import type { Card } from "./card.ts";

/** The cards of all pages that can be shared. */
export function listCards(root: string): Card[] {
  const site = loadContent("site.yaml", root);
  const { sections } = loadContent("navigation.yaml", root);
  const card = (path: string, heading: string, title: string, looks: Looks = {}): Card => {
    const section = path.split("/")[1] ?? "";
    return {
      path,
      heading,
      label: sections[section]?.label ?? title,
      siteName: site.name,
      color: looks.color ?? sectionColorOf(path, sections),
      picture: looks.picture,
    };
  };
  const home = loadContent("home.yaml", root);
  const events = loadContent("events/texts.yaml", root);
  const interest = loadContent("forms/interest.yaml", root);
  const application = loadContent("forms/mastermind.yaml", root);
  return [
    card("/", home.hero.heading, home.hero.eyebrow),
    card("/events", events.page.heading, events.page.title),
    card("/contact", interest.page.heading, interest.heading, { color: "leaf", picture: interest.picture }),
    card("/learning/mastermind-application", application.page.heading, application.page.title, {
      picture: application.picture,
    }),
    ...listContentPages().map(({ path, file }) => {
      const name = `content/pages/${file}.mdx`;
      const text = readFileSync(join(root, name), "utf8");
      const { front } = readFrontMatter(text, name, root);
      return card(path, front.heading, front.title, { color: front.color, picture: firstPicture(text) });
    }),
  ];
}

interface Looks {
  color?: SectionColor | undefined;
  picture?: StillLifeName | undefined;
}

/** What the first scene of a page is staged with. */
function firstPicture(text: string): StillLifeName | undefined {
  const [, name] = /<Scene\s+picture="([\w-]+)"/.exec(text) ?? [];
  return stillLifes.find((one) => one === name);
}
