import { expect, it } from "vitest";
import texts from "#content/mail.yaml";
import site from "#content/site.yaml";
import theme from "#content/theme.yaml";
import { forms } from "../forms/forms.ts";
import { mostCounted } from "./quarantined.server.ts";
import { composeMail } from "./submission-mail.tsx";

const settings = {
  mailFrom: "site@x.example",
  staffOf: () => ["staff@x.example"],
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
  ["äda@visitor.example", false],
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
  // Without it, a reply would come back to the site's own address.
  expect(text.includes("To answer, reply to this message")).toBe(isNamed);
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

const payload = {
  formType: "mastermind_application",
  applicantName: "Ada Moreno",
  applicantEmail: "ada@visitor.example",
  reference: "ABCD-EFGH",
  formData: {
    firstName: "Ada",
    industry: "",
    linkedin: [],
    channels: ["a", "b"],
    agreeToTerms: true,
    newsletterSignup: false,
  },
};
const row = {
  id: "7",
  recipients: null,
  payload: JSON.stringify(payload),
  created_at: "2026-11-21T10:00:00.000Z",
};
const { words } = texts;
const told = (html: string) =>
  html
    .slice(html.indexOf("<h1"))
    .replace(/<br\/>|<\/(h1|h2|p)>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&#x27;", "'")
    .trim()
    .split("\n")
    .filter(Boolean);

it("tells the staff when it was sent and each answer, and in one line what has none, alike in both forms of the text", async () => {
  const mail = await composeMail({ ...row, kind: "staff" }, settings, 0);
  const { fields } = forms.mastermind_application.texts;
  const heading = texts.forms.mastermind_application;
  const facts = [
    `${words.reference}: ABCD-EFGH`,
    `${words.sent}: Saturday, November 21, 2026 at 2:00 AM PST`,
  ];
  const questions = [
    [fields.firstName?.label, "Ada"],
    ["channels", "a", "b"],
    [fields.agreeToTerms?.label ?? "agreeToTerms", words.yes],
    ["newsletterSignup", words.no],
    [`${words.none}: ${fields.industry?.label}, linkedin`],
  ];
  expect(told(mail.html)).toEqual([heading, expect.any(String), ...facts, ...questions.flat()]);
  expect(mail.text.split("\n\n")).toEqual([
    heading,
    expect.any(String),
    facts.join("\n"),
    ...questions.map((lines) => lines.join("\n")),
  ]);
  expect(mail.messageId).toBe("<7@x.example>");
  expect(mail).toMatchObject({ to: ["staff@x.example"], recipient: "staff@x.example" });
  expect(mail.subject).toBe(`${heading}: Ada Moreno (ABCD-EFGH)`);
});

it("goes to the one of the staff who is left, and tells of what it replaces and what is in quarantine", async () => {
  const again = {
    ...row,
    kind: "staff" as const,
    payload: JSON.stringify({ ...payload, replaces: "WXYZ-2345" }),
  };
  const mail = await composeMail({ ...again, recipients: '["second@x.example"]' }, settings, 3);
  expect(mail.recipient).toBe("second@x.example");
  const notes = [
    texts.staff.replaces.replace("{reference}", "WXYZ-2345"),
    texts.staff.quarantine.replace("{count}", "3"),
  ];
  expect(told(mail.html).slice(-2)).toEqual(notes);
  expect(mail.text.split("\n\n").slice(-2)).toEqual(notes);
  expect((await composeMail(again, settings, mostCounted)).text).toContain("1000+");
});

it("tells the sender what comes next, without a word that was typed", async () => {
  const mail = await composeMail({ ...row, kind: "receipt" }, settings, 3);
  const { path, texts: formTexts } = forms.mastermind_application;
  const rings = `${settings.siteUrl}${path}/received?reference=${payload.reference}`;
  expect(mail.text.split("\n\n").slice(-4)).toEqual([
    formTexts.received.next,
    `${texts.receipt.reach} ${site.email}`,
    `${formTexts.received.seeRings}: ${rings}`,
    `The ${site.name} team`,
  ]);
  expect(mail).toMatchObject({ to: ["ada@visitor.example"], recipient: "ada@visitor.example" });
  expect(mail).not.toHaveProperty("replyTo");
  expect(JSON.stringify([mail.subject, mail.html, mail.text])).not.toMatch(/Ada|\{/);
});

it("draws the sender a letter, of boxes that need no picture and are not read out, and the staff none", async () => {
  const { html } = await composeMail({ ...row, kind: "receipt" }, settings);
  const drawing = html.slice(html.indexOf('<div aria-hidden="true"'), html.indexOf("<h1"));
  expect(drawing.match(/<div/g)).toHaveLength(6);
  expect(drawing.replaceAll(/<[^>]*>/g, "")).toBe("");
  expect(html).not.toMatch(/<(img|svg)|url\(/);
  expect((await composeStaffMail(payload)).html).not.toContain("aria-hidden");
});

it("draws the sender the rings of the reference, of boxes: the same again for the same, others for another, and none for the staff", async () => {
  const drawingFor = async (reference: string, kind = "receipt") => {
    const its = { ...row, kind: kind as "receipt", payload: JSON.stringify({ ...payload, reference }) };
    const { html } = await composeMail(its, settings);
    const [, , drawing = ""] = html.split('<div aria-hidden="true"');
    return drawing;
  };
  const drawing = await drawingFor("ABCD-2345");
  // One for each letter and digit, around the pith; the ground was cut off.
  expect(drawing.match(/<div/g)).toHaveLength(9);
  expect(drawing.match(new RegExp(`solid ${theme.colors.marigold.light}`, "g"))).toHaveLength(1);
  expect(drawing.slice(drawing.indexOf(">") + 1).replaceAll(/<[^>]*>/g, "")).toBe("");
  // Which one is lit, from the pith: what the letters and digits add up to says it.
  for (const [reference, lit] of [
    ["ABCD-2345", 0],
    ["ABCD-2346", 1],
    ["ZBCD-2345", 1],
  ] as const) {
    const lines = (await drawingFor(reference)).match(/border:\dpx/g);
    expect(lines?.reverse().indexOf("border:3px"), reference).toBe(lit);
  }
  expect(await drawingFor("ABCD-2345")).toBe(drawing);
  for (const other of ["ABCD-2346", "BBCD-2345", "ABDC-2345"])
    expect(await drawingFor(other)).not.toBe(drawing);
  expect(await drawingFor("ABCD-2345", "staff")).toBe("");
});

it("cuts a long name in a header", async () => {
  const long = { ...payload, applicantName: "🌲".repeat(500) };
  const { subject, replyTo } = await composeStaffMail(long);
  expect([...subject]).toHaveLength(150);
  expect([...(replyTo?.name ?? "")]).toHaveLength(150);
});
