/** Rows and columns of a wall for so many faces: as square as can be, never wider than high. */
export function wallShape(faces: number): { columns: number; rows: number } {
  const columns = Math.max(1, Math.round(Math.sqrt(faces)));
  return { columns, rows: Math.ceil(faces / columns) };
}

/** Whether nobody has this place, from 0, of the wall: those that are too many lie evenly among the others. */
export function isSpare(place: number, faces: number): boolean {
  const { columns, rows } = wallShape(faces);
  const places = columns * rows;
  const before = (end: number) => Math.floor((end * (places - faces)) / places + 0.5);
  return before(place + 1) > before(place);
}
