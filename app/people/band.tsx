import type { ReactNode } from "react";
import { Year } from "#app/design/cross-section-figure.tsx";

/** How far from the pith the years lie, in hundredths: those around a portrait, and those that it hides. */
const around = [28, 35, 39, 48, 54, 66, 74, 88];
const hidden = [2, 5, 10, 14, 21];

/** A band of wood, as wide as its column: its rings grow out of the portrait, or without one from the pith in its middle on. */
export function Band({ children }: { children?: ReactNode }) {
  return (
    <div className="band">
      <svg viewBox="-88 -88 704 176" aria-hidden="true">
        {[...(children ? [] : hidden), ...around].map((at) => (
          <Year key={at} at={at} />
        ))}
      </svg>
      {children}
    </div>
  );
}
