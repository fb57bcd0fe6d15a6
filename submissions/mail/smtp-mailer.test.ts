// docs/specification.md, 'Mail servers'

import { createTransport } from "nodemailer";
import { expect, it, vi } from "vitest";
import type { MailError } from "./mailer.ts";
import { loginForms, smtpMailer, smtpServer } from "./smtp-mailer.server.ts";

vi.mock("nodemailer");

const base64 = (text: string) => Buffer.from(text).toString("base64");

it.each([
  ["smtp://mail.example", { host: "mail.example", port: 587, secure: false, requireTLS: true }],
  ["smtp://mail.example:2525", { port: 2_525, secure: false, requireTLS: true }],
  ["smtps://mail.example", { port: 465, secure: true, requireTLS: true }],
  ["smtp://localhost", { host: "localhost", requireTLS: false }],
  ["smtp://[::1]", { host: "::1", requireTLS: false }],
  ["smtp://a%40b:p%3Aw@mail.example", { auth: { user: "a@b", pass: "p:w" } }],
])("reaches %s by TLS unless it is this machine, and with the login that it names", (url, expected) => {
  expect(smtpServer(url)).toMatchObject(expected);
});

it("waits as it is told, and logs in nowhere without a name", () => {
  const server = smtpServer("smtp://mail.example", { connection: 1, greeting: 2, socket: 3 });
  expect(server).toMatchObject({ connectionTimeout: 1, greetingTimeout: 2, socketTimeout: 3 });
  expect(server).not.toHaveProperty("auth");
});

it.each([
  ["smtp://ann:p%40ss@mail.example", [base64("\0ann\0p@ss"), base64("p@ss"), "p%40ss", "p@ss"]],
  ["smtp://ann:100%25%zz@mail.example", [base64("\0ann\x00100%25%zz"), base64("100%25%zz")]],
  ["smtp://ann@mail.example", []],
])("knows each form of the password in %s", (url, forms) => {
  expect(loginForms(url).slice(0, forms.length || undefined)).toEqual(forms);
});

const mail = {
  ...{ messageId: "<1@site.example>", from: "site@site.example", to: ["ada@site.example"], recipient: "" },
  ...{ subject: "", text: "", html: "" },
};

/** What is said of an attempt that nodemailer ends with this, at a server whose password is 'p@ss'. */
async function fault(error: unknown): Promise<MailError> {
  const transport = { use: vi.fn(), close: vi.fn(), sendMail: () => Promise.reject(error) };
  vi.mocked(createTransport).mockReturnValueOnce(transport as never);
  const mailer = smtpMailer("smtp://ann:p%40ss@mail.example");
  const told = await mailer.send(mail, new AbortController().signal).then(
    () => expect.unreachable(),
    (fault: MailError) => fault,
  );
  await mailer.close();
  expect(transport.close).toHaveBeenCalledOnce();
  return told;
}

it.each<[string, { message?: string; code: string; command?: string; responseCode?: number }]>([
  ["later", { code: "ECONNECTION" }],
  ["later", { code: "ESOCKET", message: "read ECONNRESET" }],
  ["later", { code: "EOTHER", message: "certificate" }],
  ["later", { code: "EENVELOPE", command: "RCPT TO", responseCode: 450 }],
  ["later", { code: "EMESSAGE", responseCode: 499 }],
  ["later", { code: "EAUTH", responseCode: 454 }],
  ["mendable", { code: "ETLS" }],
  ["mendable", { code: "ESOCKET", message: "unable to verify the first certificate" }],
  ["mendable", { code: "EAUTH" }],
  ["mendable", { code: "EAUTH", responseCode: 535 }],
  ["mendable", { code: "EENVELOPE", command: "MAIL FROM", responseCode: 550 }],
  ["mendable", { code: "EOTHER", command: "RCPT TO", responseCode: 550 }],
  ["mendable", { code: "EMESSAGE", responseCode: 530 }],
  ["mendable", { code: "EMESSAGE", responseCode: 552 }],
  ["never", { code: "EMESSAGE", responseCode: 500 }],
  ["never", { code: "EENVELOPE", command: "RCPT TO", responseCode: 550 }],
])("is to be tried again %s after %j", async (verdict, { message = "fault", ...more }) => {
  expect((await fault(Object.assign(new Error(message), more))).verdict).toBe(verdict);
});

it.each([
  [{ code: "ETLS" }, "no TLS", "no TLS with the mail server, so nothing was sent: no TLS"],
  [{ code: "EABORT", cause: new Error("too late") }, "aborted", "too late"],
  [{ code: "EOTHER", cause: new Error("too late") }, "other", "other"],
  [{ code: "EABORT", cause: "too late" }, "aborted", "aborted"],
  [{ code: "EENVELOPE", response: "550 no" }, "no <ada@a.example>, 'ben@b.example'", "no <…>, '…'"],
  [{ code: "EAUTH", response: "535 no" }, "535 p%40ss p@ss AGFubgBwQHNz cEBzcw==", "535 … … … …"],
  [{ code: "ESOCKET" }, "a\n\n  b", "a b"],
  [{ code: "ESOCKET" }, "a".repeat(301), "a".repeat(300)],
  [{ response: "554 5.7.1 words" }, "words", "the mail server answered the mail with 554 5.7.1"],
  [{ response: "554-5.701.123 words" }, "words", "the mail server answered the mail with 554-5.701.123"],
  [{ response: "554 words 5.7.1" }, "words", "the mail server answered the mail with 554"],
  [{ response: "words 554" }, "words", "the mail server answered the mail with an answer without a code"],
])("tells of %j no more than it may", async (more, message, expected) => {
  expect((await fault(Object.assign(new Error(message), more))).message).toBe(expected);
});

it.each([
  [{ code: "EENVELOPE", command: "RCPT TO", response: "550 5.1.1 mailbox zeb unknown" }, "550 5.1.1"],
  [{ code: "EENVELOPE", command: "DATA", response: "554 not from Ann Moreno" }, "554"],
  [{ code: "EENVELOPE", command: "MAIL FROM", response: "550 no" }, undefined],
  [{ code: "EAUTH", command: "AUTH PLAIN", response: "535 no" }, undefined],
  [{ code: "ETIMEDOUT" }, undefined],
])("tells of a mail to a visitor, of %j, by its codes what a server may say of them", async (more, codes) => {
  const { message, inCodes } = await fault(Object.assign(new Error("words"), more));
  expect(message).toBe("words");
  expect(inCodes).toBe(codes ? `the mail server answered the mail with ${codes}` : "words");
});

it("tells of what is no error what it is", async () => {
  expect((await fault("gone")).message).toBe("gone");
});
