import { describe, expect, it } from "vitest";
import { redirectTarget } from "./redirects.ts";

describe("redirectTarget", () => {
  it.each([
    ["/about", "/about/compassion"],
    ["/about/", "/about/compassion"],
    ["/about/structure", "/about/company"],
    ["/community/interest", "/contact"],
    ["/framework", "/framework/overview"],
    ["/community", "/community/overview"],
    ["/learning", "/learning/overview"],
    ["/organizational/", "/organizational/overview"],
    ["/events/", "/events"],
  ])("%s leads to %s", (from, to) => {
    expect(redirectTarget(from)).toBe(to);
  });

  it.each(["/", "/contact", "/about/company"])("%s stays", (path) => {
    expect(redirectTarget(path)).toBeUndefined();
  });

  it("keeps the query", () => {
    expect(redirectTarget("/contact/", "?from=letter")).toBe("/contact?from=letter");
  });

  it.each(["//evil.example", "//evil.example/", "/\\evil.example/", "///"])(
    "never leads to another host: %s",
    (path) => {
      const target = redirectTarget(path) ?? path;
      expect(new URL(target, "https://here.example").origin).toBe("https://here.example");
    },
  );
});
