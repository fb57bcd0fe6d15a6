import { barkRadius, yearOutline, years } from "#app/design/cross-section.ts";
import theme from "#content/theme.yaml";

const { colors, faces } = theme;
const edge = Math.round(barkRadius * 1.2);

/**
 * The cross-section that grows from a reference alone: the same reference gives the same rings. A picture that is whole by
 * itself, in the page and as a file.
 */
export function OwnRings({ reference }: { reference: string }) {
  const grown = years(reference, 22);
  const lit = 8 + ([...reference].reduce((sum, char) => sum + char.charCodeAt(0), 0) % 12);
  return (
    <svg
      className="rings own-rings"
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`${-edge} ${-edge} ${2 * edge} ${2 * edge + 60}`}
      aria-hidden="true"
    >
      <path
        fill={colors.spruce.light}
        stroke="none"
        d={`M${-edge} ${-edge}h${2 * edge}v${2 * edge + 60}H${-edge}z`}
      />
      <defs>
        <path id="own-year" d={yearOutline(reference)} vectorEffect="non-scaling-stroke" />
      </defs>
      {grown.map((at, year) => (
        <use
          // biome-ignore lint/suspicious/noArrayIndexKey: a ring is its year
          key={year}
          href="#own-year"
          transform={`scale(${at / 100})`}
          fill="none"
          stroke={year === lit ? colors.marigold.light : colors["on-spruce-2"].light}
          strokeOpacity={year === lit ? 1 : 0.45}
          strokeWidth={year === lit ? 5 : year % 7 === 4 ? 3.5 : 1.5}
        />
      ))}
      <circle r="7" fill={colors.marigold.light} stroke="none" />
      <text
        transform={`translate(0 ${edge + 20}) scale(2.2)`}
        fill={colors["on-spruce"].light}
        stroke="none"
        fontFamily={faces.speak.mail}
        fontSize="15"
        letterSpacing="2"
        textAnchor="middle"
      >
        {reference}
      </text>
    </svg>
  );
}
