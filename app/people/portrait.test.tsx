import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Face, Portrait } from "./portrait.tsx";

const missing = { name: "Ada Moreno", photo: undefined };

it("brings the look of a missing portrait to whatever page it stands on", () => {
  expect(renderToStaticMarkup(<Portrait {...missing} />)).toContain('data-href="portrait-missing"');
});

it("draws a missing portrait alike on the wall of faces and in the lists", () => {
  const drawings = [<Portrait key="list" {...missing} />, <Face key="wall" {...missing} />].map(
    (one) => /<svg.*<\/b>/.exec(renderToStaticMarkup(one))?.[0],
  );
  expect(drawings[0]).toContain('data-letters="AM"');
  expect(drawings[1]).toBe(drawings[0]);
});
