/** Where a command writes: a terminal, a file, a test. */
export interface Terminal {
  /** Awaited, so that an export is never faster than its reader. */
  write(text: string): Promise<void>;
  /**
   * Writes a remark to standard error, so that it gets into no exported file.
   *
   * @param weight `context` is of interest to people, and where there is trouble
   */
  note?(text: string, weight?: "context"): void;
  /** Asks a yes-or-no question; undefined where nobody can answer, for example in a pipe. */
  confirm?: (question: string) => Promise<boolean>;
  /** The folder where the command was given, from which its paths count; this process's own if it is not said. */
  folder?: string | undefined;
  /** Whether the output goes to a screen, not into a file or another program. */
  isScreen?: boolean;
  /** From here on a signal does not end the command, but aborts this: it ends where nothing is half done. */
  holdSignals?(): AbortSignal;
}

/** Why a command was not carried out, in words for the staff. Exit code 2: it was typed in a wrong way. */
export class CommandError extends Error {
  override name = "CommandError";
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Makes control characters in visitors' words visible, also those that change the direction of writing: a terminal
 * would obey them (CWE-150). Within JSON the text means the same afterwards.
 */
export function visible(text: string, { isMultiline = false } = {}): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (character) => {
    if (isMultiline && (character === "\n" || character === "\t")) return character;
    if (character === "\n" || character === "\r") return isMultiline ? "" : " ";
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** JSON with the same values for programs, of which a terminal obeys nothing either. */
export function harmlessJson(value: unknown, indent?: number): string {
  return visible(JSON.stringify(value, null, indent), { isMultiline: true });
}

/** Columns side by side, as wide as their widest cell, the longest shortened. */
export function table(head: string[], rows: string[][], widest = 40): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => shorten(visible(cell), widest)));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => [...(row[column] ?? "")].length)));
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - [...cell].length))
      .join("  ")
      .trimEnd();
  const [first = [], ...rest] = cells;
  return `${[line(first), widths.map((width) => "─".repeat(width)).join("  "), ...rest.map(line)].join("\n")}\n`;
}

function shorten(text: string, widest: number): string {
  const letters = [...text];
  return letters.length > widest ? `${letters.slice(0, widest - 1).join("")}…` : text;
}
