import type { NotificationRow } from "#database/schema.ts";

/** What the staff read of an e-mail's state; JSON has the table's own words. docs/specification.md, 'States of e-mails' */
const stateWords: Record<NotificationRow["status"], string> = {
  dead: "given up",
  held: "held",
  pending: "waiting",
  sent: "sent",
};

/** A state in words; of one that somebody else has written, its own. */
export function wordsOfState(status: string): string {
  return Object.hasOwn(stateWords, status) ? stateWords[status as NotificationRow["status"]] : `'${status}'`;
}

/** The states, those that somebody has to look after first. */
export const mailStates = Object.keys(stateWords) as NotificationRow["status"][];
