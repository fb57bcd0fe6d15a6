// docs/specification.md, 'Commands for staff': what becomes of a post that is released

import { expect, it } from "vitest";
import { trapField } from "#content-model/forms/reserved-names.ts";
import { connectDatabase } from "#database/connect.server.ts";
import type { Submission } from "#submissions/submission.ts";
import type { DatabaseSubmissionStore } from "#submissions/submission-store.server.ts";
import { person } from "../tests/support/form.ts";
import { releasePost } from "./release.ts";

/** Releases a post with these fields. @returns what was stored, or the refusal */
async function released(fields: [string, string][], isFirst = true): Promise<unknown> {
  const { db, close } = await connectDatabase("sqlite::memory:");
  const row = { id: "1", created_at: "2026-01-31T00:00:00.000Z", reason: "", email: "" };
  await db
    .insertInto("quarantine")
    .values({ ...row, form_type: "contact_submission", fields: JSON.stringify(fields) })
    .execute();
  const stored: unknown[] = [];
  const store = {
    release: async (id: string, submission: Submission) => {
      stored.push([id, submission]);
      return isFirst;
    },
  } as unknown as DatabaseSubmissionStore;
  const told = await releasePost(db, store, "1").catch((error: Error) => error.message);
  await close();
  return told ?? stored[0];
}
const fields = [...Object.entries(person), [trapField, "x"]] as [string, string][];

it("it is stored as it would have been, with a copy for its sender who had asked for one", async () => {
  for (const wantsCopy of [true, false])
    expect(await released(wantsCopy ? [...fields, ["sendCopy", "on"]] : fields)).toMatchObject([
      "1",
      { table: "contact_submissions", applicantEmail: person.email, wantsReceipt: wantsCopy },
    ]);
});

it("it stays where the form would not take it, and where another was faster", async () => {
  expect(await released(fields.filter(([name]) => !["firstName", "email"].includes(name)))).toMatch(
    /^This post is not a valid form, so it stays in quarantine \('npm run submissions -- show ID' prints it\):\n {2}firstName: .+\n {2}email: .+$/,
  );
  expect(await released(fields, false)).toBe("Somebody else has released it meanwhile.");
});
