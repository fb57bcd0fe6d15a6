import { Year } from "#app/design/cross-section-figure.tsx";
import { Style } from "#app/design/style.tsx";
import type { StillLifeName } from "#content-model/still-lifes.ts";
import css from "./still-life.css?inline";
import { drawings } from "./still-lifes.ts";

/** Something of a scene as cut paper, on a year of the page's cross-section. The text beside it says more, so it is hidden from assistive technology. */
export function StillLife({ name }: { name: StillLifeName }) {
  return (
    <>
      <Style name="still-life" css={css} />
      <svg className="still-life" viewBox="0 -16 320 312" aria-hidden="true">
        <Year at={36} x={160} y={140} className="ground" />
        {drawings[name].map(([sheet, path]) => (
          <path key={path} className={sheet} d={path} />
        ))}
      </svg>
    </>
  );
}
