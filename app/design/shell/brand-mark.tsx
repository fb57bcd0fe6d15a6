import { YearOutline } from "../cross-section-figure.tsx";
import { markRings } from "../mark.ts";

/** Draws once what other drawings of the page refer to by its id: the mark, and the outline of the page's years. */
export function SharedDrawings({ path }: { path: string }) {
  return (
    <svg className="defs" aria-hidden="true">
      <symbol id="mark" viewBox="0 0 200 200">
        {markRings.map((path) => (
          <path key={path} d={path} />
        ))}
      </symbol>
      <YearOutline seed={path} />
    </svg>
  );
}

export function BrandMark() {
  return (
    <svg className="mark" aria-hidden="true">
      <use href="#mark" />
    </svg>
  );
}
