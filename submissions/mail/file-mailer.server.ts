import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { makePrivateFolder, writePrivateFile } from "#system/private-files.server.ts";
import { type Mail, type Mailer, messageOf } from "./mailer.ts";

/**
 * Without a mail server each mail becomes a file that every mail program opens. The file is named by the mail's id, so
 * a repeat replaces it, and is whole when it is there.
 *
 * @param folder created when missing, but not those above it
 */
export function fileMailer(folder: string): Mailer {
  return {
    async send(mail: Mail) {
      // Loaded with the first mail, to keep the start fast.
      const { createTransport } = await import("nodemailer");
      const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
      const { message } = await transport.sendMail(messageOf(mail));
      // Where the folder above it is away, the database is as well, and both may be put back.
      statSync(dirname(folder));
      makePrivateFolder(folder);
      const id = /^<([\w-]+)@/.exec(mail.messageId)?.[1];
      await writePrivateFile(join(folder, `${id}.eml`), message as Buffer);
    },
    async close() {},
  };
}
