import { Children, isValidElement, type ReactNode, useContext } from "react";
import { yearBox } from "#app/design/cross-section.ts";
import { Seed, Year } from "#app/design/cross-section-figure.tsx";
import { Style } from "#app/design/style.tsx";
import css from "./quarters.css?inline";

/** Four parts of a year, a month or an hour along a line, each with all that came before it inside: one year more of the trunk. */
export function Quarters({ children }: { children: ReactNode }) {
  const { x, width } = yearBox(useContext(Seed));
  return (
    <ol className="quarters wide">
      <Style name="quarters" css={css} />
      {Children.toArray(children)
        .filter((child) => isValidElement(child))
        .map((quarter, index) => (
          <li key={quarter.key}>
            {/* As wide as its ring, whose edge stands over that of the words. */}
            <svg viewBox={viewBox(growth * (index + 1), x, width)} aria-hidden="true">
              {Array.from({ length: index + 1 }, (_, ring) => index + 1 - ring).map((at) => (
                <Year key={at} at={growth * at} />
              ))}
            </svg>
            {quarter}
          </li>
        ))}
    </ol>
  );
}

/** How much a year is larger than the one before, in hundredths of the whole. */
const growth = 3.4;

/** Of a year, from its left edge to its right one. */
function viewBox(at: number, x: number, width: number): string {
  const scaled = (units: number) => Math.round((at / 100) * units);
  const left = scaled(x - width / 2);
  return `${left} -70 ${scaled(x + width / 2) - left} 140`;
}

/** @param when its time in the year, for example "First quarter" */
export function Quarter({ title, when, children }: { title: string; when?: string; children: ReactNode }) {
  return (
    <div className="quarter">
      <h3>{title}</h3>
      {when && <p>{when}</p>}
      <div>{children}</div>
    </div>
  );
}
