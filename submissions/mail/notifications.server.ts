import { randomUUID } from "node:crypto";
import type { Insertable, Selectable, Transaction } from "kysely";
import type { Database, NotificationRow } from "#database/schema.ts";
import { emailKey } from "../mailbox.ts";
import { formTypeOf, type NotificationPayload, referenceOf, type Submission } from "../submission.ts";

export type MailRow = Selectable<NotificationRow>;
export type Sender = Pick<Submission, "applicantName" | "applicantEmail">;
interface MailKind {
  /**
   * Each of the staff gets a mail of their own, with every answer, which is tried until somebody has mended what is in its way: the
   * one that is stored becomes as many when it is sent, as those are told who belong to the staff then (`shareOut`). To the sender (`email`) go few at once, without a word of the form, and once.
   */
  to: "staff" | "sender";
  /** What the staff read of it. */
  label: string;
  isWanted(submission: Submission): boolean;
}

/** The mails that a submission leads to. Their words are in `content/mail.yaml`, by kind. */
export const mailKinds = {
  staff: { to: "staff", label: "to the staff", isWanted: () => true },
  receipt: { to: "sender", label: "confirmation", isWanted: ({ wantsReceipt }) => wantsReceipt },
} satisfies Record<string, MailKind>;

export type Kind = keyof typeof mailKinds;
export const allKinds = Object.keys(mailKinds) as Kind[];

/** What the staff read of a mail, also of one of a later version. */
export function labelOf(kind: string): string {
  return allKinds.includes(kind as Kind) ? mailKinds[kind as Kind].label : kind;
}

export function kindsTo(who: MailKind["to"]): string[] {
  return allKinds.filter((kind) => mailKinds[kind].to === who);
}

/** Whether a mail goes to the staff, as one does of a kind that a later version has written; another one goes to the sender. */
export function isForStaff({ kind }: Pick<MailRow, "kind">): boolean {
  return !kindsTo("sender").includes(kind);
}

/**
 * A mail that waits to be sent, for all who are to get it.
 *
 * @param id of the submission
 * @param replaced id of the submission that it replaces
 */
export function notificationOf(
  kind: Kind,
  id: string,
  created_at: string,
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
    email: emailKey(submission.applicantEmail),
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
