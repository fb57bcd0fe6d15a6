import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { root } from "../root.ts";
import { hashOf } from "./kept-results.ts";

/** The rooms by the names under which others import them; of the tooling one folder shapes what is built. */
const rooms = Object.keys(packageJson.imports).map((name) => name.slice(1, -2));

/** Everything that shapes what is built, below the project's root, folders too; no test does. */
export function listSources(): string[] {
  const sources = [
    ...rooms.filter((room) => room !== "tooling"),
    "tooling/build",
    "*.config.ts",
    "package-lock.json",
  ];
  return sources
    .flatMap((source) => globSync([source, `${source}/**`], { cwd: root }))
    .filter((name) => !/\.test\.tsx?$/.test(name));
}

/** Changes with everything that shapes a page but its own text; with the year, too, which stands below each. */
export function hashOfSources(year: number): string {
  const files = [...listSources(), "package.json", "tsconfig.json"]
    .filter((name) => !name.endsWith(".mdx") && statSync(join(root, name)).isFile())
    .sort();
  return hashOf(
    process.version,
    String(year),
    ...files.flatMap((name) => [name, hashOf(readFileSync(join(root, name)))]),
  );
}
