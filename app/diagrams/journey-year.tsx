import texts from "#content/diagrams.yaml";
import { Drawing, Growth, Label, Sheet } from "./drawing.tsx";

const { labels } = texts["journey-year"];
const months = Array.from({ length: 12 }, (_, index) => {
  const angle = ((index + 0.5) / 12) * 2 * Math.PI - Math.PI / 2;
  const at = (radius: number) => ({
    x: Math.round(175 + radius * Math.cos(angle)),
    y: Math.round(164 + radius * Math.sin(angle)),
  });
  return { month: index + 1, mark: at(120), number: at(143 + index) };
});

/** The year as a round of months, each a little fuller than the one before; below, what every month holds. */
export function JourneyYear() {
  return (
    <Drawing name="journey-year" columns="two">
      <Sheet height={322}>
        <path className="thin" d="M175 30V298M41 164H309" />
        {months.map(({ month, mark, number }) => (
          <g key={month}>
            <Growth
              {...mark}
              r={8 + month}
              count={1 + Math.floor((month - 1) / 3)}
              className={month === 12 ? "leaf" : undefined}
            />
            <Label x={number.x} y={number.y + 5} tone="quiet" text={String(month)} />
          </g>
        ))}
        <Label x={183} y={138} align="start" tone="strong" text={labels.first} />
        <Label x={183} y={200} align="start" tone="strong" text={labels.second} />
        <Label x={167} y={200} align="end" tone="strong" text={labels.third} />
        <Label x={167} y={138} align="end" tone="strong" text={labels.fourth} />
      </Sheet>
      <Sheet y={332} height={104}>
        <Label x={0} y={352} align="start" tone="strong" text={labels.month} />
        <Label x={350} y={352} align="end" text={labels.session} />
        <path d="M1 372v12H140V372M161 372v12h90V372M272 372v12h77V372" />
        <Label x={70} y={408} text={labels.weeks} />
        <Label x={70} y={427} tone="quiet" text={labels.individual} />
        <Label x={206} y={408} text={labels.week3} />
        <Label x={206} y={427} tone="quiet" text={labels.guest} />
        <Label x={311} y={408} text={labels.week4} />
        <Label x={311} y={427} tone="quiet" text={labels.group} />
      </Sheet>
    </Drawing>
  );
}
