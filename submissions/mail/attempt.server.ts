import type { Updateable } from "kysely";
import type { NotificationRow } from "#database/schema.ts";
import { describeFault } from "#system/fault.ts";
import type { Log } from "#system/log.ts";
import { backOff, mostAttempts, mostUnclear } from "./back-off.ts";
import type { ClaimedMail } from "./mail-claims.server.ts";
import { type Mail, MailError, type Mailer } from "./mailer.ts";
import { isForStaff, type MailRow } from "./notifications.server.ts";

/** The result of an attempt: the new values of the row, and what to log. */
export interface Result {
  change: Updateable<NotificationRow>;
  /** Milliseconds until the next attempt. */
  wait?: number;
  level: keyof Log;
  message: string;
}

interface AttemptOptions {
  mailer: Mailer;
  compose: (row: ClaimedMail) => Promise<Mail>;
  /** From the first connection to the last answer, in milliseconds. */
  deadline: number;
  /** Aborted when the site does not wait any longer. */
  stopping: AbortSignal;
}

/** Composes a mail and hands it to the mail server. Never rejects. */
export async function attempt(row: ClaimedMail, given: AttemptOptions): Promise<Result> {
  const { mailer, compose, deadline: limit, stopping } = given;
  // Whom it was for has left, and everybody else is told by another row.
  if (row.recipients === "[]") return sent(row);
  const ended = new AbortController();
  const end = () => ended.abort(new Error("the site was stopped"));
  const deadline = setTimeout(
    () => ended.abort(new Error(`not finished within ${limit / 1_000} seconds`)),
    limit,
  );
  stopping.addEventListener("abort", end);
  try {
    await mailer.send(await compose(row), ended.signal);
    return sent(row);
  } catch (error) {
    return failed(row, stopping, error);
  } finally {
    clearTimeout(deadline);
    stopping.removeEventListener("abort", end);
  }
}

function sent(row: MailRow): Result {
  return {
    change: { status: "sent", attempts: row.attempts + 1, last_error: null },
    level: "info",
    message: "mail sent",
  };
}

/**
 * A notification to the staff is never given up because of an answer of the mail server: wrong passwords, senders
 * and addresses can be corrected by the operator, for whom it is an error.
 */
function failed(row: MailRow, stopping: AbortSignal, error: unknown): Result {
  // Any other error is none of a mail server's: a folder that cannot be written to, or a fault of ours.
  const verdict = error instanceof MailError ? error.verdict : "mendable";
  const last_error = error instanceof MailError ? error.message : describeFault(error);
  // Nothing was sent, so the row stays as if it had not been claimed.
  if (stopping.aborted && verdict === "later")
    return { change: {}, level: "info", message: "mail left to the next start" };
  const isStaffs = isForStaff(row);
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
