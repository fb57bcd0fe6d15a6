import { pageMessage } from "../messages/page-messages.ts";
import { misspelledTag } from "./block-names.ts";

/**
 * What keeps the text of a page from being read.
 *
 * @param error of the parser
 * @returns `mended` is the text without the mistake, where it is known what is meant
 */
export function pageMistake(error: unknown, source: string): { line: number; text: string; mended?: string } {
  const { reason, ruleId: rule, line: end } = error as { reason?: string; ruleId?: string; line?: number };
  if (reason === undefined) throw error;
  const isBreak = reason.includes("for `<br>`");
  // Where the parser names no place of its own, the text does: `<Scene>` (49:1-49:12).
  const named = Number(/\((\d+):\d+-/.exec(reason)?.[1] ?? 1);
  const place = isBreak || reason.startsWith("Expected a closing tag") ? named : (end ?? named);
  const misspelled = isBreak ? undefined : misspelledTag({ reason, line: place });
  if (misspelled) return misspelled;
  const lines = source.split("\n");
  const line = lines[place - 1] ?? "";
  const mistake = { line: place, text: pageMessage({ reason, rule }, line) };
  const mended = isBreak ? line.replace(/<br *>/g, "<br />") : line;
  return mended === line ? mistake : { ...mistake, mended: lines.with(place - 1, mended).join("\n") };
}
