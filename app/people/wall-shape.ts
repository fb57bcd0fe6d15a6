/** Rows and columns of a wall for so many faces: as square as can be, never wider than high. */
export function wallShape(faces: number): { columns: number; rows: number } {
  const columns = Math.max(1, Math.round(Math.sqrt(faces)));
  return { columns, rows: Math.ceil(faces / columns) };
}

/**
 * Who has which place of the wall, row by row. Places that are too many, and those of people without a photo, lie as far from each
 * other as the order of the people lets them.
 *
 * @param hasPhoto of each person
 * @returns indexes from 0; undefined for a place that nobody has
 */
export function wallPlaces(hasPhoto: readonly boolean[]): (number | undefined)[] {
  const { columns, rows } = wallShape(hasPhoto.length);
  let places: (number | undefined)[] = hasPhoto.map((_, person) => person);
  const crowding = (wall: typeof places) => {
    const faceless = wall.flatMap((person, place) =>
      person === undefined || !hasPhoto[person] ? [[place % rows, Math.floor(place / rows)] as const] : [],
    );
    const push = ([x, y]: readonly [number, number], [x2, y2]: readonly [number, number]) =>
      1 / ((x - x2) ** 2 + (y - y2) ** 2) ** 2;
    return faceless.reduce(
      (sum, one, index) => sum + faceless.slice(0, index).reduce((all, other) => all + push(one, other), 0),
      0,
    );
  };
  while (places.length < columns * rows) {
    const walls = Array.from({ length: places.length + 1 }, (_, place) =>
      places.toSpliced(place, 0, undefined),
    );
    const pushes = walls.map(crowding);
    places = walls[pushes.indexOf(Math.min(...pushes))] ?? [];
  }
  return places;
}

const perRow = 4;

/**
 * Who of a list in rows of four takes two places, so that the last row is full: by turns the first and the last of a row, the rows
 * as far from each other as can be. One person alone takes one.
 *
 * @returns indexes from 0, ascending
 */
export function widePlaces(people: number): number[] {
  const spare = (perRow - (people % perRow)) % perRow;
  const rows = (people + spare) / perRow;
  // More than two have no room in a row.
  if (2 * rows < spare) return [];
  return Array.from({ length: spare }, (_, wide) => {
    const row = Math.floor((wide * rows) / spare);
    // Each row before with a wide one has a person less.
    return row * perRow - wide + (wide % 2 === 0 ? 0 : perRow - 2);
  });
}
