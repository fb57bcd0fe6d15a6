import type { Kysely } from "kysely";
import type { Database } from "#database/schema.ts";
import { toSubmission } from "#submissions/forms/form.ts";
import { forms } from "#submissions/forms/forms.ts";
import type { FormType } from "#submissions/submission.ts";
import type { DatabaseSubmissionStore } from "#submissions/submission-store.server.ts";
import { typedAs } from "./command.ts";
import { CommandError } from "./terminal.ts";

/**
 * Makes a quarantined post the submission that it is: it is stored and the staff get a mail, as if it had been accepted.
 *
 * @throws CommandError when the post would not have been accepted, with what is wrong with it
 */
export async function releasePost(
  db: Kysely<Database>,
  store: DatabaseSubmissionStore,
  id: string,
): Promise<void> {
  const row = await db.selectFrom("quarantine").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const fields = new FormData();
  for (const [name, value] of JSON.parse(row.fields) as [string, string][]) fields.append(name, value);
  const form = forms[row.form_type as FormType];
  const checked = form.check(fields);
  if (checked.kind === "invalid") throw refusal(checked.errors);
  const submission = toSubmission(form, checked.answers, undefined, fields.get("sendCopy") !== null);
  if (!(await store.release(id, submission)))
    throw new CommandError("Somebody else has released it meanwhile.");
}

function refusal(errors: Record<string, string>): CommandError {
  const lines = Object.entries(errors).map(([name, message]) => `  ${name}: ${message}`);
  return new CommandError(
    `This post is not a valid form, so it stays in quarantine (${typedAs("show ID")} prints it):\n${lines.join("\n")}`,
  );
}
