import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Mail, Mailer } from "./mailer.ts";
import { messageOf } from "./message.ts";

/**
 * Without a mail server each mail becomes a file that every mail program opens. The file is named by the mail's id, so
 * a repeat replaces it, and is whole when it is there.
 *
 * @param folder created when missing
 */
export function fileMailer(folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail: Mail) {
      const { message } = await transport.sendMail(messageOf(mail));
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${/^<([\w-]+)@/.exec(mail.messageId)?.[1]}.eml`);
      const handle = await open(`${file}.new`, "w");
      try {
        await handle.writeFile(message as Buffer);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${file}.new`, file);
    },
    async close() {},
  };
}
