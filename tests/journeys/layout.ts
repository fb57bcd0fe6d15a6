import { expect } from "vitest";
import { routes } from "../support/routes.ts";
import { formCases } from "./filling.ts";
import type { Journey } from "./journey.ts";

/** Names of the fields in which hardly a word has room. */
const narrowFields = `[...document.querySelectorAll(".section :is(select, textarea, input:not([type=radio], [type=checkbox]))")]
  .filter((field) => field.clientWidth < 160).map(({ name }) => name)`;

/** Headings that stand elsewhere than what follows them, in blocks that may stand beside each other. */
const partedHeadings = `[...document.querySelectorAll(".columns h3")]
  .filter((heading) => {
    const [own, next] = [heading, heading.nextElementSibling].map((part) => part.getBoundingClientRect());
    return Math.abs(own.left - next.left) > 1 || own.bottom > next.top;
  }).map((heading) => heading.textContent)`;

const isTooWide = "document.documentElement.scrollWidth > innerWidth";

/** How pages lie in each engine: other things of the layout are seen by tests/browser in Chromium alone. */
export const layoutJourneys: Journey[] = [
  ...formCases.map(({ name, path }) => ({
    name: `gives each field room in windows of every width: ${name}`,
    async run({ visitor, address }: Parameters<Journey["run"]>[0]) {
      for (const width of [320, 768, 1024, 1280, 1440, 1920]) {
        await visitor.resize(width, 900);
        await visitor.open(address + path);
        expect(await visitor.evaluate(narrowFields), `at ${width} px`).toEqual([]);
      }
    },
  })),
  {
    name: "leaves each heading with its text, and the window as wide as it is, on every page",
    async run({ visitor, address }) {
      let parts = 0;
      for (const path of routes) {
        await visitor.open(address + path);
        for (const width of [390, 1280]) {
          await visitor.resize(width, 900);
          expect(await visitor.evaluate(partedHeadings), `${path} at ${width} px`).toEqual([]);
          expect(await visitor.evaluate(isTooWide), `${path} at ${width} px`).toBe(false);
          parts += await visitor.evaluate<number>(`document.querySelectorAll(".columns h3").length`);
        }
      }
      expect(parts).toBeGreaterThan(10);
    },
  },
];
