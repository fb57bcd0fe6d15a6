import type { Updateable } from "kysely";
import type { NotificationRow } from "#database/schema.ts";
import { describeFault } from "#system/fault.ts";
import type { Log } from "#system/log.ts";
import { MailError } from "./mailer.ts";
import { isForStaff, type MailRow } from "./notifications.server.ts";

/** The result of an attempt: the new values of the row, and what to log. */
export interface Result {
  change: Updateable<NotificationRow>;
  /** Milliseconds until the next attempt. */
  wait?: number;
  level: keyof Log;
  message: string;
}

const [first, longest] = [60_000, 6 * 3_600_000];

/**
 * After so many attempts a mail to a visitor is given up: four days and some hours, enough for a long weekend without a mail
 * server. One to the staff is an error in the log from then on, and tried further.
 */
export const mostAttempts = 25;

/** No attempt is put off for longer, in milliseconds. */
export const longestWait = 1.2 * longest;

/** Attempts that may each have delivered the mail, after which it is given up. */
export const mostUnclear = 4;

/**
 * Milliseconds until the next attempt: a minute after the first, then twice as long each time, six hours at most.
 *
 * @param attempts how many were made
 * @param unclear how many of them may have delivered the mail: after a second one the longest time passes
 * @param random in [0, 1): makes the wait up to a fifth longer, so that instances do not retry at the same moment
 */
export function backOff(attempts: number, unclear: number, random: number): number {
  const wait = unclear > 1 ? longest : Math.min(first * 2 ** (attempts - 1), longest);
  return Math.round(wait * (1 + random / 5));
}

/**
 * What becomes of a mail that was not sent. A notification to the staff is never given up because of an answer of the mail server: wrong passwords, senders
 * and addresses can be corrected by the operator, for whom it is an error.
 *
 * @param isStopping whether the site does not wait any longer
 */
export function failedAttempt(row: MailRow, isStopping: boolean, error: unknown): Result {
  // Any other error is none of a mail server's: a folder that cannot be written to, or a fault of ours.
  const verdict = error instanceof MailError ? error.verdict : "mendable";
  const isStaffs = isForStaff(row);
  const last_error =
    error instanceof MailError ? (isStaffs ? error.message : error.inCodes) : describeFault(error);
  // Nothing was sent, so the row stays as if it had not been claimed.
  if (isStopping && verdict === "later")
    return { change: {}, level: "info", message: "mail left to the next start" };
  const attempts = row.attempts + 1;
  const unclear_attempts = row.unclear_attempts + (verdict === "unclear" ? 1 : 0);
  const isRefused = verdict === "never" || attempts >= mostAttempts;
  const isDead = unclear_attempts >= mostUnclear || (isRefused && !isStaffs);
  return {
    change: {
      status: isDead ? "dead" : "pending",
      attempts,
      unclear_attempts,
      last_error: verdict === "unclear" ? `it may have arrived: ${last_error}` : last_error,
    },
    wait: backOff(attempts, unclear_attempts, Math.random()),
    level: isStaffs && (isDead || isRefused || verdict === "mendable") ? "error" : "warn",
    message: isDead ? "mail given up" : "mail not taken, to be tried again",
  };
}

/** What somebody has to mend is said aloud once, and not again for each attempt until a mail was taken. */
export class Refusals {
  /** Why mails were refused since one was taken, by the servers' codes (RFC 5321, section 4.2). */
  readonly #known = new Set<string>();

  levelOf({ level, change: { status, last_error } }: Result): keyof Log {
    if (status === "sent") this.#known.clear();
    if (level !== "error" || status === "dead") return level;
    // The rest of an answer may be different each time.
    const reason = /\b5\d\d\b/.exec(last_error ?? "")?.[0] ?? "";
    if (this.#known.has(reason)) return "warn";
    this.#known.add(reason);
    return "error";
  }
}
