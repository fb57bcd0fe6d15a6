import { CommandError, harmlessJson, type Terminal } from "../terminal.ts";

/** Which part of a list, and how it is written. */
export interface Page {
  limit: number;
  /** Rows before it. */
  offset: number;
  isJson: boolean;
  /** Only those that hold it. */
  search?: string | undefined;
}

/** Rows that a list shows at most: all are in memory at once. */
const longestPage = 1_000;
const longestSearch = 200;

/** @throws CommandError for what cannot be meant */
export function pageOf({
  limit = "50",
  page = "1",
  json = false,
  search,
}: {
  limit?: string;
  page?: string;
  json?: boolean;
  search?: string;
}): Page {
  const isNumber = /^[1-9]\d{0,6}$/;
  if (!isNumber.test(limit) || Number(limit) > longestPage)
    throw new CommandError(
      `--limit takes a number up to ${longestPage}, not '${limit}'; --page 2 and so on shows more.`,
      2,
    );
  if (!isNumber.test(page)) throw new CommandError(`--page takes a number, not '${page}'.`, 2);
  const text = search?.trim();
  if (text === "" || (text?.length ?? 0) > longestSearch)
    throw new CommandError(`--search takes a text of up to ${longestSearch} letters.`, 2);
  return { limit: Number(limit), offset: (Number(page) - 1) * Number(limit), isJson: json, search: text };
}

export const json = (value: unknown) => `${harmlessJson(value, 2)}\n`;

/** Where a list goes on. */
export function moreWords({ limit, offset }: Pick<Page, "limit" | "offset">): string {
  return `\nThere are more: --page ${offset / limit + 2}, or --limit.\n`;
}

/** @param rest rows after the page */
export async function tellRest(terminal: Terminal, rest: number): Promise<void> {
  if (rest > 0) await terminal.write(`\n${rest} more: --page 2 and so on, or --limit.\n`);
}
