import { logo } from "virtual:theme";
import { markRings } from "../mark.ts";

/** Draws the mark once; `<BrandMark />` elsewhere on the page refers to it by its id. Nothing where there is a logo. */
export function BrandMarkSymbol() {
  if (logo) return null;
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

/** The organization's logo, or the drawn mark. The name stands beside it. */
export function BrandMark() {
  if (logo) return <img className="mark" src={logo} alt="" />;
  return (
    <svg className="mark" aria-hidden="true">
      <use href="#mark" />
    </svg>
  );
}
