import { spawnSync } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

/** The rooms as docs/architecture.md draws them, from the top down; those of one floor do not use each other. */
const floors = [
  ...(readFileSync("docs/architecture.md", "utf8")
    .split("\n## The rooms\n")[1]
    ?.split("\n## ")[0]
    ?.matchAll(/^ {4}((?:[a-z-]+ {2,})+)/gm) ?? []),
].map(([, names = ""]) => names.trim().split(/ +/));
const rooms = floors.flat();
const floorOf = (room: string) => floors.findIndex((floor) => floor.includes(room));
/** Samples go as a whole one day: nobody uses them. */
const isBelow = (to: string, from: string) => floorOf(from) < floorOf(to) && to !== "samples";

const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const parts = ["design", "diagrams", "forms", "seo", "session"];
const features = foldersIn("app").filter((name) => !parts.includes(name));

interface Arrow {
  from: string;
  to: string;
  isAllowed: boolean;
}

const codeRooms = rooms.filter((room) => room !== "content");
const arrows: Arrow[] = [
  ...codeRooms.flatMap((from) => [
    ...rooms.flatMap((to) => [
      { from: `${from}/one.ts`, to: `#${to}/two.ts`, isAllowed: to === from || isBelow(to, from) },
      { from: `${from}/deep/one.ts`, to: `../../${to}/two.ts`, isAllowed: false },
    ]),
    { from: `${from}/one.ts`, to: "../tests/support/site.ts", isAllowed: false },
    { from: `${from}/one.ts`, to: "#unknown/two.ts", isAllowed: false },
    { from: `${from}/deep/one.ts`, to: "../two.ts", isAllowed: true },
    { from: `${from}/deep/one.ts`, to: "valibot", isAllowed: true },
    { from: `${from}/deep/one.test.ts`, to: "../../tests/support/site.ts", isAllowed: true },
  ]),
  ...[...features, ...parts].flatMap((from) => [
    ...[...features, ...parts].flatMap((to) => [
      { from: `app/${from}/four.tsx`, to: `#app/${to}/two.ts`, isAllowed: parts.includes(to) },
      { from: `app/${from}/four.route.tsx`, to: `#app/${to}/two.ts`, isAllowed: true },
      { from: `app/${from}/deep/five.ts`, to: `../../${to}/two.ts`, isAllowed: parts.includes(to) },
    ]),
    { from: `app/${from}/four.tsx`, to: "./two.ts", isAllowed: true },
  ]),
];

