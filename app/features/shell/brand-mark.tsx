import { rings } from "#app/ui/rings.ts";

/** The seed of the brand mark's rings; icons and social cards draw the same ones. */
const markRings = rings({
  seed: "mark",
  cx: 100,
  cy: 100,
  innerRadius: 8,
  outerRadius: 90,
  count: 4,
  wobble: 0.03,
});

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
