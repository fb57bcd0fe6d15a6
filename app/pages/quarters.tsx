import { Children, isValidElement, type ReactNode } from "react";
import { Year } from "#app/design/cross-section-figure.tsx";
import { Style } from "#app/design/style.tsx";
import css from "./quarters.css?inline";

/** Four parts of a year, a month or an hour along a line, each with all that came before it inside: one year more of the trunk. */
export function Quarters({ children }: { children: ReactNode }) {
  return (
    <ol className="quarters wide">
      <Style name="quarters" css={css} />
      {Children.toArray(children)
        .filter((child) => isValidElement(child))
        .map((quarter, index) => (
          <li key={quarter.key}>
            {/* As wide as its ring, whose edge stands over that of the words. */}
            <svg viewBox={`${-15 - 14 * index} -70 ${30 + 28 * index} 140`} aria-hidden="true">
              {Array.from({ length: index + 1 }, (_, ring) => index + 1 - ring).map((at) => (
                <Year key={at} at={3.4 * at} />
              ))}
            </svg>
            {quarter}
          </li>
        ))}
    </ol>
  );
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
