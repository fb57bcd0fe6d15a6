import { Style } from "#app/design/style.tsx";
import type { FigureName } from "#content-model/schemas/diagrams.schema.ts";
import css from "./diagrams.css?inline";
import { diagrams } from "./diagrams.ts";

/**
 * A drawing with its caption, by the drawing's name.
 *
 * @throws for a name that no drawing has, so that the build says so
 */
export function Figure({ name, caption }: { name: FigureName; caption: string }) {
  const Diagram = diagrams[name];
  if (!Diagram)
    throw new Error(
      `<Figure name="${name}">: there is no such drawing; write one of ${Object.keys(diagrams).join(", ")}`,
    );
  return (
    <figure className="figure wide">
      <Style name="diagrams" css={css} />
      <Diagram />
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
