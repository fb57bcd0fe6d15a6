import { Children, isValidElement, type ReactNode } from "react";
import { barkRadius } from "#app/design/cross-section.ts";
import { Year } from "#app/design/cross-section-figure.tsx";
import { Style } from "#app/design/style.tsx";
import css from "./quarters.css?inline";

/** A year as one line of months, each a little fuller than the one before; what each quarter holds stands beside its months. */
export function Quarters({ children }: { children: ReactNode }) {
  return (
    <ol className="quarters wide">
      <Style name="quarters" css={css} />
      {Children.toArray(children)
        .filter((child) => isValidElement(child))
        .map((quarter, index) => (
          <li key={quarter.key}>
            <div className="months" aria-hidden="true">
              {[0, 1, 2].map((month) => (
                <Month key={month} month={3 * index + month} years={index + 1} />
              ))}
            </div>
            {quarter}
          </li>
        ))}
    </ol>
  );
}

/** @param when its time in the year, for example "First quarter" */
export function Quarter({ title, when, children }: { title: string; when: string; children: ReactNode }) {
  return (
    <div className="quarter">
      <h3>{title}</h3>
      <p>{when}</p>
      <div>{children}</div>
    </div>
  );
}

/** A cross-section of so many years; the style sheet counts the months. @param month from 0 */
function Month({ month, years }: { month: number; years: number }) {
  const radius = 12 + 2.2 * month;
  const edge = 100 * (radius / barkRadius);
  const height = Math.ceil(radius) + 4;
  return (
    <span>
      <svg viewBox={`-48 ${-height} 96 ${2 * height}`} aria-hidden="true">
        {Array.from({ length: years }, (_, year) => (edge * (years - year)) / years).map((at) => (
          <Year key={at} at={at} />
        ))}
      </svg>
    </span>
  );
}
