import { diagrams } from "./diagrams.ts";

/** A drawing with its caption, by the drawing's name. */
export function Figure({ name, caption }: { name: string; caption: string }) {
  const Diagram = diagrams[name];
  if (!Diagram) return null;
  return (
    <figure className="figure wide">
      <Diagram />
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
