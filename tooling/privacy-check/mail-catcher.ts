import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail server on loopback that keeps the mails that it receives. */
export async function startCatcher() {
  const messages: string[] = [];
  const catcher = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        messages.push(Buffer.concat(parts).toString());
        done();
      });
    },
  });
  catcher.listen(0, "127.0.0.1");
  await once(catcher.server, "listening");
  return {
    url: `smtp://127.0.0.1:${(catcher.server.address() as AddressInfo).port}`,
    messages,
    close: () => new Promise<void>((resolve) => catcher.close(() => resolve())),
  };
}
