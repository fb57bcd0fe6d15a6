import { EmailLink, PhoneLink } from "#app/design/email-and-phone.tsx";
import { CutPaper } from "#app/diagrams/still-lifes/still-life.tsx";
import { circle, type Sheet } from "#app/diagrams/still-lifes/still-lifes.ts";
import site from "#content/site.yaml";
import type { Form } from "#submissions/forms/form.ts";
import { Parts } from "../questions.tsx";

/** What happens next, as cut paper in a field of 100 by 100: an envelope, somebody who reads, words that come back. */
const steps: [Sheet, string][][] = [
  [
    ["ink", "M20 34l58-4 3 38-58 4z"],
    ["paper-line", "M23 37l29 19 25-22"],
  ],
  [
    ["ink", `${circle(50, 30, 11)}M20 82l8-27 22-10 22 10 8 27z`],
    ["paper", "M34 54l32-1 2 26-32 1z"],
  ],
  [
    ["spark", "M20 28l58-4 3 40-26 2-11 15-4-14-17 1z"],
    ["ink-line", "M33 41l32-2M34 52l20-1"],
  ],
];

/** The three ways to a person, in the head of a form: writing there, and two that need no form. */
export function WaysToUs({ to, label }: { to: string; label: string | undefined }) {
  return (
    <p className="actions">
      {label && (
        <a className="button button-hot" href={to}>
          {label}
        </a>
      )}
      <Reach />
    </p>
  );
}

/** Address and number, each a link. */
function Reach() {
  return (
    <>
      <EmailLink className="quiet" />
      <PhoneLink className="quiet" />
    </>
  );
}

/** Beside the form: what happens next, the other ways to reach a person, and the form's parts. The last two go along with the form. */
export function Rail({ form }: { form: Form }) {
  const { rail, received } = form.texts;
  const { street, city, region, postalCode } = site.address;
  return (
    <div className="form-rail">
      <h2>{rail.next}</h2>
      {rail.steps ? (
        <ol>
          {rail.steps.map((step, index) => (
            <li key={step}>
              <CutPaper sheets={steps[index] ?? []} viewBox="0 0 100 100" ground={12} middle={[50, 50]} />
              {step}
            </li>
          ))}
        </ol>
      ) : (
        <p>{received.next}</p>
      )}
      <div className="along">
        <div className="reach">
          <h2>{rail.reach}</h2>
          <p>
            <Reach />
          </p>
          <address>
            {street}
            <br />
            {city}, {region} {postalCode}
          </address>
        </div>
        <Parts form={form} />
      </div>
    </div>
  );
}
