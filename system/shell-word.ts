/** A path or word as a shell takes it for one: quoted where it needs that. */
export function shellWord(word: string): string {
  return /^[\w./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
