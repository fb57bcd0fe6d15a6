/** In how many letters what is typed may differ from a word. */
const most = (word: string) => Math.max(1, Math.floor(word.length / 3));

/** The word that is meant: what begins with the typed one, or differs least from it, in a third of its letters at most. */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  const lower = typed.toLowerCase();
  const [first] = words
    .map((word) => ({ word, distance: distanceTo(word.toLowerCase(), lower) }))
    .sort((a, b) => a.distance - b.distance);
  return first && first.distance <= most(first.word) ? first.word : undefined;
}

function distanceTo(word: string, typed: string): number {
  if (word.startsWith(typed)) return 0;
  // Letters are compared where they may decide: the start asks about each variable of the environment.
  return Math.abs(word.length - typed.length) <= most(word) ? editDistance(typed, word) : Infinity;
}

/** Letters to put in, take away, change, or exchange with the next one (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (const [place, letter] of [...from].entries()) {
    const next = [place + 1];
    for (const [column, other] of [...to].entries()) {
      const isExchanged = letter === to[column - 1] && from[place - 1] === other;
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === other ? 0 : 1),
          isExchanged ? (before[column - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
