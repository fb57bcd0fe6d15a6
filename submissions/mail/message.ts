import type { SendMailOptions } from "nodemailer";
import type { Mail } from "./mailer.ts";

/** The mail as nodemailer takes it. */
export function messageOf(mail: Mail): SendMailOptions {
  const { replyTo, recipient, ...rest } = mail;
  return {
    ...rest,
    ...(replyTo ? { replyTo } : {}),
    envelope: { from: mail.from, to: [recipient] },
    // Keeps automatic replies from being sent (RFC 3834, section 5).
    headers: { "Auto-Submitted": "auto-generated" },
  };
}
