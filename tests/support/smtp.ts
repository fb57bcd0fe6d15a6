import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { SMTPServer } from "smtp-server";

/** How the server treats the next mails. */
export type SmtpBehavior = "accept" | "451 at DATA" | "550 at RCPT" | "550 at DATA" | "drop after DATA";

export interface TestSmtp {
  url: string;
  behavior: SmtpBehavior;
  /** Raw messages that the server has taken in whole. */
  messages: Buffer[];
  /** How each password came. */
  logins: ("over TLS" | "in clear")[];
  close(): Promise<void>;
}

interface SmtpOptions {
  /** An address of this machine. */
  host?: string;
  /** With it the server offers STARTTLS. */
  certificate?: { key: string; cert: string };
}

/** A real SMTP server on a free port. */
export async function startSmtp({ host = "127.0.0.1", certificate }: SmtpOptions = {}): Promise<TestSmtp> {
  const messages: Buffer[] = [];
  const logins: TestSmtp["logins"] = [];
  const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    ...certificate,
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: certificate ? [] : ["STARTTLS"],
    logger: false,
    onAuth({ username }, { secure }, done) {
      logins.push(secure ? "over TLS" : "in clear");
      done(null, { user: username });
    },
    onRcptTo({ address }, _session, done) {
      done(smtp.behavior === "550 at RCPT" ? refusal(550, `5.1.1 <${address}> unknown`) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (smtp.behavior === "451 at DATA") return done(refusal(451, "4.3.0 try later"));
        if (smtp.behavior === "550 at DATA") return done(refusal(550, "5.7.1 refused"));
        messages.push(Buffer.concat(chunks));
        if (smtp.behavior === "drop after DATA") {
          // The mail is taken, and the answer that says so is lost.
          for (const connection of (
            server as unknown as { connections: Set<{ id: string; _socket: Socket }> }
          ).connections)
            if (connection.id === session.id) connection._socket.destroy();
          return;
        }
        done();
      });
    },
  });
  server.on("error", () => {});
  server.listen(0, host);
  await once(server.server, "listening");
  const smtp: TestSmtp = {
    url: `smtp://${host}:${portOf(server.server)}`,
    logins,
    behavior: "accept",
    messages,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return smtp;
}

/** A server that takes connections and says nothing. */
export async function startSilence(): Promise<{ url: string; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on("error", () => {})));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${portOf(server)}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function portOf(server: Pick<Server, "address">): number {
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("not listening");
  return address.port;
}
