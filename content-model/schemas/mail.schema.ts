import * as v from "valibot";
import { filledIn, text } from "./text.schema.ts";

/** content/mail.yaml */
export const mailSchema = v.strictObject({
  forms: v.strictObject({ contact_submission: text, mastermind_application: text }),
  staff: v.strictObject({
    subject: filledIn("form", "reference", "person"),
    intro: filledIn("form", "reference", "person"),
    /** Instead, where a reply would not reach the sender. */
    introWithoutReply: filledIn("form", "reference", "person"),
    replaces: filledIn("reference"),
    quarantine: filledIn("count"),
  }),
  receipt: v.strictObject({
    subject: filledIn("form", "reference"),
    intro: filledIn("form", "reference"),
    reach: text,
    signature: text,
  }),
  /** About the site itself. */
  alert: v.strictObject({
    subject: text,
    intro: text,
    mail: filledIn("count"),
    feed: filledIn("feed"),
    disk: filledIn("free"),
    backup: text,
  }),
  /** What `npm run launch-check -- --send-test` sends. */
  test: v.strictObject({ subject: text, intro: text }),
  words: v.strictObject({ reference: text, sent: text, none: text, yes: text, no: text }),
});

export type MailTexts = v.InferOutput<typeof mailSchema>;
