import { logo } from "virtual:theme";
import { YearOutline } from "../cross-section-figure.tsx";
import { markRings } from "../mark.ts";

/** Draws once what other drawings of the page refer to by its id: the mark, where there is no logo, and the outline of its years. */
export function SharedDrawings({ path }: { path: string }) {
  return (
    <svg className="defs" aria-hidden="true">
      {!logo && (
        <symbol id="mark" viewBox="0 0 200 200">
          {markRings.map((ring) => (
            <path key={ring} d={ring} />
          ))}
        </symbol>
      )}
      <YearOutline seed={path} />
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
