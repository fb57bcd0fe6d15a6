// docs/specification.md, 'Commands for staff': every word of a submission is in a cell, once

import { expect, it } from "vitest";
import { connectDatabase } from "#database/connect.server.ts";
import { contactRow } from "../../tests/support/form.ts";
import { exportRecords } from "./export.ts";

const id = "11111111-0000-4000-8000-000000000001";
const time = "2026-01-31T00:00:00.000Z";

/** Cells of one submission by their heads, those that hold something. */
async function exported(message: object, formData?: object, replaces?: string): Promise<object> {
  const { db, close } = await connectDatabase("sqlite::memory:");
  await db
    .insertInto("contact_submissions")
    .values({
      ...{ id, created_at: time },
      ...contactRow({ reason_for_contact: "interest", message: JSON.stringify(message) }),
    })
    .execute();
  if (formData)
    await db
      .insertInto("notifications")
      .values({
        ...{ id, created_at: time, next_attempt_at: time, submission_table: "contact_submissions" },
        ...{ submission_id: id, kind: "staff", email: "", status: "sent", attempts: 1, unclear_attempts: 0 },
        ...{ last_error: null, recipients: null, claimed_until: null, sent_at: null },
        payload: JSON.stringify({ formData, replaces }),
      })
      .execute();
  let text = "";
  const write = async (part: string) => {
    text += part;
  };
  await exportRecords(db, { write }, { tables: ["contact_submissions"], format: "csv", since: undefined });
  await close();
  const [head = [], cells = []] = text
    .replace("\ufeff", "")
    .split("\r\n")
    .map((line) => line.slice(1, -1).split('","'));
  return Object.fromEntries(
    head.map((name, column) => [name, cells[column]]).filter(([, cell]) => cell !== ""),
  );
}

const columns = {
  ...{ id, created_at: time, reference: "Z8NH-VV7G", full_name: "Ada Moreno", email: "ada@visitor.example" },
  ...{ reason_for_contact: "interest", newsletter_signup: "yes" },
};

it.each<[what: string, message: object, cells: object]>([
  ["nothing more", {}, {}],
  ["answers of the form", { motivation: "m", role: "Lead" }, { motivation: "m", role: "Lead" }],
  ["one that the form no longer asks", { color: "blue", none: "" }, { otherAnswers: "color: blue" }],
  ["several", { color: "blue", pets: ["cat", "dog"] }, { otherAnswers: "color: blue\npets: cat; dog" }],
  [
    "names that the export has itself",
    { reference: "r", otherAnswers: "o", replaces: "s" },
    { otherAnswers: "reference: r\notherAnswers: o\nreplaces: s" },
  ],
  [
    "a name and another word than its column",
    { email: "old@b.example" },
    { otherAnswers: "email: old@b.example" },
  ],
])("of the row alone, with %s", async (_, message, cells) => {
  expect(await exported(message)).toEqual({ ...columns, ...cells });
});

it("of the e-mail to the staff, what no column has", async () => {
  const answers = {
    ...{ firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: true },
    ...{ newsletterSignup: true, motivation: "m", color: "blue", none: "" },
  };
  expect(await exported({ motivation: "m" }, answers, "AAAA-BBBB")).toEqual({
    ...columns,
    ...{ motivation: "m", otherAnswers: "color: blue", replaces: "AAAA-BBBB" },
  });
});
