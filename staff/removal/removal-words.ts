import type { DatabaseKind } from "#database/migrations/column-types.ts";
import { shortTime } from "../reading/date.ts";
import { CommandError, type Terminal } from "../terminal.ts";
import type { Erased } from "./erase.ts";
import type { Found, Removed } from "./remove-rows.ts";

/** Rows that are named one by one. */
const mostNamed = 100;

/** What is about to go. */
export function previewOf({ first, last, ...rows }: Found): string {
  const times = first && last ? `, which came from ${shortTime(first)} to ${shortTime(last)}` : "";
  return `This removes ${amounts(rows)}${times}.\n`;
}

export async function tellRemoved(removed: Removed, terminal: Terminal): Promise<void> {
  await terminal.write(`Removed ${amounts(removed)}, ${amount(removed.mails, "file")} of e-mails.\n`);
}

function amounts({ submissions, notifications, quarantine }: Omit<Found, "first" | "last">): string {
  return [
    amount(submissions, "submission"),
    amount(notifications, "notification"),
    amount(quarantine, "quarantined post"),
  ].join(", ");
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** @throws CommandError when the rows are removed but their words are still in a file */
export function checkOverwritten({ leftover }: Partial<Pick<Removed, "leftover">>): void {
  if (leftover) throw new CommandError(leftover);
}

/** What of a person is left, and where. */
export async function tellLeft(
  { namedIn, copies, untouched }: Erased,
  kind: DatabaseKind,
  terminal: Terminal,
): Promise<void> {
  const unreached = [
    "e-mails that were sent",
    "exports and backups that are kept elsewhere",
    ...untouched,
    ...(kind === "postgres"
      ? [
          "PostgreSQL's own files: bytes of removed rows stay in freed pages until others are written over them, and in the write-ahead log (pg_wal, its archive, replicas) until it is recycled",
        ]
      : []),
  ];
  await terminal.write(
    (copies.length > 0 ? `Removed from these copies as well: ${copies.join(", ")}\n` : "") +
      (namedIn.length > 0
        ? `The address stands in what others wrote ('show' prints it): ${namedIn.slice(0, mostNamed).join(", ")}${namedIn.length > mostNamed ? `, and ${namedIn.length - mostNamed} more` : ""}\n`
        : "") +
      `Not reached: ${unreached.join("; ")}.\n`,
  );
}
