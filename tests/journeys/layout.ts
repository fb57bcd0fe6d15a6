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

/** Items of lists that have a line for a mark which is empty, above what they hold (WebKit, where a drawing comes first). */
const emptyLines = `[...document.querySelectorAll("li")].filter((item) => {
    const [own, first] = [item, item.firstElementChild];
    if (!first || first !== item.firstChild || getComputedStyle(item).display !== "list-item") return false;
    const padding = parseFloat(getComputedStyle(item).paddingTop) + parseFloat(getComputedStyle(first).marginTop);
    // The box of an element in a line says nothing of what is in it.
    const seen = first.localName === "picture" ? first.querySelector("img") : first;
    return seen.getBoundingClientRect().top - own.getBoundingClientRect().top > padding + 12;
  }).map((item) => item.textContent.slice(0, 40))`;

/** Faces of a wall that do not lie in their tiles. */
const slippedFaces = `[...document.querySelectorAll(".wall > :has(.face)")].filter((tile) => {
    const [own, face] = [tile, tile.querySelector(".face")].map((part) => part.getBoundingClientRect());
    return own.height > 0 && (Math.abs(own.top - face.top) > 1 || Math.abs(own.bottom - face.bottom) > 1);
  }).length`;

/** What is underlined everywhere, and is not here. */
const plainWords = `[".card-action", ".menus li:has([aria-current]) .menu-button", ".events-button[aria-current]"]
  .filter((name) => [...document.querySelectorAll(name)].some((part) => getComputedStyle(part).textDecorationLine !== "underline"))`;

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
        // The sheet as well, which is seen on phones.
        await visitor.evaluate("document.querySelector('#sheet').show()");
        for (const width of [390, 1280]) {
          await visitor.resize(width, 900);
          expect(await visitor.evaluate(partedHeadings), `${path} at ${width} px`).toEqual([]);
          expect(await visitor.evaluate(isTooWide), `${path} at ${width} px`).toBe(false);
          expect(await visitor.evaluate(emptyLines), `${path} at ${width} px`).toEqual([]);
          expect(await visitor.evaluate(slippedFaces), `${path} at ${width} px`).toBe(0);
          expect(await visitor.evaluate(plainWords), `${path} at ${width} px`).toEqual([]);
          parts += await visitor.evaluate<number>(`document.querySelectorAll(".columns h3").length`);
        }
      }
      expect(parts).toBeGreaterThan(10);
    },
  },
];
