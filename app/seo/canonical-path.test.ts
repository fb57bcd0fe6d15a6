// docs/specification.md, 'One spelling', 'Redirects'

import { describe, expect, it } from "vitest";
import { countProcessorTime, noticed } from "../../tests/support/processor-time.ts";
import { canonicalPath } from "./canonical-path.ts";

describe("canonicalPath", () => {
  it.each([
    ["/about", "/about/compassion"],
    ["/about/", "/about/compassion"],
    ["/About/Structure", "/about/company"],
    ["/community/interest", "/contact"],
    ["/framework", "/framework/overview"],
    ["/community", "/community/overview"],
    ["/learning", "/learning/overview"],
    ["/organizational/", "/organizational/overview"],
    ["/events/", "/events"],
    ["/TEAM", "/team"],
    ["/%74e%61m", "/team"],
    ["//framework///overview//", "/framework/overview"],
    ["/framework%2Foverview", "/framework/overview"],
    ["/framework\\overview", "/framework/overview"],
    ["/contact.", "/contact"],
    ["/Framework/Overview...", "/framework/overview"],
    ["/events.ics.", "/events.ics"],
    ["/contact./", "/contact"],
    ["", "/"],
    ["///", "/"],
    ["/__proto__", "/__proto__"],
    ["/constructor", "/constructor"],
  ])("%s is %s", (from, to) => {
    expect(canonicalPath(from)).toBe(to);
  });

  it.each([
    "/",
    "/events.ics",
    "/.well-known/security.txt",
    "/contact",
    "/about/company",
    "/events/stillness-1a2b3c-20261121t180000",
    "/..",
    "/events/..",
    "/contact/.",
  ])("%s stays", (path) => {
    expect(canonicalPath(path)).toBe(path);
  });

  it.each(["/%", "/%ff", "/%E0%A4", "/a%00b", "/a%7fb", "/a%1fb", "/a%0d%0aSet-Cookie:x", "/%EF%BF%BD"])(
    "%s is none",
    (path) => {
      expect(canonicalPath(path)).toBeUndefined();
    },
  );

  it.each(["//evil.example", "//evil.example/", "/\\evil.example/", "/%2F%2Fevil.example"])(
    "never leads to another host: %s",
    (path) => {
      const target = canonicalPath(path) ?? path;
      expect(new URL(target, "https://here.example").origin).toBe("https://here.example");
    },
  );

  it("takes time in proportion to the length", () => {
    const time = (length: number) => {
      const path = `/a${"/".repeat(length)}b${"\\".repeat(length)}${".".repeat(length)}c${"/.".repeat(length)}`;
      const took = countProcessorTime();
      for (let round = 0; round < 20; round += 1) canonicalPath(path);
      return took();
    };
    time(1_000);
    // A quadratic one would take 64 times as long, which is seconds.
    expect(time(80_000)).toBeLessThan(noticed + 32 * time(10_000));
  });
});
