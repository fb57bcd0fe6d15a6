import * as v from "valibot";
import { bothForms, bothFormsWanted, countNames } from "./counts.ts";
import { offerFacts } from "./offers.ts";
import { diagramsSchema } from "./schemas/diagrams.schema.ts";
import { offerNames } from "./schemas/offers.schema.ts";
import { siteSchema } from "./schemas/site.schema.ts";
import { text } from "./schemas/text.schema.ts";
import { sectionColors } from "./section-colors.ts";
import { stillLifes } from "./still-lifes.ts";

const oneOf = (names: readonly string[]) => v.picklist(names, `write one of ${names.join(", ")}`);
const siteLink = oneOf(Object.keys(siteSchema.entries.links.entries));

interface Block {
  /** What stands in its tag, by name. */
  attributes: v.ObjectEntries;
  /** The block that it has to stand in. */
  inside?: string;
}

const plain: Block = { attributes: {} };

/**
 * The blocks that the text of a page may use, and what each asks for; docs/content-guide.md shows them.
 * app/pages/page.route.tsx has a component for each.
 */
export const pageBlocks = {
  Action: { attributes: { to: text } },
  CallToAction: { attributes: { heading: text, to: text, action: text } },
  Card: {
    attributes: { title: text, to: text, action: text, color: v.optional(oneOf(sectionColors)) },
    inside: "Cards",
  },
  Cards: plain,
  Cell: { attributes: {}, inside: "Row" },
  Comparison: {
    attributes: { left: text, right: text, colors: v.optional(oneOf(["loss-and-gain", "tiers"])) },
  },
  Count: {
    attributes: {
      of: oneOf(countNames),
      in: v.optional(oneOf(["words", "Words"])),
      noun: v.optional(v.pipe(text, v.regex(bothForms, `write ${bothFormsWanted}: noun="person or people"`))),
    },
  },
  Email: plain,
  Fact: { attributes: { value: text, label: text }, inside: "Facts" },
  Facts: plain,
  FacultyList: plain,
  Figure: { attributes: { name: oneOf(Object.keys(diagramsSchema.entries)), caption: text } },
  Lead: plain,
  Name: plain,
  Offer: { attributes: { of: oneOf(offerNames) } },
  OfferFact: { attributes: { of: oneOf(offerNames), fact: oneOf(offerFacts) } },
  Phone: plain,
  PostalAddress: plain,
  PresenterList: plain,
  Product: plain,
  PullQuote: plain,
  Row: { attributes: { label: text }, inside: "Comparison" },
  Scene: { attributes: { picture: v.optional(oneOf(stillLifes)) } },
  SessionServiceName: plain,
  SideNote: plain,
  SiteAction: { attributes: { name: siteLink } },
  SiteLink: { attributes: { name: siteLink } },
  Step: { attributes: { title: text, when: v.optional(text) }, inside: "Steps" },
  Steps: plain,
  TeamGrid: plain,
  WithSessions: plain,
} as const satisfies Record<string, Block>;

export type PageBlockName = keyof typeof pageBlocks;

export function blockNamed(name: string): Block | undefined {
  return Object.hasOwn(pageBlocks, name) ? pageBlocks[name as PageBlockName] : undefined;
}
