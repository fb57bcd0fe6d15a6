import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { checkInterest } from "#app/features/interest/interest.schema.ts";
import { interestSubmission } from "#app/features/interest/interest-submission.ts";
import { checkApplication } from "#app/features/mastermind/application.schema.ts";
import { applicationSubmission } from "#app/features/mastermind/application-submission.ts";
import type { Submission } from "#app/submissions/submission.ts";
import type { DatabaseSubmissionStore } from "#app/submissions/submission-store.server.ts";
import { CommandError } from "./terminal.ts";

/**
 * Makes a quarantined post the submission that it is: it is stored and the staff get a mail, as if it had been accepted.
 *
 * @throws CommandError when the post would not have been accepted, with what is wrong with it
 */
export async function release(
  db: Kysely<Database>,
  store: DatabaseSubmissionStore,
  id: string,
): Promise<void> {
  const row = await db.selectFrom("quarantine").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const fields = new FormData();
  for (const [name, value] of JSON.parse(row.fields) as [string, string][]) fields.append(name, value);
  if (!(await store.release(id, toSubmission(row.form_type, fields))))
    throw new CommandError("Somebody else has released it meanwhile.");
}

function toSubmission(formType: string, fields: FormData): Submission {
  const wantsReceipt = fields.get("sendCopy") !== null;
  if (formType === "contact_submission") {
    const checked = checkInterest(fields);
    if (checked.kind === "valid") return interestSubmission(checked.values, undefined, wantsReceipt);
    throw refusal(checked.errors);
  }
  const checked = checkApplication(fields);
  if (checked.kind === "valid") return applicationSubmission(checked.values, undefined, wantsReceipt);
  throw refusal(checked.errors);
}

function refusal(errors: Record<string, string>): CommandError {
  const lines = Object.entries(errors).map(([name, message]) => `  ${name}: ${message}`);
  return new CommandError(
    `This post is not a valid form, so it stays in quarantine ('show' prints it):\n${lines.join("\n")}`,
  );
}
