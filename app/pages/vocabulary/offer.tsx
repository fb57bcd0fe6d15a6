import { Fragment } from "react";
import { Style } from "#app/design/style.tsx";
import offers from "#content/offers.yaml";
import { type OfferFact as Fact, offerFact, offerFacts } from "#content-model/offers.ts";
import type { OfferName } from "#content-model/schemas/offers.schema.ts";
import css from "./offer.css?inline";

/** Everything that is known of an offer; what is not known yet is said by the agreed sentences. */
export function Offer({ of }: { of: OfferName }) {
  return (
    <dl className="offer wide">
      <Style name="offer" css={css} />
      {offerFacts.map((fact) => (
        <div key={fact}>
          <dt>{offers.words[fact]}</dt>
          <dd>{linesOf(of, fact)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What is included stands line by line, as each thing begins with a capital. */
function linesOf(of: OfferName, fact: Fact) {
  const value = offers[of][fact];
  if (!Array.isArray(value)) return offerFact(offers, of, fact);
  return value.map((line, index) => (
    <Fragment key={line}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
}

/** One fact of an offer within a sentence. */
export function OfferFact({ of, fact }: { of: OfferName; fact: Fact }) {
  return offerFact(offers, of, fact);
}
