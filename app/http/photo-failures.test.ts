import { expect, it } from "vitest";
import { PhotoFailures } from "./photo-failures.ts";

const at = (time: string) => new Date(`2026-11-21T${time}Z`);

it("tells of each photo once an hour", () => {
  const failures = new PhotoFailures();
  expect(failures.take("/assets/ada-1a2b.avif", at("10:00"))).toBe("/assets/ada-1a2b.avif");
  expect(failures.take("/assets/ada-1a2b.avif", at("10:59"))).toBeUndefined();
  expect(failures.take("/assets/ada-1a2b.avif", at("11:00"))).toBe("/assets/ada-1a2b.avif");
});

it.each([
  undefined,
  "",
  "/contact",
  "/assets/a\nb",
  "/assets/../x",
  "https://evil.example/a",
  "x".repeat(999),
])("ignores %j", (body) => {
  expect(new PhotoFailures().take(body, at("10:00"))).toBeUndefined();
});

it("does not grow without end", () => {
  const failures = new PhotoFailures();
  const told = Array.from({ length: 2_000 }, (_, index) =>
    failures.take(`/assets/${index}.png`, at("10:00")),
  );
  expect(told.filter(Boolean)).toHaveLength(1_000);
});
