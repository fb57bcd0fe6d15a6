import { useContext } from "react";
import { yearAround } from "#app/design/cross-section.ts";
import { Seed, Year } from "#app/design/cross-section-figure.tsx";
import { Style } from "#app/design/style.tsx";
import type { StillLifeName } from "#content-model/still-lifes.ts";
import css from "./still-life.css?inline";
import { drawings, fieldOf, type Sheet } from "./still-lifes.ts";

/** Years around a still life that stands alone, in hundredths of the whole. */
const years = [45, 52, 62, 75];

/** Years within the ground of a scene, as shares of it. */
const grain = [0.75, 0.45];

/** How high the year is that a scene's lies on, wherever its pith is; the drawing stands in its middle. */
const groundHeight = 236;

/**
 * Something of a scene as cut paper, on a year of the page's cross-section. The text beside it says more, so it is hidden from assistive technology.
 *
 * @param isAlone in a head: the year is large enough for all of it, and others go on around it, over the edges of the field
 */
export function StillLife({ name, isAlone }: { name: StillLifeName; isAlone?: boolean }) {
  const { at, x, y } = yearAround(useContext(Seed), groundHeight, [160, 140]);
  const { top, bottom } = fieldOf(name);
  return isAlone ? (
    <CutPaper
      sheets={drawings[name]}
      viewBox="-44 -30 384 340"
      ground={40}
      middle={[160, 140]}
      rings={years}
    />
  ) : (
    <CutPaper
      sheets={drawings[name]}
      viewBox={`0 ${top} 320 ${bottom - top}`}
      ground={at}
      middle={[x, y]}
      rings={grain.map((share) => Math.round(share * at))}
    />
  );
}

interface CutPaperProps {
  /** From the lowest up. */
  sheets: [Sheet, string][];
  viewBox: string;
  /** How large the year is that it lies on, in hundredths of the whole, and where. */
  ground: number;
  middle: [x: number, y: number];
  /** Further years around it or in it, as lines. */
  rings?: number[] | undefined;
}

export function CutPaper({ sheets, viewBox, ground, middle: [x, y], rings }: CutPaperProps) {
  return (
    <>
      <Style name="still-life" css={css} />
      <svg className="still-life" viewBox={viewBox} aria-hidden="true">
        <Year at={ground} x={x} y={y} className="ground" />
        {rings?.map((at) => (
          <Year key={at} at={at} x={x} y={y} />
        ))}
        {sheets.map(([sheet, path]) => (
          <path key={path} className={sheet} d={path} />
        ))}
      </svg>
    </>
  );
}
