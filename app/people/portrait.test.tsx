import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Portrait } from "./portrait.tsx";

it("brings the look of a missing portrait to whatever page it stands on", () => {
  expect(renderToStaticMarkup(<Portrait name="Ada Moreno" photo={undefined} />)).toContain(
    'data-href="portrait-missing"',
  );
});
