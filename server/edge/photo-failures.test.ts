// docs/specification.md, 'Photos that fail'

import { expect, it } from "vitest";
import { PhotoFailures } from "./photo-failures.ts";

const at = (time: string) => new Date(`2026-11-21T${time}Z`);
const failures = () => new PhotoFailures(new Set(["/assets/ada-1a2b.avif"]));

it("tells of each photo once an hour", () => {
  const told = failures();
  expect(told.take("/assets/ada-1a2b.avif", at("10:00"))).toBe("/assets/ada-1a2b.avif");
  expect(told.take("/assets/ada-1a2b.avif", at("10:59"))).toBeUndefined();
  expect(told.take("/assets/ada-1a2b.avif", at("11:00"))).toBe("/assets/ada-1a2b.avif");
});

it.each([undefined, null, "", "/contact", "/assets/a\nb", "/assets/made-up.avif", "https://evil.example/a"])(
  "ignores %j, which is no picture of the site",
  (body) => {
    expect(failures().take(body, at("10:00"))).toBeUndefined();
  },
);
