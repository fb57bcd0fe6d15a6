import { rings } from "./rings.ts";

/** A cross-section: rings around a seed, one of them lit. Decoration, so hidden from assistive technology. */
export function RingsFigure({
  seed,
  count,
  lit,
  className,
}: {
  seed: string;
  count: number;
  lit: number;
  className: string;
}) {
  const paths = rings({ seed, cx: 500, cy: 420, innerRadius: 20, outerRadius: 480, count });
  return (
    <svg className={`rings ${className}`} viewBox="0 0 1000 840" aria-hidden="true">
      <path d={paths.filter((_, index) => index !== lit).join("")} />
      <path className="lit" d={paths[lit]} />
    </svg>
  );
}
