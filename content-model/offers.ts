import { language } from "#system/language.ts";
import {
  isDay,
  type OfferName,
  type Offers,
  offerNames,
  type UnknowableFact,
} from "./schemas/offers.schema.ts";

/** The facts of an offer in the order in which they are shown. */
export const offerFacts = [
  ...(["what", "forWhom", "start", "deadline", "fee", "hours", "groupSize"] as const),
  ...(["included", "howToGetIn", "whoDecides"] as const),
];
export type OfferFact = (typeof offerFacts)[number];

/** A fact as it is said: a day in words, a list with commas, and for what is not known yet the agreed sentence. */
export function offerFact(offers: Offers, name: OfferName, fact: OfferFact): string {
  const value = offers[name][fact];
  if (value === undefined) return offers.unknown[fact as UnknowableFact];
  if (Array.isArray(value)) return value.join(", ");
  if (!["start", "deadline"].includes(fact) || !isDay(value)) return value;
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(value));
}

/**
 * A fact as running text says it, without a full stop: with its name before it (`Fee: 900 dollars`), and what is not known
 * yet as a whole sentence, where `content/offers.yaml` has one.
 */
export function offerSentence(offers: Offers, name: OfferName, fact: OfferFact): string {
  const sentence = offers[name][fact] === undefined && offers.unknownSentences?.[fact as UnknowableFact];
  return sentence || `${offers.words[fact]}: ${offerFact(offers, name, fact)}`;
}

/** What is left out of an offer. */
export function unknownFacts(offers: Offers, name: OfferName): UnknowableFact[] {
  const facts = Object.keys(offers.unknown) as UnknowableFact[];
  return facts.filter((fact) => offers[name][fact] === undefined);
}

export function isOfferName(name: string): name is OfferName {
  return (offerNames as readonly string[]).includes(name);
}

export function isOfferFact(fact: string): fact is OfferFact {
  return (offerFacts as readonly string[]).includes(fact);
}