describe("the house", () => {
  const folder = mkdtempSync(join(tmpdir(), "house-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Lints these files, below `place`, and gives `file:line` of those lines that the rule refuses. */
  function lint(place: string, files: Record<string, string[]>, rule: string): string[] {
    const house = join(folder, place);
    cpSync("biome.jsonc", join(house, "biome.jsonc"));
    cpSync("tooling/lint", join(house, "tooling/lint"), { recursive: true });
    for (const [file, lines] of Object.entries(files)) {
      mkdirSync(dirname(join(house, file)), { recursive: true });
      writeFileSync(join(house, file), `${lines.join("\n")}\n`);
    }
    const { stdout } = spawnSync(
      "biome",
      ["lint", "--vcs-enabled=false", "--max-diagnostics=none", "--reporter=json", "."],
      {
        cwd: house,
        encoding: "utf8",
        maxBuffer: 2 ** 28,
        env: { ...process.env, PATH: `${resolve("node_modules/.bin")}:${process.env.PATH}` },
      },
    );
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { category: string; location: { path: string; start: { line: number } } }[];
    };
    return diagnostics
      .filter(({ category }) => category === rule)
      .map(({ location: { path, start } }) => `${path}:${start.line}`)
      .sort();
  }

  it("refuses every import that does not lead down, and no other", () => {
    const files = Object.groupBy(arrows, ({ from }) => from) as Record<string, Arrow[]>;
    // A folder above the project may have the name of a room.
    const refused = lint(
      "app/server",
      Object.fromEntries(
        Object.entries(files).map(([file, all]) => [
          file,
          all.map(({ to }) => `import type {} from "${to}";`),
        ]),
      ),
      "plugin",
    );
    const expected = Object.entries(files).flatMap(([file, all]) =>
      all.flatMap(({ isAllowed }, line) => (isAllowed ? [] : [`${file}:${line + 1}`])),
    );
    expect(expected.length).toBeGreaterThan(300);
    expect(refused).toEqual(expected.sort());
  });

  it("refuses an import of each form", () => {
    const forms = [
      'import "#tooling/a.ts";',
      'import a from "#tooling/a.ts";',
      'import type { B } from "#tooling/a.ts";',
      'export * from "#tooling/a.ts";',
      'export { c } from "#tooling/a.ts";',
      'const d = await import("#tooling/a.ts");',
      'type E = import("#tooling/a.ts").E;',
    ];
    expect(lint("forms", { "staff/one.ts": forms }, "plugin")).toEqual(
      forms.map((_, line) => `staff/one.ts:${line + 1}`),
    );
  });

  it("refuses a circle of types", () => {
    const circle = {
      "calendar/read/a.ts": ['import type {} from "./b.ts";'],
      "calendar/read/b.ts": ['import type {} from "./a.ts";'],
    };
    expect(lint("circle", circle, "lint/suspicious/noImportCycles")).toEqual([
      "calendar/read/a.ts:1",
      "calendar/read/b.ts:1",
    ]);
  });

  /** The linter counts the lines between the braces. */
  const functionOf = (lines: number) => [
    "export function one() {",
    ...Array.from({ length: lines }, () => "void 0;"),
    "}",
  ];
  const fileOf = (lines: number) => Array.from({ length: lines }, () => "void 0;");

  it.each([
    [
      "the time",
      "plugin",
      ["export const a = Date.now();"],
      ["app/one.ts", "staff/a/one.ts", "submissions/a/one.ts"],
      "system/clock.ts",
    ],
    [
      "the date",
      "plugin",
      ["export const a = new Date();"],
      ["app/one.ts", "calendar/one.ts"],
      "tests/one.ts",
    ],
    ["a message", "lint/suspicious/noConsole", ['console.log("a");'], ["server/one.ts"], "tooling/one.ts"],
    ["a setting", "lint/style/noProcessEnv", ["void process.env.A;"], ["staff/one.ts"], "server/config.ts"],
    [
      "71 lines in a function",
      "lint/complexity/noExcessiveLinesPerFunction",
      functionOf(71),
      ["app/one.tsx"],
      "app/one.test.tsx",
    ],
    ["251 lines", "lint/style/noExcessiveLinesPerFile", fileOf(251), ["tooling/one.ts"], "tests/one.ts"],
  ])("refuses %s where it is not due", (name, rule, lines, refused, allowed) => {
    const files = Object.fromEntries([...refused, allowed].map((file) => [file, lines]));
    expect(lint(name.replaceAll(" ", "-"), files, rule)).toEqual(refused.map((file) => `${file}:1`));
  });

  it("leaves what is allowed: a time that is given, seventy lines, two hundred and fifty", () => {
    const files = {
      "app/one.ts": ["export const a = (b: number) => new Date(b);"],
      "app/two.ts": functionOf(70),
      "app/three.ts": fileOf(250),
    };
    expect(lint("allowed", files, "plugin")).toEqual([]);
    expect(lint("allowed", files, "lint/complexity/noExcessiveLinesPerFunction")).toEqual([]);
    expect(lint("allowed", files, "lint/style/noExcessiveLinesPerFile")).toEqual([]);
  });

  it("names the language in one place", () => {
    const naming = codeRooms
      .flatMap((room) => globSync(`${room}/**/*.{ts,tsx}`))
      .filter(
        (file) =>
          !/\.test\.tsx?$/.test(file) && /["'`](en|sv)[-_][A-Z]{2}["'`]/.test(readFileSync(file, "utf8")),
      );
    expect(naming).toEqual(["system/language.ts"]);
  });

  it("has a room for every folder of code, and no room's name within another", () => {
    const apart = ["build", "docs", "node_modules", "tests"];
    const folders = foldersIn(".").filter((name) => !name.startsWith(".") && !apart.includes(name));
    // What a start writes lies beside the code; it is no code.
    const ofCode = folders.filter(
      (name) => rooms.includes(name) || readdirSync(name).some((file) => /\.tsx?$/.test(file)),
    );
    expect(ofCode.sort()).toEqual(rooms.toSorted());
    const inner = codeRooms.flatMap((room) =>
      readdirSync(room, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => basename(name)),
    );
    expect(inner.filter((name) => rooms.includes(name))).toEqual([]);
  });

  /** Pairs of folders that lie side by side, where the first uses the second, by way of others too, and the second the first. */
  function circlesIn(files: Record<string, string>): string[] {
    const uses = new Map<string, Set<string>>();
    for (const [file, text] of Object.entries(files))
      for (const [, path = ""] of text.matchAll(/(?:\bfrom|\bimport)[\s(]*"([.#][^"]+)"/g)) {
        const [own, used] = [file, path.startsWith("#") ? path.slice(1) : join(dirname(file), path)].map(
          (one) => dirname(one).split("/"),
        ) as [string[], string[]];
        const apart = own.findIndex((name, depth) => name !== used[depth]);
        if (apart < 1 || used[apart] === undefined) continue;
        const [from, to] = [own, used].map((names) => names.slice(0, apart + 1).join("/")) as [
          string,
          string,
        ];
        uses.set(from, (uses.get(from) ?? new Set()).add(to));
      }
    const reach = (from: string, seen = new Set<string>()): Set<string> => {
      for (const to of uses.get(from) ?? []) if (!seen.has(to)) reach(to, seen.add(to));
      return seen;
    };
    return [...uses.keys()].filter((folder) => reach(folder).has(folder)).sort();
  }

  it("lets no folders of a room use each other", () => {
    const files = codeRooms
      .flatMap((room) => globSync(`${room}/**/*.{ts,tsx}`))
      .filter((file) => !/\.test\.tsx?$/.test(file));
    expect(circlesIn(Object.fromEntries(files.map((file) => [file, readFileSync(file, "utf8")])))).toEqual(
      [],
    );
    const circle = {
      "server/a/one.ts": 'import "../b/two.ts";',
      "server/b/two.ts": 'import type { C } from "#server/c/deep/three.ts";',
      "server/c/deep/three.ts": 'await import("../../a/four.ts");',
      "server/one.ts": 'import "./a/one.ts"; import "./d/five.ts";',
      "server/d/five.ts": 'import "./inner/six.ts"; import "../a/one.ts"; import "../one.ts";',
    };
    expect(circlesIn(circle)).toEqual(["server/a", "server/b", "server/c"]);
  });

  it("keeps no folder of more files than one reads at a glance, tests beside their subject apart", () => {
    const files = [...codeRooms, "tests"].flatMap((room) =>
      globSync(`${room}/**/*.{ts,tsx,css,grit}`, { exclude: ["tests/*/node_modules"] }).filter(
        (file) => room === "tests" || !/\.test\.tsx?$/.test(file),
      ),
    );
    const crowded = Object.entries(Object.groupBy(files, dirname)).flatMap(([folder, all = []]) =>
      all.length > 16 ? [`${folder}: ${all.length}`] : [],
    );
    expect(files.length).toBeGreaterThan(300);
    expect(crowded).toEqual([]);
  });
});
