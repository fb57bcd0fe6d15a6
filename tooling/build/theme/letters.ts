const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
const alphabet = `${range(0x61, 0x7a)}${range(0x41, 0x5a)}${range(0x30, 0x39)}`;
const first = ` \u00a0${alphabet}.,:;!?'"‘’“”-–—()&/*+@©↗`;
const more = `${range(0x20, 0x7e)}°®·«»¡¿×÷½${range(0xc0, 0xff)}‚„…•→≈−€™`;
const extended = "ĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİıĶķĹĺĻļĽľŁłŃńŅņŇňŌōŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŸŹźŻżŽžȘșȚț";

/**
 * The letters of each of a face's files: those that every page needs and that are loaded with it, those of some pages, and
 * those of names in other languages. docs/decisions/0012-late-fonts.md
 */
export const letterGroups = { "": first, "-more": without(more, first), "-ext": extended };

/** Letters whose widths are compared. */
export const ascii = range(0x20, 0x7e);

function without(letters: string, those: string): string {
  return [...letters].filter((letter) => !those.includes(letter)).join("");
}

/**
 * As CSS writes it, for example U+23-25,U+A1. What lies between two of the letters may be taken for one of them as long as no
 * other file has it: it makes the list shorter.
 */
export function unicodeRange(letters: string): string {
  const own = codes(letters);
  const others = codes(Object.values(letterGroups).join("")).filter((code) => !own.includes(code));
  const ranges: [number, number][] = [];
  for (const code of own) {
    const last = ranges.at(-1);
    const joins = last && code - last[1] < 32 && !others.some((other) => other > last[1] && other < code);
    if (joins) last[1] = code;
    else ranges.push([code, code]);
  }
  const hex = (code: number) => code.toString(16).toUpperCase();
  return ranges.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ""}`).join(",");
}

function codes(letters: string): number[] {
  return [...new Set(letters)].map((letter) => letter.codePointAt(0) ?? 0).sort((a, b) => a - b);
}
