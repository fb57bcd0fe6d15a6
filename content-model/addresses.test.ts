import { expect, it } from "vitest";
import { canonicalBy } from "./addresses.ts";

const canonical = canonicalBy(new Map([["/about/structure", "/about/company"]]));

it.each([
  ["/Team", "/team"],
  ["/team.", "/team"],
  ["//team///", "/team"],
  ["/%74eam", "/team"],
  ["/events.ics", "/events.ics"],
  ["/About/Structure/", "/about/company"],
  ["/a%00b", undefined],
  ["/%ff", undefined],
])("spells %s in one way", (given, one) => {
  expect(canonical(given)).toBe(one);
});
