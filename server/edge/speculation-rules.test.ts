import { expect, it } from "vitest";
import { formRoutes } from "../../tests/support/routes.ts";
import { speculationRules } from "./speculation-rules.ts";

/** Whether a plain link is rendered ahead; the patterns are those of the URL standard. */
function isAhead(address: string): boolean {
  const base = "https://www.example.org/about";
  const matches = (patterns: string | string[]) =>
    [patterns].flat().some((pattern) => new URLPattern(pattern, base).test(new URL(address, base)));
  return speculationRules.prerender.some(({ where }) =>
    where.and.every(({ href_matches, not }) => {
      if (href_matches) return matches(href_matches);
      return !not?.href_matches || !matches(not.href_matches);
    }),
  );
}

it("renders pages of the site ahead, but none for one visitor, with a query or elsewhere, and no file", () => {
  expect(["/", "/community/overview", "/events/a-1"].map(isAhead)).toEqual([true, true, true]);
  const others = [
    ...formRoutes,
    "/contact/thanks",
    "/events?month=1",
    "/events/a.ics",
    "/functions/v1",
    "https://x.example/",
  ];
  expect(others.filter(isAhead)).toEqual([]);
});

it("waits until the pointer rests, and leaves downloads and other windows alone", () => {
  const [{ where, eagerness }] = speculationRules.prerender as [(typeof speculationRules.prerender)[number]];
  expect(eagerness).toBe("moderate");
  const selectors = where.and.map(({ not }) => not?.selector_matches).filter(Boolean);
  expect(selectors).toEqual(["[download], [target=_blank]"]);
});
