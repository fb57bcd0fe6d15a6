import { type ReactNode, useContext } from "react";
import { yearBox } from "#app/design/cross-section.ts";
import { Seed, Year } from "#app/design/cross-section-figure.tsx";

/** How far from the pith the years lie, in hundredths of the portrait: its rim and those around it, and those that it hides. */
const around = [102, 113, 127, 135, 150, 168, 178, 196, 216, 236, 250, 272, 310];
const hidden = [18, 34, 48, 66, 82];

interface BandProps {
  children?: ReactNode;
  /** The outline that the portraits of all bands are cut along stands in the first one. */
  isFirst?: boolean;
}

/** A field of wood. The portrait is cut along a year of the page, and the next ones grow around it; without one they grow from the pith on. */
export function Band({ children, isFirst = false }: BandProps) {
  const { x, y, width, height } = yearBox(useContext(Seed));
  // A little more, as the line between its points is curved outwards.
  const side = Math.round(1.03 * Math.max(width, height));
  const [left, top] = [Math.round(x - side / 2), Math.round(y - side / 2)];
  return (
    <div className="band">
      {children}
      <svg viewBox={`${left} ${top} ${side} ${side}`} aria-hidden="true">
        {[...around, ...(children ? [] : hidden)].map((at) => (
          <Year key={at} at={at} />
        ))}
        {isFirst && (
          <clipPath id="cut" clipPathUnits="objectBoundingBox">
            <use href="#year" transform={`scale(${(1 / side).toFixed(6)})translate(${-left} ${-top})`} />
          </clipPath>
        )}
      </svg>
    </div>
  );
}
