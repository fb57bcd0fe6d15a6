import { Year } from "#app/design/cross-section-figure.tsx";
import { Style } from "#app/design/style.tsx";
import texts from "#content/diagrams.yaml";
import { Drawing, Label, Sheet, seedHead } from "../drawing.tsx";
import css from "./between-people.css?inline";

type Point = readonly [x: number, y: number];

const { labels } = texts["between-people"];
const line = ([x, y]: Point, [x2, y2]: Point) => `M${x} ${y}L${x2} ${y2}`;
const distance = ([x, y]: Point, [x2, y2]: Point) => Math.hypot(x2 - x, y2 - y);

/** Twelve people around a point, and from where to where one of them works with another. */
const team = seedHead(12, 0, 0, 78);
const within = team.flatMap((one, index) =>
  team.slice(index + 1).flatMap((other) => (distance(one, other) < 49 ? line(one, other) : [])),
);
/** Three such teams: their places, turns in degrees, and sizes. */
const teams = [
  { x: 114, y: 132, turn: 0, size: 1, color: "sky" },
  { x: 340, y: 96, turn: 70, size: 0.86, color: "leaf" },
  { x: 408, y: 284, turn: 200, size: 0.9, color: "lilac" },
].map((one) => ({ ...one, people: team.map((person) => placed(person, one)) }));

/** The pairs of people of two teams who are nearest to each other. */
const between = teams.flatMap(({ people }, index) =>
  teams.slice(index + 1).flatMap((other) =>
    people
      .flatMap((one) => other.people.map((two): [Point, Point] => [one, two]))
      .sort((a, b) => distance(...a) - distance(...b))
      .slice(0, 2)
      .map((pair) => line(...pair)),
  ),
);

function placed([x, y]: Point, at: { x: number; y: number; turn: number; size: number }): Point {
  const [cos, sin] = [Math.cos, Math.sin].map((of) => at.size * of((at.turn * Math.PI) / 180)) as [
    number,
    number,
  ];
  return [Math.round(at.x + x * cos - y * sin), Math.round(at.y + x * sin + y * cos)];
}

/** What the platform looks at is drawn strongly; people are holes in the paper, and a small team is nearly not there. */
export function BetweenPeople() {
  return (
    <Drawing name="between-people" columns="two">
      <Style name="between-people" css={css} />
      <Sheet width={524} height={394}>
        {teams.map(({ x, y, size, color }) => (
          <Year key={color} at={26 * size} x={x} y={y} className={color} />
        ))}
        <path className="between" d={between.join("")} />
        {teams.map(({ x, y, turn, size, color }, index) => (
          <g key={color} transform={`translate(${x} ${y})rotate(${turn})scale(${size})`}>
            {index === 0 ? (
              <g id="people-of-team">
                <path className="between" d={within.join("")} />
                <People at={team} />
              </g>
            ) : (
              <use href="#people-of-team" />
            )}
          </g>
        ))}
        <g className="faint">
          <Year at={13} x={196} y={316} className="absent" />
          <People at={seedHead(3, 196, 316, 28)} />
        </g>
      </Sheet>
      <Sheet height={240}>
        <path className="between" d="M4 26H44" />
        <Label x={70} y={24} align="start" tone="strong" text={labels.looked} />
        <Label x={70} y={44} align="start" tone="quiet" text={labels.between} />
        <People at={[[24, 118]]} />
        <Label x={70} y={114} align="start" tone="strong" text={labels.alone} />
        <Label x={70} y={134} align="start" tone="quiet" text={labels.one} />
        <g className="faint">
          <Year at={5} x={24} y={210} className="absent" />
        </g>
        <Label x={70} y={206} align="start" tone="strong" text={labels.few} />
        <Label x={70} y={226} align="start" tone="quiet" text={labels.reason} />
      </Sheet>
    </Drawing>
  );
}

/** Each a hole with a rim. */
function People({ at }: { at: Point[] }) {
  const points = `M${at.map((point) => point.join(" ")).join("h0M")}h0`;
  return (
    <>
      <path className="rim" d={points} />
      <path className="hole" d={points} />
    </>
  );
}
