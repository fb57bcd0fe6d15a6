// docs/specification.md, 'Breadcrumbs'

import { describe, expect, it } from "vitest";
import { breadcrumbs } from "./breadcrumbs.ts";

const trail = (path: string, label?: string) =>
  breadcrumbs(path, label).map((crumb) => `${crumb.label} ${crumb.path}`);

describe("breadcrumbs", () => {
  it("is empty on home", () => {
    expect(trail("/")).toEqual([]);
  });

  it("makes the section the current crumb on its overview", () => {
    expect(trail("/organizational/overview", "Overview")).toEqual([
      "Home /",
      "Organizational /organizational/overview",
    ]);
  });

  it("leads from a page to its section's overview", () => {
    expect(trail("/learning/faculty", "Faculty")).toEqual([
      "Home /",
      "Learning /learning/overview",
      "Faculty /learning/faculty",
    ]);
  });

  it("keeps one crumb per segment on the page that its section leads to, without a link to that page", () => {
    expect(trail("/about/compassion", "Mission")).toEqual([
      "Home /",
      "About /about",
      "Mission /about/compassion",
    ]);
    const links = (path: string) => breadcrumbs(path, "x").map(({ isLink }) => isLink);
    expect(links("/about/compassion")).toEqual([true, false, false]);
    expect(links("/about/company")).toEqual([true, true, false]);
    expect(links("/learning/overview")).toEqual([true, false]);
  });

  it("takes the page's own label for a page without a section", () => {
    expect(trail("/events/monthly-gathering", "Monthly gathering")).toEqual([
      "Home /",
      "Events /events",
      "Monthly gathering /events/monthly-gathering",
    ]);
  });

  it("falls back on a friendly label, then on the title-cased segment", () => {
    expect(trail("/learning/mastermind-application").at(-1)).toMatch(/^Mastermind Application /);
    expect(trail("/community/interest").at(-1)).toMatch(/^Community Interest /);
    expect(trail("/some-place").at(-1)).toBe("Some Place /some-place");
  });
});
