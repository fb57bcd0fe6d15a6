import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { parse } from "yaml";
import { loadContent } from "#content-model/load-content.ts";
import { castSchema, lookOf } from "./portraits/look.ts";
import { portrait } from "./portraits/portrait.ts";

/**
 * Draws a sample portrait for every sample person of content/people/ whose photo is an SVG file. The same name and casting
 * always give the same drawing. The photos of real people are left alone.
 */
const root = join(import.meta.dirname, "..");
const folder = join(root, "content/people/photos");
const casting = v.parse(
  v.record(v.string(), castSchema),
  parse(readFileSync(join(folder, "casting.yaml"), "utf8")),
);

const people = [
  ...loadContent("people/faculty.yaml", root),
  ...loadContent("people/team.yaml", root),
  ...loadContent("people/presenters.yaml", root).flatMap((group) => group.presenters),
];
for (const { name, photo, sample } of people) {
  if (sample && photo?.endsWith(".svg")) {
    writeFileSync(join(folder, photo), portrait(lookOf(name, casting[name])));
  }
}

const names = new Set(people.map(({ name }) => name));
for (const name of Object.keys(casting)) {
  if (!names.has(name)) console.warn(`casting.yaml: nobody in content/people/ is called ${name}`);
}
