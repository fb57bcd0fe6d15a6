import { spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import site from "#content/site.yaml";
import theme from "#content/theme.yaml";
import { serverProcess } from "#system/server-process.ts";
import packageJson from "../../package.json" with { type: "json" };

const files = (patterns: string[]) => globSync(patterns, { exclude: (name) => name === "node_modules" });

describe("the project", () => {
  it("says before it goes live that the contact for weaknesses is a sample", () => {
    const { stdout } = spawnSync(process.execPath, ["tooling/launch-check.ts", "--json"], {
      encoding: "utf8",
    });
    const texts = (JSON.parse(stdout) as { text: string }[]).map(({ text }) => text);
    for (const contact of site.security.contacts)
      expect(texts).toContainEqual(expect.stringMatching(new RegExp(`^security\\.contacts .*${contact}$`)));
  });

  it("ships the licences of all that it bundles or loads, and names what is not as free", () => {
    const text = readFileSync("build/THIRD-PARTY-LICENSES.txt", "utf8");
    const [served = "", building = ""] = text.split("\nPART 2\n");
    for (const name of ["react-dom", "valibot", "kysely", "fastify", "pino", "pg-cursor", "pg-protocol"])
      expect(served).toMatch(new RegExp(`={80}\n${name} [\\d.]+ \\([^)]*\\)\n\n.{20}`, "s"));
    expect(served.match(/SIL OPEN FONT LICENSE/gi)?.length).toBeGreaterThanOrEqual(2);
    expect(served).not.toMatch(/={80}\n(vite|sharp|satori) /);
    for (const name of ["vite", "sharp", "@img/sharp-libvips-linux-x64"])
      expect(building).toContain(`\n  ${name} `);
    expect(text.split("PART 1")[0]).toMatch(/lightningcss .*MPL-2\.0/);
    expect(text).toMatch(/loaded by the server [^:]*:\n {2}ical\.js [\d.]+ \(MPL-2\.0\)\n/);
  });

  it("locks the builds of packages for every system, without which `npm ci` refuses", () => {
    const packages: Record<string, { optionalDependencies?: Record<string, string> }> = JSON.parse(
      readFileSync("package-lock.json", "utf8"),
    ).packages;
    const missing = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !packages[`node_modules/${name}`] && !packages[`${folder}/node_modules/${name}`],
      ),
    );
    expect(missing).toEqual([]);
  });

  it("starts and builds with the settings that a release has", () => {
    const variables = Object.entries(serverProcess.variables).map((pair) => pair.join("="));
    const process = (...more: string[]) =>
      ["exec", "env", ...variables, ...more, "node", ...serverProcess.arguments].join(" ");
    // A release has no types to take away.
    expect(packageJson.scripts.start).toBe(`${process("NODE_COMPILE_CACHE=.cache/node")} tooling/start.ts`);
    expect(packageJson.scripts.build).toBe(`${process()} tooling/build/build.ts`);
  });

  it("names the brand in content/ only", () => {
    const written = readdirSync(".", { withFileTypes: true })
      .filter(
        (entry) =>
          entry.isDirectory() && !/^(\..*|build|content|data|node_modules|release)$/.test(entry.name),
      )
      .map(({ name }) => `${name}/**/*.{ts,tsx,css,md}`);
    const sources = files([...written, "*.{ts,md,json}"]);
    expect(sources.length).toBeGreaterThan(400);
    const naming = sources.filter((file) =>
      new RegExp(`\\b${site.name}\\b`, "i").test(readFileSync(file, "utf8")),
    );
    expect(naming).toEqual([]);
  });

  it("writes colors and names the faces in content/ only", () => {
    const rooms = Object.keys(packageJson.imports).map((name) => name.slice(1, -2));
    const sources = files(
      [...rooms, "samples"]
        .filter((room) => room !== "content")
        .map((room) => `${room}/**/*.{ts,tsx,css,svg,json}`),
    ).filter((file) => !/\.test\.tsx?$/.test(file));
    expect(sources.length).toBeGreaterThan(300);
    const color =
      /(?<=["'`:(\s,])(?<!url\()#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?=["'`;)\s,])|\b(?:rgb|hsl|oklch|oklab|lab|lch)a?\(\s*[\d.]/gi;
    const faces = new RegExp(`\\b(?:${[theme.faces.speak.name, theme.faces.read.name].join("|")})\\b`, "gi");
    const found = [...sources, "package.json", "vite.config.ts"].flatMap((file) => {
      const text = readFileSync(file, "utf8");
      return [...text.matchAll(color), ...text.matchAll(faces)].map(([one]) => `${file}: ${one}`);
    });
    expect(found).toEqual([]);
  });

  it("names each style sheet as its file, so that no page loses one of two with the same name", () => {
    const sheets = files(["app/**/*.tsx"]).flatMap((file) => {
      const text = readFileSync(file, "utf8");
      return [...text.matchAll(/<Style name="([\w-]+)" css=\{(\w+)\} \/>/g)].map(([, name, variable]) => [
        `${name}.css`,
        new RegExp(`import ${variable} from ".*?([^/]+)\\?inline"`).exec(text)?.[1],
      ]);
    });
    expect(sheets.length).toBeGreaterThan(12);
    for (const [name, imported] of sheets) expect(name).toBe(imported);
  });

  it("quotes in its security document only tests that exist, and gives each requirement a verdict", () => {
    const text = readFileSync("docs/security.md", "utf8");
    const verdict =
      /^(`[\w./-]+\.test\.tsx?` “|(document|not applicable|owner|in part|not tested|not met)\b)/;
    const requirements = [...text.matchAll(/^\| (V[\d.]+)(?:–(V[\d.]+))? \| [\d–]+ \| .+ \| (.+) \|$/gm)];
    for (const [, first, , shown] of requirements) expect(shown, first).toMatch(verdict);
    const order = requirements.flatMap(([, first, last]) => (last ? [first, last] : [first]));
    const byNumber = new Intl.Collator("en", { numeric: true });
    expect(order).toEqual(
      [...new Set(order)].sort((one, other) => byNumber.compare(String(one), String(other))),
    );
    expect(requirements.length).toBe(text.match(/^\| V\d/gm)?.length);

    // `file` “name”, “another name of the same file”
    const quotes = [...text.matchAll(/`([\w./-]+\.test\.tsx?)`((?:,?\s“[^”]+”)*)/g)];
    expect(quotes.length).toBeGreaterThan(50);
    for (const [, file = "", names = ""] of quotes) {
      expect(existsSync(file), file).toBe(true);
      const tests = readFileSync(file, "utf8");
      expect(names, `${file} without a name`).not.toBe("");
      for (const [, name = ""] of names.matchAll(/“([^”]+)”/g)) {
        const title = name.replaceAll(/\s+/g, " ");
        const titles = ['"', "`"].map((quote) =>
          title.endsWith("…") ? quote + title.slice(0, -1).trimEnd() : quote + title + quote,
        );
        expect(
          titles.some((one) => tests.includes(one)),
          `${file} “${title}”`,
        ).toBe(true);
      }
    }
    expect(text.replace(/`[\w./-]+\.test\.tsx?`(,?\s“[^”]+”)+/g, "").replace("“name”", "")).not.toMatch(
      /[“”]/,
    );
  });
});
