import { Year } from "#app/design/cross-section-figure.tsx";

/** Where their piths lie; years in hundredths of the whole, the outer one is filled. */
const discs = [
  { color: "clay", x: 196, y: 330, years: [22, 18, 13, 8, 4] },
  { color: "lilac", x: 392, y: 168, years: [23, 19, 16, 11, 5] },
  { color: "sky", x: 560, y: 148, years: [20, 16, 12, 6] },
  { color: "leaf", x: 494, y: 330, years: [36, 31, 27, 21, 14, 8, 4] },
  { color: "marigold", x: 336, y: 292, years: [9, 5] },
];

/** In the head of the list: those who come together, a color for each section, over its edges. Decoration, so hidden from assistive technology. */
export function Gathering() {
  return (
    <svg className="gathering" viewBox="266 60 334 270" preserveAspectRatio="xMaxYMax" aria-hidden="true">
      {discs.map(({ color, x, y, years }) => (
        <g key={color}>
          {years.map((at, year) => (
            <Year key={at} at={at} x={x} y={y} className={year === 0 ? color : undefined} />
          ))}
        </g>
      ))}
    </svg>
  );
}
