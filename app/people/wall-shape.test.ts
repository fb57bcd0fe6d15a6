import { expect, it } from "vitest";
import { isSpare, wallShape } from "./wall-shape.ts";

it.each(Array.from({ length: 120 }, (_, index) => index + 1))("has a place for each of %i faces", (faces) => {
  const { columns, rows } = wallShape(faces);
  const spare = Array.from({ length: columns * rows }, (_, place) => isSpare(place, faces));
  expect(spare.filter((nobody) => !nobody)).toHaveLength(faces);
  expect(spare.filter((nobody) => nobody).length).toBeLessThan(columns);
  expect([0, 1]).toContain(rows - columns);
});

it("leaves no two places beside each other empty", () => {
  const spare = Array.from({ length: 30 }, (_, place) => isSpare(place, 26));
  expect(spare.flatMap((nobody, place) => (nobody ? [place] : []))).toEqual([3, 11, 18, 26]);
});
