import * as v from "valibot";
import { text } from "./text.schema.ts";

/** content/mail.yaml */
export const mailSchema = v.strictObject({
  forms: v.strictObject({ contact_submission: text, mastermind_application: text }),
  staff: v.strictObject({ subject: text, intro: text, replaces: text, quarantine: text }),
  receipt: v.strictObject({ subject: text, intro: text, reach: text, signature: text }),
  /** About the site itself. */
  alert: v.strictObject({ subject: text, intro: text, mail: text, feed: text, disk: text, backup: text }),
  /** What `npm run launch-check -- --send-test` sends. */
  test: v.strictObject({ subject: text, intro: text }),
  words: v.strictObject({ reference: text, sent: text, none: text, yes: text, no: text }),
});

export type MailTexts = v.InferOutput<typeof mailSchema>;
