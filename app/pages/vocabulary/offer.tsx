import { Fragment } from "react";
import { Style } from "#app/design/style.tsx";
import offers from "#content/offers.yaml";
import { type OfferFact as Fact, offerFact, offerFacts, offerSentence } from "#content-model/offers.ts";
import type { OfferName } from "#content-model/schemas/offers.schema.ts";
import css from "./offer.css?inline";

/**
 * What is known of an offer, and what several facts have in common once. Of what is not known yet only the fee has its
 * agreed sentence: who asks what something costs is told when they hear.
 *
 * @param facts names with spaces between them; all facts if left out
 */
export function Offer({ of, facts }: { of: OfferName; facts?: string }) {
  const asked = facts ? (facts.split(" ") as Fact[]) : offerFacts;
  const shown = asked.filter((fact) => fact === "fee" || offers[of][fact] !== undefined);
  const groups = Map.groupBy(shown, (fact) => offerFact(offers, of, fact));
  return (
    <dl className="offer wide">
      <Style name="offer" css={css} />
      {[...groups].map(([value, names]) => (
        <div key={value}>
          <dt>{lines(names.map((fact) => offers.words[fact]))}</dt>
          <dd>{linesOf(of, names[0] as Fact)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What is included stands line by line, as each thing begins with a capital. */
function linesOf(of: OfferName, fact: Fact) {
  const value = offers[of][fact];
  return Array.isArray(value) ? lines(value) : offerFact(offers, of, fact);
}

function lines(texts: readonly string[]) {
  return texts.map((text, index) => (
    <Fragment key={text}>
      {index > 0 && <br />}
      {text}
    </Fragment>
  ));
}

/** One fact of an offer within a sentence, or as one. */
export function OfferFact({ of, fact, as }: { of: OfferName; fact: Fact; as?: "sentence" }) {
  return (as ? offerSentence : offerFact)(offers, of, fact);
}
