import { CommandError } from "../terminal.ts";
import { type CopyTable, countRows, Digest, keyOf, pagesOf, replaceRows, rowsWith, textOf } from "./rows.ts";

/**
 * Makes a table the same as another: what is missing comes, what differs is replaced, what is too much goes. What is there
 * already, as of a copy that was broken off, stays.
 *
 * @returns what both hold now
 * @throws CommandError when they do not hold the same afterwards
 */
export async function copyTable(from: CopyTable, to: CopyTable): Promise<Digest> {
  const isEmpty = (await countRows(to)) === 0;
  const source = new Digest();
  for await (const rows of pagesOf(from)) {
    for (const row of rows) source.add(textOf(from, row));
    const there = isEmpty
      ? new Map()
      : await rowsWith(
          to,
          rows.map((row) => keyOf(from, row)),
        );
    const isSame = (row: (typeof rows)[number]) => {
      const found = there.get(keyOf(from, row));
      return found !== undefined && textOf(to, found) === textOf(from, row);
    };
    const others = rows.filter((row) => !isSame(row));
    const replaced = others.map((row) => keyOf(from, row)).filter((key) => there.has(key));
    if (others.length > 0) await replaceRows(to, replaced, others);
  }
  if ((await countRows(to)) > source.count) await removeOthers(from, to);
  const target = await digestOf(to);
  if (`${target}` !== `${source}`)
    throw new CommandError(
      `${from.name} is not the same on both sides: ${source} here, ${target} there. Does something else write into the copy?`,
    );
  return source;
}

/** Reads the whole table. */
export async function digestOf(table: CopyTable): Promise<Digest> {
  const digest = new Digest();
  for await (const rows of pagesOf(table)) for (const row of rows) digest.add(textOf(table, row));
  return digest;
}

/** Those that were removed since an earlier part of the copy was made. */
async function removeOthers(from: CopyTable, to: CopyTable): Promise<void> {
  for await (const rows of pagesOf(to)) {
    const keys = rows.map((row) => keyOf(to, row));
    const there = await rowsWith(from, keys);
    const gone = keys.filter((key) => !there.has(key));
    if (gone.length > 0) await replaceRows(to, gone, []);
  }
}
