import { markRings } from "../mark.ts";

/** Draws the mark once; `<BrandMark />` elsewhere on the page refers to it by its id. */
export function BrandMarkSymbol() {
  return (
    <svg className="defs" aria-hidden="true">
      <symbol id="mark" viewBox="0 0 200 200">
        {markRings.map((path) => (
          <path key={path} d={path} />
        ))}
      </symbol>
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
