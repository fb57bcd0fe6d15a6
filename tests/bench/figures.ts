import type { Budget } from "./budgets.ts";

/** One thing that was measured, with its budget where it has one. */
export interface Figure {
  what: string;
  measured: number;
  unit: string;
  budget?: Budget;
  /** What it is compared with, or why it is so. */
  beside?: string;
}

/** What a part of the bench is told. */
export interface Run {
  /** Fewer rounds and shorter loads: to see that it works, and what is far off. */
  quick: boolean;
  /** Empty, for what the part writes. */
  folder: string;
}

export type Part = (run: Run) => Promise<Figure[]>;

export function isKept({ measured, budget }: Figure): boolean {
  if (!budget) return true;
  return "most" in budget ? measured <= budget.most : measured >= budget.least;
}

/** The figures as a table of Markdown. */
export function tableOf(figures: Figure[]): string {
  const rows = figures.map((figure) => [
    figure.what,
    `${shown(figure.measured)} ${figure.unit}`.trim(),
    budgetText(figure.budget),
    figure.beside ?? "",
    isKept(figure) ? "" : "**missed**",
  ]);
  return [["measured", "", "budget", "beside", ""], ["---", "---:", "---:", "---", "---"], ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/** The text with the table in the place that is marked for this part. */
export function withTable(text: string, part: string, table: string): string {
  const [begin, end] = [`<!-- bench:${part} -->`, `<!-- /bench:${part} -->`];
  const [first, last] = [text.indexOf(begin), text.indexOf(end)];
  if (first < 0 || last < first) throw new Error(`there is no place for the table of '${part}'`);
  return `${text.slice(0, first)}${begin}\n\n${table}\n\n${text.slice(last)}`;
}

function budgetText(budget: Budget | undefined): string {
  if (!budget) return "";
  return "most" in budget ? `≤ ${shown(budget.most)}` : `≥ ${shown(budget.least)}`;
}

/** Three digits that count. */
function shown(value: number): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value that so many of a hundred are not above. */
export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
