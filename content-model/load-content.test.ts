import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import site from "#content/site.yaml";
import { problemLine, problemsOf } from "./content-error.ts";
import { schemaFor } from "./content-schemas.ts";
import { fillIn, parseContent, readFrontMatter } from "./load-content.ts";
import type { InterestForm, MastermindForm } from "./schemas/forms.schema.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const navigation = (lines: string[]) =>
  ["header: []", "sheet: []", "footer: []", "sections: {}", "crumbs: {}", ...lines].join("\n");

describe("parseContent", () => {
  it("names file, line, what was found and what to write", () => {
    const source = navigation(["events: { label: Events,", "  to: events }"]);
    expect(() => parseContent(source, "content/navigation.yaml")).toThrow(
      /content\/navigation\.yaml:7: 'events\.to': found "events"; write \/a-page or https:\/\/…/,
    );
  });

  it("points a missing key at the place where it belongs", () => {
    const source = "\n\nname: A\naddress:\n  city: x\n";
    expect(() => parseContent(source, "content/site.yaml")).toThrow(
      /content\/site\.yaml:5: 'address\.street': found nothing; write /,
    );
  });

  it("reports broken YAML with its line, counted from the front matter's place", () => {
    expect(() => parseContent('a: 1\nb: "x', "content/site.yaml", 2)).toThrow(
      'content/site.yaml:3: found b: "x; a quotation mark is not closed',
    );
  });

  it.each(["2026-02-31", "2026-13-01", "21.11.2026"])("refuses the day %s, which there is not", (given) => {
    const words = `title: a\nheading: a\nlead: a\ndescription: ${"Words ".repeat(15)}\nkeywords: [a]\nupdated: `;
    const file = "content/pages/team.mdx";
    expect(() => parseContent(`${words}${given}`, file)).toThrow(
      new RegExp(`team\\.mdx:6: 'updated': found "${given}"; write a day`),
    );
    expect(parseContent(`${words}2028-02-29`, file)).toMatchObject({ updated: "2028-02-29" });
  });

  it("tells of each value what it breaks first, and no more", () => {
    const source = readFileSync("content/site.yaml", "utf8").replace(/^url: .*/m, "url: site.org");
    expect(() => parseContent(source, "content/site.yaml")).toThrow(
      /^content\/site\.yaml:\d+: 'url': found "site\.org"; write a full address that starts with https:\/\/$/,
    );
  });

  const linesOf = (source: string, file: string) =>
    problemsOf(() => parseContent(source, file)).map(problemLine);

  it("names the lines of a group that was left empty, where it is", () => {
    const source = readFileSync("content/offers.yaml", "utf8").replace(
      /^general:\n(?: .*\n)+/m,
      "general:\n",
    );
    const line = source.slice(0, source.indexOf("\ngeneral:")).split("\n").length + 1;
    const names = ["name", "what", "forWhom", "included", "howToGetIn", "whoDecides", "to"];
    expect(linesOf(source, "content/offers.yaml")).toEqual(
      names.map(
        (name) =>
          `content/offers.yaml:${line}: 'general.${name}': found nothing; write '${name}:' and what belongs to it`,
      ),
    );
  });

  it("wants another name for each feed", () => {
    const feed = (name: string, host: string) => `  - { name: ${name}, address: "https://${host}/a.ics" }\n`;
    const sources = (third: string) =>
      `feeds:\n${feed("One", "a.example")}${feed("Two", "b.example")}${feed(third, "c.example")}excludedTitles: []\nprofiles: {}\n`;
    expect(linesOf(sources("One"), "content/events/sources.yaml")).toEqual([
      "content/events/sources.yaml:4: 'feeds', entry 3 (One), 'name': found \"One\"; write another name; a feed before has this one",
    ]);
    expect(linesOf(sources("Three"), "content/events/sources.yaml")).toEqual([]);
  });

  it("refuses a file that no schema knows", () => {
    expect(() => parseContent("a: 1", "content/other.yaml")).toThrow(/nothing reads a file of this name/);
  });
});

