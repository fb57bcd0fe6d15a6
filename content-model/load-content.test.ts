import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import site from "#content/site.yaml";
import { parseContent, withBrand } from "./load-content.ts";

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
    const source = "\n\nname: A\nlinks:\n  aiPlatform: { label: x, url: https://x.example }\n";
    expect(() => parseContent(source, "content/site.yaml")).toThrow(
      /content\/site\.yaml:5: 'links\.professionalNetwork': found nothing; write /,
    );
  });

  it("reports broken YAML with its line, counted from the front matter's place", () => {
    expect(() => parseContent('a: 1\nb: "x', "content/site.yaml", 2)).toThrow(
      /content\/site\.yaml:3: this is not valid YAML/,
    );
  });

  it("refuses a file that no schema knows", () => {
    expect(() => parseContent("a: 1", "content/other.yaml")).toThrow(/no schema knows this file/);
  });
});

describe("withBrand", () => {
  it("fills the brand's names at any depth and leaves other braces alone", () => {
    expect(withBrand({ a: ["{name} and {product}.0", { b: "{year}" }], c: 1 }, root)).toEqual({
      a: [`${site.name} and ${site.product}.0`, { b: "{year}" }],
      c: 1,
    });
  });
});
