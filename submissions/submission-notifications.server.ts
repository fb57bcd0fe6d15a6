import { randomUUID } from "node:crypto";
import type { Insertable, Transaction } from "kysely";
import type { Database, NotificationRow } from "#database/schema.ts";
import { emailKey } from "./mailbox.ts";
import { formTypeOf, type NotificationPayload, referenceOf, type Submission } from "./submission.ts";

export type Sender = Pick<Submission, "applicantName" | "applicantEmail">;

/**
 * A mail that waits to be sent.
 *
 * @param id of the submission
 * @param replaced id of the submission that it replaces
 */
export function notificationOf(
  kind: NotificationRow["kind"],
  id: string,
  created_at: string,
  email: string,
  submission: Submission,
  replaced: string | undefined,
): Insertable<NotificationRow> {
  const payload: NotificationPayload = {
    formType: formTypeOf[submission.table],
    applicantName: submission.applicantName,
    applicantEmail: submission.applicantEmail,
    formData: submission.answers,
    reference: referenceOf(id),
    ...(replaced ? { replaces: referenceOf(replaced) } : {}),
  };
  return {
    id: randomUUID(),
    created_at,
    submission_table: submission.table,
    submission_id: id,
    kind,
    email,
    payload: JSON.stringify(payload),
    status: "pending",
    attempts: 0,
    next_attempt_at: created_at,
    claimed_until: null,
    sent_at: null,
    last_error: null,
  };
}

/** Whether a submission has the same sender: a person who corrects one keeps the name or the address. */
export async function isFrom(
  transaction: Transaction<Database>,
  id: string,
  sender: Sender,
): Promise<boolean> {
  const told = await transaction
    .selectFrom("notifications")
    .select("payload")
    .where("submission_id", "=", id)
    .where("kind", "=", "staff")
    .executeTakeFirst();
  if (!told) return false;
  const before: NotificationPayload = JSON.parse(told.payload);
  return (
    emailKey(before.applicantEmail) === emailKey(sender.applicantEmail) ||
    before.applicantName.toLowerCase() === sender.applicantName.toLowerCase()
  );
}
