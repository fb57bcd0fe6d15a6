import { expect, it } from "vitest";
import { composeMail } from "./submission-mail.tsx";

const settings = {
  mailFrom: "site@x.example",
  notifyTo: ["staff@x.example"],
  siteUrl: "https://x.example",
};

/** The mail that tells the staff of a submission. */
const composeStaffMail = (payload: object) =>
  composeMail(
    {
      id: "1",
      kind: "staff",
      recipients: null,
      payload: JSON.stringify(payload),
      created_at: "2026-11-21T10:00:00.000Z",
    },
    settings,
  );

it.each([
  {
    means: "turns the direction of what follows, or cannot be seen",
    name: "Ada \u202Egro.knab\u202C \u2066x\u2069\r\nBcc: y@z.example\u0007",
    shown: "Ada gro.knab x Bcc: y@z.example",
  },
  {
    means: "is decoded to a line break",
    name: "=?utf-8?q?Ada=0d=0aBcc:?= Lovelace",
    shown: "= ?utf-8?q?Ada=0d=0aBcc:?= Lovelace",
  },
  {
    means: "is decoded to a line break once what cannot be seen is gone",
    name: "=\u202A?utf-8?q?Ada=0d=0aBcc:?= Lovelace",
    shown: "= ?utf-8?q?Ada=0d=0aBcc:?= Lovelace",
  },
])("names a sender without what $means", async ({ name, shown }) => {
  const payload = {
    formType: "contact_submission",
    applicantName: name,
    applicantEmail: "ada@visitor.example",
    reference: "ABCD-EFGH",
    formData: {},
  };
  const { subject, replyTo } = await composeStaffMail(payload);
  expect(subject).toContain(shown);
  expect(replyTo).toEqual({ name: shown, address: "ada@visitor.example" });
});

it.each([
  ["ä@visitor.example", false],
  ["=?utf-8?q?ben=40other.example=3E?=@visitor.example", false],
  ["ada@müller.example", true],
])("names %s for the reply: %s", async (applicantEmail, isNamed) => {
  const payload = {
    formType: "contact_submission",
    applicantName: "Ada",
    applicantEmail,
    reference: "ABCD-EFGH",
    formData: { email: applicantEmail },
  };
  const { replyTo, text } = await composeStaffMail(payload);
  expect(replyTo !== undefined).toBe(isNamed);
  expect(text).toContain(applicantEmail);
});

it("shows an answer as it was typed: as text in the HTML, unchanged in the plain text", async () => {
  const lastName = `O'Hara & "co" <b>`;
  const payload = {
    formType: "contact_submission",
    applicantName: "Ada",
    applicantEmail: "ada@visitor.example",
    reference: "ABCD-EFGH",
    formData: { lastName },
  };
  const { html, text } = await composeStaffMail(payload);
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en-US"/);
  expect(html).toContain("O&#x27;Hara &amp; &quot;co&quot; &lt;b&gt;</p>");
  expect(text).toContain(lastName);
});
