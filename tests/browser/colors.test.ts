// docs/specification.md, 'Theme'

import { expect, it } from "vitest";
import theme from "#content/theme.yaml";
import { colorPairs } from "#content-model/theme/color-pairs.ts";
import { type ColorName, colorNames } from "#content-model/theme/colors.ts";
import { page, provideBrowser } from "../support/browser.ts";
import { routes } from "../support/routes.ts";

/** Each color of text with the ground that it stands on, as `color on ground: words`, both as #rrggbb. */
function pairsOfPage(): [text: string, ground: string, words: string][] {
  const hex = (color: string) => {
    const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number);
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  };
  const groundOf = (element: Element | null): string => {
    if (!element) return "no ground";
    const { backgroundColor } = getComputedStyle(element);
    if (backgroundColor === "rgba(0, 0, 0, 0)") return groundOf(element.parentElement);
    return backgroundColor.startsWith("oklab") ? "a mixture" : hex(backgroundColor);
  };
  const seen = new Map<string, [string, string, string]>();
  for (const element of document.body.querySelectorAll("*")) {
    const words = [...element.childNodes]
      .map((node) => (node.nodeType === 3 ? node.nodeValue : ""))
      .join("")
      .trim();
    if (!(words || element.matches("select, textarea, input:not([type=checkbox], [type=radio])"))) continue;
    // The trap is for robots; the design's own reference shows each measured pair as text, and what is under the pointer.
    if (
      element.closest("svg, script, style, [aria-hidden=true], .contrasts, .show-hover") ||
      !element.checkVisibility()
    )
      continue;
    const pair = [hex(getComputedStyle(element).color), groundOf(element)] as const;
    // A mixture of two grounds lies between them, and both are measured.
    if (pair[1] === "a mixture") continue;
    seen.set(pair.join(), [...pair, words.slice(0, 30) || element.tagName]);
  }
  return [...seen.values()];
}

provideBrowser();

it("text stands only on grounds for which the build measures its contrast, in either theme", async () => {
  const unmeasured: string[] = [];
  const look = async (place: string) => {
    for (const mode of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: mode });
      const namesOf = (color: string): ColorName[] =>
        colorNames.filter((name) => theme.colors[name][mode] === color);
      for (const [text, ground, words] of await page.evaluate(pairsOfPage)) {
        const [texts, grounds] = [namesOf(text), namesOf(ground)];
        const isMeasured = colorPairs.some(
          (pair) => pair.least >= 4.5 && texts.includes(pair.text) && grounds.includes(pair.ground),
        );
        const pair = `${texts.join("/") || text} on ${grounds.join("/") || ground}`;
        if (!isMeasured) unmeasured.push(`${place}, ${mode}: ${pair}: ${words}`);
      }
    }
  };
  for (const path of routes) {
    await page.goto(path);
    await look(path);
  }
  await page.evaluate(() => {
    document.querySelector<HTMLElement>("[popover]")?.showPopover();
  });
  await look("an open menu");
  await page.evaluate(() => document.querySelector("dialog")?.showModal());
  await look("the open sheet");
  await page.goto("/contact");
  await page.locator("form[data-hydrated]").waitFor();
  await page.locator("form button[type=submit]").click();
  await page.locator(".error-summary").waitFor();
  await look("/contact with mistakes");
  expect(unmeasured).toEqual([]);
});
