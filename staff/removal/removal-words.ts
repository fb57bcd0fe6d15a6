import type { DatabaseKind } from "#database/migrations/column-types.ts";
import { counted } from "#system/language.ts";
import { typedAs } from "../command.ts";
import { isThere } from "../files.ts";
import { shortTime } from "../reading/date.ts";
import { CommandError, type Terminal } from "../terminal.ts";
import type { Erased } from "./erase.ts";
import type { Found, Removed } from "./remove-rows.ts";

/** Rows and places that are named one by one. */
const mostNamed = 100;

/** What is about to go. */
export function previewOf({ first, last, ...rows }: Found): string {
  const times = first && last ? `, which came from ${shortTime(first)} to ${shortTime(last)}` : "";
  return `This removes ${amounts(rows)}${times}.\n`;
}

/** @param mailDir where files of e-mails were looked for */
export async function tellRemoved(removed: Removed, mailDir: string, terminal: Terminal): Promise<void> {
  await terminal.write(`Removed ${amounts(removed)}, ${filesIn(mailDir, removed.mails)}.\n`);
}

export function filesIn(mailDir: string, count: number): string {
  return `${counted(count, "file")} of e-mails in ${mailDir}${isThere(mailDir) ? "" : ", which does not exist"}`;
}

function amounts({ submissions, notifications, quarantine }: Omit<Found, "first" | "last">): string {
  return [
    counted(submissions, "submission"),
    counted(notifications, "notification"),
    counted(quarantine, "quarantined post"),
  ].join(", ");
}

/** @throws CommandError when the rows are removed but their words are still in a file */
export function checkOverwritten({ leftover }: Partial<Pick<Removed, "leftover">>): void {
  if (leftover) throw new CommandError(leftover);
}

/** References of what others wrote. */
export function namedWords(namedIn: readonly string[]): string {
  if (namedIn.length === 0) return "";
  return `The address stands in what others wrote (${typedAs("show ID")} prints it): ${named(namedIn)}\n`;
}

/** What was gone through beside the database. */
export function copiesWords(copies: readonly string[]): string {
  return copies.length > 0 ? `Gone through as well, and removed where it was: ${named(copies)}\n` : "";
}

/** What may still hold what was to go, as nobody looked into it. */
export function untouchedWords(untouched: readonly string[]): string {
  return untouched.length > 0 ? `Not looked into, so look yourself: ${named(untouched)}\n` : "";
}

/** What of a person is left, and where. */
export function leftWords({ copies, namedIn, untouched }: Erased, kind: DatabaseKind): string {
  return copiesWords(copies) + namedWords(namedIn) + unreachedWords(kind) + untouchedWords(untouched);
}

/** What no command can reach. */
export function unreachedWords(kind: DatabaseKind): string {
  const unreached = [
    "e-mails that were sent",
    "exports and backups that are kept elsewhere",
    ...(kind === "postgres"
      ? [
          "PostgreSQL's own files: bytes of removed rows stay in freed pages until others are written over them, and in the write-ahead log (pg_wal, its archive, replicas) until it is recycled",
        ]
      : []),
  ];
  return `Not reached: ${unreached.join("; ")}.\n`;
}

/** 'Nothing removed' could be taken for 'erased', where the address was typed wrongly. */
export function nothingFoundWords(email: string, mailDir: string): string {
  return `Nothing of ${email} was found, in any table or in ${mailDir}. Is it the address that the person wrote? ${typedAs("list --search NAME")} finds people by other words.\n`;
}

function named(places: readonly string[]): string {
  const more = places.length > mostNamed ? `, and ${places.length - mostNamed} more` : "";
  return places.slice(0, mostNamed).join(", ") + more;
}
