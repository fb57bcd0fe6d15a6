import { randomUUID } from "node:crypto";
import type { Selectable, Transaction } from "kysely";
import type { Database, NotificationRow } from "#database/schema.ts";

export type MailRow = Selectable<NotificationRow>;

/**
 * Makes one row for each recipient of notifications to the staff, so that none waits for another. A submission is stored
 * with one that names nobody, for whoever is to be told when it is sent.
 *
 * @param rows held by the transaction
 */
export async function shareOut(
  transaction: Transaction<Database>,
  rows: MailRow[],
  notifyTo: string[],
): Promise<void> {
  for (const row of rows) {
    const [first, ...others] = row.recipients ? namedIn(row) : notifyTo;
    await transaction
      .updateTable("notifications")
      .set({ recipients: listOf(first) })
      .where("id", "=", row.id)
      .execute();
    const copies = others.map((address) => ({ ...row, id: randomUUID(), recipients: listOf(address) }));
    if (copies.length > 0) await transaction.insertInto("notifications").values(copies).execute();
  }
}

/**
 * The recipient of a row, as its column has it. Somebody who is no longer named in the settings, where the address may have
 * been mistyped, leaves the mail to somebody who was not told of the submission, or else to nobody (`[]`).
 */
export async function stillToBeTold(
  transaction: Transaction<Database>,
  row: MailRow,
  notifyTo: string[],
): Promise<string | null> {
  if (row.kind === "receipt" || row.recipients === null) return row.recipients;
  if (namedIn(row).some((address) => notifyTo.includes(address))) return row.recipients;
  const others = await transaction
    .selectFrom("notifications")
    .select("recipients")
    .where("submission_id", "=", row.submission_id)
    .where("kind", "=", "staff")
    .where("id", "!=", row.id)
    .execute();
  const told = others.flatMap(namedIn);
  return listOf(notifyTo.find((address) => !told.includes(address)));
}

function namedIn({ recipients }: Pick<MailRow, "recipients">): string[] {
  return recipients ? JSON.parse(recipients) : [];
}

function listOf(address: string | undefined): string {
  return JSON.stringify(address ? [address] : []);
}
