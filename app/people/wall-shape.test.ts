import { expect, it } from "vitest";
import { wallPlaces, wallShape, widePlaces } from "./wall-shape.ts";

it.each(Array.from({ length: 120 }, (_, index) => index + 1))("has a place for each of %i faces", (faces) => {
  const { columns, rows } = wallShape(faces);
  const places = wallPlaces(Array.from({ length: faces }, () => true));
  expect(places).toHaveLength(columns * rows);
  expect(places.filter((person) => person !== undefined)).toEqual(
    Array.from({ length: faces }, (_, one) => one),
  );
  expect(places.length - faces).toBeLessThan(columns);
  expect([0, 1]).toContain(rows - columns);
});

it("leaves no two places beside each other without a face", () => {
  const hasPhoto = Array.from({ length: 26 }, (_, person) => ![9, 20, 25].includes(person));
  const faceless = wallPlaces(hasPhoto).flatMap((person, place) =>
    person === undefined || !hasPhoto[person] ? [{ x: place % 6, y: Math.floor(place / 6) }] : [],
  );
  expect(faceless).toHaveLength(7);
  for (const one of faceless)
    for (const other of faceless)
      if (one !== other) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(1.5);
});

it.each(Array.from({ length: 70 }, (_, index) => index + 2))(
  "fills rows of four with %i people",
  (people) => {
    const wide = widePlaces(people);
    let place = 0;
    for (let index = 0; index < people; index += 1) {
      const size = wide.includes(index) ? 2 : 1;
      // Nobody goes over the end of a row.
      expect((place % 4) + size).toBeLessThanOrEqual(4);
      place += size;
    }
    expect(place % 4).toBe(0);
  },
);

it("makes nobody wide who is alone, and two of a list of two", () => {
  expect(widePlaces(2)).toEqual([0, 1]);
  expect(widePlaces(1)).toEqual([]);
  expect(widePlaces(0)).toEqual([]);
});
