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
          <dd>{offerFact(offers, of, fact)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One fact of an offer within a sentence. */
export function OfferFact({ of, fact }: { of: OfferName; fact: Fact }) {
  return offerFact(offers, of, fact);
}