it("gives each file the type of its own schema", () => {
  const types = readFileSync("content-model/content-modules.d.ts", "utf8");
  const pairs = [...types.matchAll(/module "#content\/(.+)" \{\n.+Content\["(.+)"\];/g)];
  expect(pairs.map(([, name]) => name)).toEqual(pairs.map(([, , type]) => type));
  const files = globSync("**/*.yaml", { cwd: "content", exclude: ["people/photos"] });
  expect(pairs.map(([, name]) => name).sort()).toEqual(files.sort());
  for (const file of files) expect(schemaFor(`content/${file}`), file).toBeDefined();
});

it("reads the front matter of a page that begins with a byte order mark, which Vite leaves there", () => {
  const name = "content/pages/terms.mdx";
  const page = readFileSync(join(root, name), "utf8");
  expect(readFrontMatter(`\uFEFF${page}`, name, root)).toEqual(readFrontMatter(page, name, root));
});

describe("a form's questions", () => {
  const file = "content/forms/mastermind.yaml";
  const words = readFileSync(join(root, file), "utf8");
  const phone = "      - name: phone\n        label: Phone\n";

  it("come in the order of the file", () => {
    const moved = words.replace(phone, "").replace("    questions:\n", `    questions:\n${phone}`);
    const { sections } = parseContent(moved, file) as MastermindForm;
    expect(sections[0]?.names.slice(0, 2)).toEqual(["phone", "firstName"]);
  });

  it.each([
    [
      "is not asked",
      words.replace(phone, ""),
      "add the question 'phone' to a section: the form cannot do without it",
    ],
    ["is asked twice", words.replace(phone, phone + phone), "write the question 'phone' once"],
    [
      "has a name that the form does not know",
      words.replace("name: phone", "name: fax"),
      "write one of the names firstName, ",
    ],
    [
      "has an option that no answer has in the place of one",
      words.replace("startup:", "tiny:"),
      "'options.tiny': there is no 'tiny' here; write 'startup'",
    ],
    [
      "has one option more",
      words.replace("startup:", "tiny: Tiny\n          startup:"),
      "'options.tiny': there is no 'tiny' here; the choices here are fixed (startup, ",
    ],
  ])("stop the build when one %s", (_what, source, message) => {
    expect(source).not.toBe(words);
    expect(() => parseContent(source, file)).toThrow(message);
  });

  it("stop the build when an option is there twice", () => {
    const name = "content/forms/interest.yaml";
    const source = readFileSync(join(root, name), "utf8").replace(
      "- Signal Community",
      "- WhatsApp Community",
    );
    expect(() => parseContent(source, name)).toThrow("write each option once");
  });
});

describe("what is filled in", () => {
  it("fills the brand's names at any depth and leaves other braces alone", () => {
    expect(fillIn({ a: ["{name} and {product}.0", { b: "{year}" }], c: 1 }, "content/a.yaml", root)).toEqual({
      a: [`${site.name} and ${site.product}.0`, { b: "{year}" }],
      c: 1,
    });
  });
});

describe("questions of the staff's own", () => {
  const file = "content/forms/interest.yaml";
  const words = readFileSync(join(root, file), "utf8");
  const asked = (question: string) => () =>
    parseContent(
      words.replace(
        "      - name: otherCommunities",
        `      - { ${question} }\n      - name: otherCommunities`,
      ),
      file,
    ) as InterestForm;

  it("have their place among the others, and are kept with the notification", () => {
    const { sections, own, fields } = asked("name: heardFrom, kind: select, label: How?, options: [A, B]")();
    expect(sections.flatMap(({ names }) => names)).toContain("heardFrom");
    expect(own).toMatchObject({ heardFrom: { kind: "select", values: ["A", "B"], stored: "notification" } });
    expect(fields).toMatchObject({ heardFrom: { label: "How?", options: ["A", "B"] } });
  });

  it.each([
    ["without a kind", "name: heardFrom, label: How?", "a question of your own needs its kind: text, area"],
    [
      "of an unknown kind",
      "name: heardFrom, kind: date, label: How?",
      "write one of text, area, select, checkboxes",
    ],
    ["without options", "name: heardFrom, kind: select, label: How?", "'options'"],
    [
      "with a name that is taken",
      "name: email, kind: text, label: How?",
      "'email' is a name of the form's own",
    ],
    [
      "with a name of a column",
      "name: message, kind: text, label: How?",
      "'message' is a name of the form's own",
    ],
    [
      "with a name that is none",
      "name: heard from, kind: text, label: How?",
      "write a short name of letters",
    ],
    [
      "that are required, which the tables cannot promise",
      "name: heardFrom, kind: text, label: How?, required: true",
      "there is no 'required' here",
    ],
  ])("%s stop the build with what to write", (_what, question, message) => {
    expect(asked(question)).toThrow(message);
  });

  it("are at most ten", () => {
    const many = Array.from(
      { length: 11 },
      (_, place) => `name: own${place}, kind: text, label: Own ${place}`,
    );
    expect(asked(many.join(" }\n      - { "))).toThrow("write at most 10 questions of your own");
  });
});
