// docs/specification.md, 'Offers'

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import offers from "#content/offers.yaml";
import { fillIn } from "./load-content.ts";
import { offerFact, offerSentence, unknownFacts } from "./offers.ts";
import { offersSchema } from "./schemas/offers.schema.ts";

const root = join(fileURLToPath(new URL("..", import.meta.url)));

describe("an offer", () => {
  it("says what is not known yet by the agreed sentence, and lists it", () => {
    const { fee: _, start: __, ...rest } = offers.mastermind;
    const blank = { ...offers, mastermind: rest };
    expect(offerFact(blank, "mastermind", "fee")).toBe(offers.unknown.fee);
    expect(unknownFacts(blank, "mastermind")).toEqual(expect.arrayContaining(["fee", "start"]));
  });

  it("says a day in words, a list with commas, and anything else as it is written", () => {
    const mastermind = {
      ...offers.mastermind,
      start: "2027-02-01",
      fee: "900 dollars",
      included: ["A", "B"],
    };
    const known = { ...offers, mastermind };
    expect(offerFact(known, "mastermind", "start")).toBe("February 1, 2027");
    expect(offerFact(known, "mastermind", "included")).toBe("A, B");
    expect(offerFact(known, "mastermind", "fee")).toBe("900 dollars");
    expect(unknownFacts(known, "mastermind")).not.toContain("fee");
  });

  it("may start at any time", () => {
    const words = { ...offers, general: { ...offers.general, start: "Whenever you like" } };
    expect(offerFact(v.parse(offersSchema, words), "general", "start")).toBe("Whenever you like");
    const typed = { ...offers, general: { ...offers.general, start: "2027-2-1" } };
    expect(v.safeParse(offersSchema, typed).issues?.[0]?.message).toMatch(
      /^write a day that the calendar has, as YYYY-MM-DD/,
    );
  });

  it("has no deadline after its start", () => {
    const withDays = (start: string, deadline: string) =>
      v.safeParse(offersSchema, { ...offers, journey: { ...offers.journey, start, deadline } });
    expect(withDays("2027-02-01", "2027-02-01").success).toBe(true);
    expect(withDays("Whenever you like", "2027-02-02").success).toBe(true);
    const [issue] = withDays("2027-02-01", "2027-02-02").issues ?? [];
    expect(issue?.message).toBe("write a day that is not after the start");
    expect(issue?.path?.at(-1)?.key).toBe("deadline");
  });

  it("is said in running text with its name, and as a sentence where it is not known yet", () => {
    const { fee: _, ...rest } = offers.mastermind;
    const blank = { ...offers, mastermind: rest };
    expect(offerSentence(offers, "general", "fee")).toBe(`${offers.words.fee}: ${offers.general.fee}`);
    expect(offerSentence(blank, "mastermind", "fee")).toBe(offers.unknownSentences?.fee);
    const { unknownSentences: ___, ...older } = blank;
    expect(offerSentence(older, "mastermind", "fee")).toBe(`${offers.words.fee}: ${offers.unknown.fee}`);
    expect(fillIn("{general.fee as sentence}.", "content/a.yaml", root)).toBe(
      `${offers.words.fee}: ${offers.general.fee}.`,
    );
  });

  it("fills sentences, counts in it too, and stops at a fact that there is not", () => {
    expect(fillIn("Fee: {general.fee}.", "content/a.yaml", root)).toBe(`Fee: ${offers.general.fee}.`);
    expect(fillIn("{journey.groupSize}", "content/a.yaml", root)).toBe(offers.journey.groupSize);
    expect(fillIn("{year} {other.thing}", "content/a.yaml", root)).toBe("{year} {other.thing}");
    expect(() =>
      fillIn("a\n{mastermind.price}", "content/a.yaml", root, "x: a\n\ny: {mastermind.price}"),
    ).toThrow("content/a.yaml:3: found {mastermind.price}; write one of what, forWhom, ");
  });
});
