import { expect } from "vitest";
import { formCases } from "./filling.ts";
import type { Journey } from "./journey.ts";

/** Names of the fields in which hardly a word has room. */
const narrowFields = `[...document.querySelectorAll(".section :is(select, textarea, input:not([type=radio], [type=checkbox]))")]
  .filter((field) => field.clientWidth < 160).map(({ name }) => name)`;

/** How the forms lie in each engine: other things of the layout are seen by tests/browser in Chromium alone. */
export const layoutJourneys: Journey[] = formCases.map(({ name, path }) => ({
  name: `gives each field room in windows of every width: ${name}`,
  async run({ visitor, address }) {
    for (const width of [320, 768, 1024, 1280, 1440, 1920]) {
      await visitor.resize(width, 900);
      await visitor.open(address + path);
      expect(await visitor.evaluate(narrowFields), `at ${width} px`).toEqual([]);
    }
  },
}));
