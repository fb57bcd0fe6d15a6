import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ContentWatch } from "./content-watch.ts";

let root: string;
const file = (name: string) => join(root, "content", name);
const texts = ["people/team.yaml", "offers.yaml", "site.yaml", "theme.yaml", "home.yaml", "pages/team.mdx"];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "watch-"));
  for (const name of ["people/photos", "pages"]) mkdirSync(file(name), { recursive: true });
  for (const name of [...texts, "people/photos/ada-moreno.jpg"]) writeFileSync(file(name), "");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** What is new after a file was saved. */
function afterSaving(name: string) {
  const watch = new ContentWatch(root);
  const later = new Date(Date.now() + 5_000);
  utimesSync(file(name), later, later);
  const first = watch.changes();
  expect(watch.changes()).toEqual({ changed: [], isOtherList: false });
  return first;
}

it.each(["home.yaml", "pages/team.mdx", "people/photos/ada-moreno.jpg"])(
  "tells that %s has changed, from which no other takes anything",
  (name) => {
    expect(afterSaving(name)).toEqual({ changed: [file(name)], isOtherList: false });
  },
);

it.each(["people/team.yaml", "offers.yaml", "site.yaml", "theme.yaml"])(
  "tells of every text when %s has changed, that they take counts, names or facts from",
  (name) => {
    const { changed, isOtherList } = afterSaving(name);
    expect(changed.toSorted()).toEqual(texts.map(file).toSorted());
    expect(isOtherList).toBe(false);
  },
);

it("tells of a file that came", () => {
  const watch = new ContentWatch(root);
  writeFileSync(file("pages/retreat.mdx"), "");
  expect(watch.changes().isOtherList).toBe(true);
});
