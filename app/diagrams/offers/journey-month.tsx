import { Year } from "#app/design/cross-section-figure.tsx";
import texts from "#content/diagrams.yaml";
import { Drawing, Label, Sheet, seedHead } from "../drawing.tsx";

const { labels } = texts["journey-month"];
const group = seedHead(18, 0, 0, 40);
const circle = group.slice(-8).sort(([x, y], [x2, y2]) => Math.atan2(y, x) - Math.atan2(y2, x2));
const pathOf = (people: [number, number][], between: string) =>
  `M${people.map((at) => at.join(" ")).join(between)}`;

type Point = [x: number, y: number];

/** The four weeks of every month: twice on one's own case, once with a guest among the others, once all together. */
export function JourneyMonth() {
  return (
    <Drawing name="journey-month">
      <Sheet height={356} only="narrow">
        <Weeks
          at={[
            [85, 58],
            [265, 58],
            [85, 240],
            [265, 240],
          ]}
        />
      </Sheet>
      <Sheet width={700} height={174} only="wide">
        <Weeks
          at={[
            [80, 58],
            [260, 58],
            [440, 58],
            [620, 58],
          ]}
        />
      </Sheet>
    </Drawing>
  );
}

function Weeks({ at: [first, second, third, fourth] }: { at: [Point, Point, Point, Point] }) {
  return (
    <>
      <Week at={first} name={labels.first} does={labels.individual} people={[[0, 0]]} />
      <Week at={second} name={labels.second} does={labels.individual} people={[[0, 0]]} />
      <Week at={third} name={labels.third} does={labels.guest} people={group.slice(3)} />
      <circle className="lit" cx={third[0]} cy={third[1]} r="10" />
      <Week at={fourth} name={labels.fourth} does={labels.group} people={circle} isJoined />
    </>
  );
}

interface WeekProps {
  at: Point;
  name: string;
  does: string;
  people: [number, number][];
  isJoined?: boolean;
}

/** Around a point of its own, so that both arrangements consist of the same letters. */
function Week({ at: [x, y], name, does, people, isJoined }: WeekProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <Year at={13} className="person" />
      {isJoined && <path d={`${pathOf(people, "L")}z`} />}
      <path className="dots" d={`${pathOf(people, "h0M")}h0`} />
      <Label x={0} y={84} tone="strong" text={name} />
      <Label x={0} y={104} tone="quiet" text={does} />
    </g>
  );
}
