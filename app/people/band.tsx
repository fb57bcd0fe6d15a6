import type { ReactNode } from "react";
import { Year } from "#app/design/cross-section-figure.tsx";

/** How far from the pith the years lie, in hundredths: those that are seen around a portrait. */
const around = [26, 29, 31, 36, 39, 44];

/** A field of wood whose pith is the portrait, cut round in its middle. */
export function Band({ children }: { children: ReactNode }) {
  return (
    <div className="band">
      <svg viewBox="-160 -104 320 208" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {around.map((at) => (
          <Year key={at} at={at} />
        ))}
      </svg>
      {children}
    </div>
  );
}
