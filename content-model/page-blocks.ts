import * as v from "valibot";
import { bothForms, bothFormsWanted, countNames } from "./counts.ts";
import { isOfferFact, offerFacts } from "./offers.ts";
import { figureNames } from "./schemas/diagrams.schema.ts";
import { offerNames } from "./schemas/offers.schema.ts";
import { siteSchema } from "./schemas/site.schema.ts";
import { oneOf, text } from "./schemas/text.schema.ts";
import { sectionColors } from "./section-colors.ts";
import { stillLifes } from "./still-lifes.ts";

const siteLink = oneOf(Object.keys(siteSchema.entries.links.entries));

/** Names with a space between them. */
const namesOfFacts = v.pipe(
  text,
  v.check(
    (names) => names.split(" ").every((name) => isOfferFact(name)),
    `write some of ${offerFacts.join(", ")}, with spaces between them`,
  ),
);

const ringOf = v.pipe(
  text,
  v.regex(/^[1-9] of [1-9]$/, 'write which ring of how many, nine at most: ring="2 of 5"'),
);

interface Block {
  /** What stands in its tag, by name. */
  attributes: v.ObjectEntries;
  /** The block that it has to stand in, which then holds nothing else. */
  inside?: string;
  /** It is words, and may stand within a line of them. */
  isWords?: true;
}

const plain: Block = { attributes: {} };
const words: Block = { attributes: {}, isWords: true };

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
  Columns: plain,
  Comparison: {
    attributes: { left: text, right: text, colors: v.optional(oneOf(["loss-and-gain", "tiers"])) },
  },
  Count: {
    attributes: {
      of: oneOf(countNames),
      in: v.optional(oneOf(["words", "Words"])),
      noun: v.optional(v.pipe(text, v.regex(bothForms, `write ${bothFormsWanted}: noun="person or people"`))),
    },
    isWords: true,
  },
  Email: words,
  Fact: { attributes: { value: text, label: text }, inside: "Facts" },
  Facts: plain,
  FacultyList: plain,
  Figure: { attributes: { name: oneOf(figureNames), caption: text } },
  InterestList: plain,
  Lead: plain,
  Name: words,
  Offer: { attributes: { of: oneOf(offerNames), facts: v.optional(namesOfFacts) } },
  OfferFact: {
    attributes: { of: oneOf(offerNames), fact: oneOf(offerFacts), as: v.optional(oneOf(["sentence"])) },
    isWords: true,
  },
  Phone: words,
  PostalAddress: plain,
  PresenterList: plain,
  Product: words,
  PullQuote: plain,
  Quarter: { attributes: { title: text, when: v.optional(text) }, inside: "Quarters" },
  Quarters: plain,
  Row: { attributes: { label: text }, inside: "Comparison" },
  Scene: { attributes: { picture: v.optional(oneOf(stillLifes)) } },
  Scenes: plain,
  SessionServiceName: words,
  SideNote: plain,
  SiteAction: { attributes: { name: siteLink } },
  SiteLink: { attributes: { name: siteLink }, isWords: true },
  Step: { attributes: { title: text, when: v.optional(text), ring: v.optional(ringOf) }, inside: "Steps" },
  Steps: plain,
  TeamGrid: plain,
  WithSessions: words,
} as const satisfies Record<string, Block>;

export type PageBlockName = keyof typeof pageBlocks;

/** The one block that may stand in a block of this name; undefined where anything may. */
export function onlyBlockIn(name: string): string | undefined {
  const blocks = Object.entries<Block>(pageBlocks);
  return blocks.find(([, { inside }]) => inside === name)?.[0];
}

export function blockNamed(name: string): Block | undefined {
  return Object.hasOwn(pageBlocks, name) ? pageBlocks[name as PageBlockName] : undefined;
}
