import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

/** The rooms of docs/architecture.md, from the top down; those of one floor do not use each other. */
const floors = [
  ["tooling"],
  ["staff"],
  ["server", "samples"],
  ["app"],
  ["submissions"],
  ["calendar", "database", "content-model"],
  ["system"],
];
const rooms = floors.flat();
/** Samples go as a whole one day: nobody uses them. */
const isBelow = (to: string, from: string) => floorOf(from) < floorOf(to) && to !== "samples";
const floorOf = (room: string) => floors.findIndex((floor) => floor.includes(room));

const features = ["home", "pages", "people", "events", "interest", "mastermind", "problem", "typography"];
const parts = ["design", "diagrams", "forms", "seo"];

interface Arrow {
  from: string;
  to: string;
  isAllowed: boolean;
}

const arrows: Arrow[] = [
  ...rooms.flatMap((from) =>
    rooms
      .filter((to) => to !== from)
      .flatMap((to) => [
        { from: `${from}/one.ts`, to: `#${to}/two.ts`, isAllowed: isBelow(to, from) },
        { from: `${from}/deep/one.ts`, to: `../../${to}/two.ts`, isAllowed: isBelow(to, from) },
      ]),
  ),
  ...rooms
    .filter((room) => room !== "tooling")
    .map((room) => ({ from: `${room}/three.ts`, to: "../tests/support/site.ts", isAllowed: false })),
  ...features.flatMap((from) =>
    [...features, ...parts]
      .filter((to) => to !== from)
      .flatMap((to) => [
        { from: `app/${from}/four.ts`, to: `#app/${to}/two.ts`, isAllowed: parts.includes(to) },
        { from: `app/${from}/four.route.ts`, to: `#app/${to}/two.ts`, isAllowed: true },
      ]),
  ),
  ...parts.flatMap((from) =>
    features.map((to) => ({ from: `app/${from}/five.ts`, to: `../${to}/two.ts`, isAllowed: false })),
  ),
];

describe("the house", () => {
  const folder = mkdtempSync(join(tmpdir(), "house-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Lints these files, with one import on each line, and gives `file:line` of those that are refused. */
  function lint(files: Record<string, string[]>, rule: string): string[] {
    for (const [file, imports] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), imports.map((name) => `import type {} from "${name}";\n`).join(""));
    }
    cpSync("biome.json", join(folder, "biome.json"));
    const { stdout } = spawnSync(
      "biome",
      ["lint", `--only=${rule}`, "--vcs-enabled=false", "--max-diagnostics=none", "--reporter=json", "."],
      {
        cwd: folder,
        encoding: "utf8",
        maxBuffer: 2 ** 28,
        env: { ...process.env, PATH: `${resolve("node_modules/.bin")}:${process.env.PATH}` },
      },
    );
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { location: { path: string; start: { line: number } } }[];
    };
    return diagnostics.map(({ location: { path, start } }) => `${path}:${start.line}`).sort();
  }

  it("refuses every import that does not lead down, and no other", () => {
    const files = Object.groupBy(arrows, ({ from }) => from) as Record<string, Arrow[]>;
    const refused = lint(
      Object.fromEntries(Object.entries(files).map(([file, all]) => [file, all.map(({ to }) => to)])),
      "style/noRestrictedImports",
    );
    const expected = Object.entries(files).flatMap(([file, all]) =>
      all.flatMap(({ isAllowed }, line) => (isAllowed ? [] : [`${file}:${line + 1}`])),
    );
    expect(expected.length).toBeGreaterThan(150);
    expect(refused).toEqual(expected.sort());
  });

  it("refuses a circle of types", () => {
    const circle = { "calendar/read/a.ts": ["./b.ts"], "calendar/read/b.ts": ["./a.ts"] };
    expect(lint(circle, "suspicious/noImportCycles")).toEqual([
      "calendar/read/a.ts:1",
      "calendar/read/b.ts:1",
    ]);
  });

  it("has a room for every folder of code", () => {
    const { include } = JSON.parse(readFileSync("tsconfig.json", "utf8")) as { include: string[] };
    expect(include.filter((one) => /^[a-z-]+$/.test(one)).sort()).toEqual([...rooms, "tests"].sort());
  });
});
