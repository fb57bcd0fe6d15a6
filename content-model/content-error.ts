/** One mistake in the owner's files, in words for somebody who writes no programs. */
export interface ContentProblem {
  /** Path relative to the project's root, with forward slashes. */
  file: string;
  /** From 1; of a whole file 1. */
  line: number;
  /** What was found, and what to write. */
  text: string;
  /** Whether other mistakes can be seen only when this one is mended. */
  hidesMore?: boolean;
}

/** Content files that cannot be used: for each mistake one line with file, line, what was found and what to write. */
export class ContentError extends Error {
  override name = "ContentError";
  readonly problems: readonly ContentProblem[];

  constructor(problems: readonly ContentProblem[]) {
    super(problems.map(problemLine).join("\n"));
    this.problems = problems;
  }
}

/** For example `content/site.yaml:3: 'url': found "example.org"; write a full address that starts with https://`. */
export function problemLine({ file, line, text }: ContentProblem): string {
  return `${file}:${line}: ${text}`;
}

/** What is said behind a list of mistakes; empty where no other can be behind them. */
export function moreToCome(problems: readonly ContentProblem[]): string {
  return problems.some(({ hidesMore }) => hidesMore) ? " More may follow when these are mended." : "";
}

/** The problems that a check finds by throwing; none when it ends well. */
export function problemsOf(check: () => unknown): readonly ContentProblem[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof ContentError) return error.problems;
    throw error;
  }
}

/** The line, from 1, on which a text stands first; 1 when it does not. */
export function lineOf(text: string, source: string): number {
  const place = source.indexOf(text);
  return place < 0 ? 1 : source.slice(0, place).split("\n").length;
}
