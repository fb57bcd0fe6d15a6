import type { TestSmtp } from "../support/smtp.ts";
import { query } from "./query.ts";

export interface Counts {
  lost: number;
  twice: number;
  "half-written": number;
  undelivered: number;
  "mailed twice": number;
}

interface Notification {
  submission_id: string;
  kind: string;
  status: string;
}

/**
 * Compares what visitors were told with what lies in the database and in the mailboxes.
 *
 * @param acknowledged words of each form by its sender's address
 * @param staff who is to be told of every form
 */
export async function count(
  databaseUrl: string,
  acknowledged: ReadonlyMap<string, string>,
  smtp: Pick<TestSmtp, "messages" | "recipients">,
  staff: readonly string[],
): Promise<Counts> {
  const rows = await query<{ id: string; email: string; message: string }>(
    databaseUrl,
    "select id, email, message from contact_submissions",
  );
  const notifications = await query<Notification>(
    databaseUrl,
    "select submission_id, kind, status from notifications",
  );
  const keys = new Set(
    (await query<{ row_id: string }>(databaseUrl, "select row_id from submission_keys")).map(
      (key) => key.row_id,
    ),
  );
  const told = new Set(
    notifications.filter(({ kind }) => kind === "staff").map(({ submission_id }) => submission_id),
  );
  const byEmail = new Map(rows.map((row) => [row.email, row]));
  const ids = new Set(rows.map(({ id }) => id));
  const { delivered, repeats } = mailsOf(smtp);
  const isWhole = (id: string, email: string, message: string) =>
    told.has(id) && keys.has(id) && message.includes(acknowledged.get(email) ?? "");
  return {
    lost: [...acknowledged.keys()].filter((email) => !byEmail.has(email)).length,
    twice: rows.length - byEmail.size,
    "half-written":
      rows.filter(({ id, email, message }) => !isWhole(id, email, message)).length +
      notifications.filter(({ submission_id }) => !ids.has(submission_id)).length,
    undelivered:
      notifications.filter(({ status }) => status !== "sent").length +
      staff.flatMap((address) =>
        [...byEmail.keys()].filter((email) => !delivered.has(`${address} about ${email}`)),
      ).length,
    "mailed twice": repeats,
  };
}

/** Who got a mail about whom, and how many got the same one again. */
export function mailsOf({ messages, recipients }: Pick<TestSmtp, "messages" | "recipients">) {
  const delivered = new Set<string>();
  let total = 0;
  for (const [place, message] of messages.entries())
    for (const recipient of recipients[place] ?? []) {
      // The staff answer to the visitor; a confirmation goes to the visitor.
      const head = message.toString("latin1").split("\r\n\r\n", 1)[0] ?? "";
      const about = /^reply-to:\s[^:]*?([^\s<>"]+@visitor\.example)/im.exec(head)?.[1] ?? recipient;
      delivered.add(`${recipient} about ${about}`);
      total += 1;
    }
  return { delivered, repeats: total - delivered.size };
}
