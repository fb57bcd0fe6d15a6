import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import { type Database, submissionTables } from "#database/schema.ts";
import { isForStaff, type MailRow } from "./notifications.server.ts";

/** Whom of the staff a submission is told to, by its table; also by one that a later version has. */
export type StaffOf = (table: string) => string[];

/** Whoever of the staff is told of any submission. */
export function allStaff(staffOf: StaffOf): string[] {
  return [...new Set(submissionTables.flatMap(staffOf))];
}

/**
 * Makes one row for each recipient of a notification to the staff, so that none waits for another. A submission is stored
 * with one that names nobody, for whoever is to be told when it is sent; an earlier version could leave several in one.
 *
 * @param row held by the transaction
 * @returns whether there was more than one
 */
export async function shareOut(
  transaction: Transaction<Database>,
  row: MailRow,
  staffOf: StaffOf,
): Promise<boolean> {
  const [first, ...others] = row.recipients === null ? staffOf(row.submission_table) : recipientsOf(row);
  if (!isForStaff(row) || others.length === 0) return false;
  await transaction
    .updateTable("notifications")
    .set({ recipients: listOf(first) })
    .where("id", "=", row.id)
    .execute();
  const copies = others.map((address) => ({ ...row, id: randomUUID(), recipients: listOf(address) }));
  await transaction.insertInto("notifications").values(copies).execute();
  return true;
}

/**
 * The recipient of a row, as its column has it. Somebody who is no longer named in the settings, where the address may have
 * been mistyped, leaves the mail to somebody who was not told of the submission, or else to nobody (`[]`).
 *
 * When there are several such mails the first goes to the first of these people, and so on: instances that take one each
 * at the same time, and do not see what the other has decided, choose as they would one after the other.
 */
export async function stillToBeTold(
  transaction: Transaction<Database>,
  row: MailRow,
  staffOf: StaffOf,
): Promise<string | null> {
  const staff = staffOf(row.submission_table);
  const isNamed = (one: Pick<MailRow, "recipients">) =>
    recipientsOf(one).some((address) => staff.includes(address));
  if (!isForStaff(row) || row.recipients === null || isNamed(row)) return row.recipients;
  const mails = await transaction
    .selectFrom("notifications")
    .select(["id", "status", "recipients"])
    .where("submission_id", "=", row.submission_id)
    .where("kind", "=", row.kind)
    .orderBy("id")
    .execute();
  const told = mails.flatMap(recipientsOf);
  const untold = staff.filter((address) => !told.includes(address));
  const left = mails.filter((one) => one.status === "pending" && !isNamed(one));
  return listOf(untold[left.findIndex(({ id }) => id === row.id)]);
}

/** Of the staff; nobody while that is open, and for a confirmation. */
export function recipientsOf({ recipients }: Pick<MailRow, "recipients">): string[] {
  return recipients ? JSON.parse(recipients) : [];
}

/** As the column has it. */
function listOf(address: string | undefined): string {
  return JSON.stringify(address ? [address] : []);
}
