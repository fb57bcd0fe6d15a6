import type { Updateable } from "kysely";
import type { NotificationRow } from "#database/schema.ts";
import { describeFault } from "#system/fault.ts";
import type { Log } from "#system/log.ts";
import { backOff, mostAttempts, mostUnclear } from "./back-off.ts";
import type { MailRow } from "./mail-claims.server.ts";
import { type Mail, MailError, type Mailer } from "./mailer.ts";

/** The result of an attempt: the new values of the row, and what to log. */
interface Result {
  change: Updateable<NotificationRow>;
  /** Milliseconds until the next attempt. */
  wait?: number;
  level: keyof Log;
  message: string;
}

interface AttemptOptions {
  mailer: Mailer;
  compose: (row: MailRow) => Promise<Mail>;
  /** From the first connection to the last answer, in milliseconds. */
  deadline: number;
  /** Aborted when the site does not wait any longer. */
  stopping: AbortSignal;
}

/** Composes a mail and hands it to the mail server, for its recipients who have not got it yet. Never rejects. */
export async function attempt(row: MailRow, given: AttemptOptions): Promise<Result> {
  const { mailer, compose, deadline: limit, stopping } = given;
  const ended = new AbortController();
  const end = () => ended.abort(new Error("the site was stopped"));
  const deadline = setTimeout(
    () => ended.abort(new Error(`not finished within ${limit / 1_000} seconds`)),
    limit,
  );
  stopping.addEventListener("abort", end);
  try {
    const mail = await compose(row);
    const left: string[] | undefined = row.recipients ? JSON.parse(row.recipients) : undefined;
    // Recipients that were removed from the settings since then are skipped.
    const recipients = left && mail.to.filter((address) => left.includes(address));
    const refusal =
      recipients?.length === 0
        ? undefined
        : await mailer.send({ ...mail, ...(recipients ? { recipients } : {}) }, ended.signal);
    if (refusal)
      return failed(row, stopping, new MailError(refusal.reason, { verdict: "later" }), refusal.recipients);
    return {
      change: { status: "sent", attempts: row.attempts + 1, last_error: null, recipients: null },
      level: "info",
      message: "mail sent",
    };
  } catch (error) {
    return failed(row, stopping, error);
  } finally {
    clearTimeout(deadline);
    stopping.removeEventListener("abort", end);
  }
}

/**
 * A notification to the staff is never given up because of an answer of the mail server: wrong passwords, senders
 * and addresses can be corrected by the operator, for whom an error is logged.
 *
 * @param recipients the recipients who were refused when others were accepted
 */
function failed(row: MailRow, stopping: AbortSignal, error: unknown, recipients?: string[]): Result {
  const verdict = error instanceof MailError ? error.verdict : "later";
  const last_error = error instanceof MailError ? error.message : describeFault(error);
  // Nothing was sent, so the row stays as if it had not been claimed.
  if (stopping.aborted && verdict === "later" && !recipients)
    return { change: {}, level: "info", message: "mail left to the next start" };
  const isForStaff = row.kind === "staff";
  const attempts = row.attempts + 1;
  const unclear_attempts = row.unclear_attempts + (verdict === "unclear" ? 1 : 0);
  const isRefused = verdict === "never" || attempts >= mostAttempts;
  const isDead = unclear_attempts >= mostUnclear || (isRefused && !isForStaff);
  return {
    change: {
      status: isDead ? "dead" : "pending",
      attempts,
      unclear_attempts,
      last_error: verdict === "unclear" ? `it may have arrived: ${last_error}` : last_error,
      ...(recipients ? { recipients: JSON.stringify(recipients) } : {}),
    },
    wait: backOff(attempts, unclear_attempts, Math.random()),
    level: isForStaff && (isDead || isRefused || recipients) ? "error" : "warn",
    message: isDead
      ? "mail given up"
      : recipients
        ? "mail not taken for every recipient, to be tried again"
        : "mail not taken, to be tried again",
  };
}
