import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("the module of each content file has the type of its own schema", () => {
  const declared = readFileSync("content-model/content-modules.d.ts", "utf8");
  const modules = [...declared.matchAll(/module "#content\/(.+)" \{\n.*Content\["(.+)"\];/g)];
  expect(modules.length).toBe(declared.split('module "#content/').length - 1);
  expect(modules.filter(([, file, typed]) => file !== typed)).toEqual([]);
});
