import { CommandError, visible } from "../terminal.ts";
import {
  assertKeys,
  type CopyTable,
  countRows,
  Digest,
  keyOf,
  pagesOf,
  type Row,
  replaceRows,
  rowsWith,
  textOf,
} from "./rows.ts";

/**
 * Makes a table the same as another: what is missing comes, what differs is replaced, what is too much goes. What is there
 * already, as of a copy that was broken off, stays.
 *
 * @returns what both hold now
 * @throws CommandError when they do not hold the same afterwards
 */
export async function copyTable(from: CopyTable, to: CopyTable): Promise<Digest> {
  await assertKeys(from);
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
    if (others.length > 0)
      await replaceRows(to, replaced, others).catch(async (error: unknown) => {
        throw (isOfData(error) && (await findRefused(to, replaced, others))) || error;
      });
  }
  if ((await countRows(to)) > source.count) await removeOthers(from, to);
  const target = await digestOf(to);
  if (`${target}` !== `${source}`)
    throw new CommandError(
      `${from.name} is not the same on both sides: ${source} here, ${target} there${await differences(from, to)}. Does something else write into the copy?`,
    );
  return source;
}

/** Whether a database does not take a value: SQLSTATE classes 22 and 23, SQLITE_CONSTRAINT. */
function isOfData(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return /^2[23]...$/.test(code ?? "") || (Number(errcode) & 0xff) === 19;
}

/** Which of the rows it is, of which one makes that none is taken. The others come on the way. */
async function findRefused(
  to: CopyTable,
  replaced: readonly string[],
  rows: readonly Row[],
): Promise<CommandError | undefined> {
  for (const row of rows) {
    const key = keyOf(to, row);
    try {
      await replaceRows(to, replaced.includes(key) ? [key] : [], [row]);
    } catch (error) {
      if (!isOfData(error)) throw error;
      return new CommandError(
        `The copy cannot hold ${to.name} ${visible(key)}: ${visible((error as Error).message)}. Correct the row, and give the command again.`,
      );
    }
  }
  return undefined;
}

/** The first rows that differ, by their keys, and in which columns. */
async function differences(from: CopyTable, to: CopyTable): Promise<string> {
  const found: string[] = [];
  for await (const rows of pagesOf(from)) {
    const keys = rows.map((row) => keyOf(from, row));
    const there = await rowsWith(to, keys);
    for (const row of rows) {
      const other = there.get(keyOf(from, row));
      const columns = from.columns.filter((column) => !other || row[column] !== other[column]);
      if (columns.length > 0)
        found.push(`${visible(keyOf(from, row))} (${other ? columns.join(", ") : "not there"})`);
      if (found.length === 5) return `: ${found.join("; ")} …`;
    }
  }
  return found.length > 0 ? `: ${found.join("; ")}` : "";
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
