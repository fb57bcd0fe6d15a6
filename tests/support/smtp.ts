import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";

/** How the server treats the next mails. */
export type SmtpBehavior =
  | "accept"
  | `${number} at ${"AUTH" | "MAIL" | "RCPT" | "DATA"}`
  | "hang at RCPT"
  | "drop after DATA"
  /** The mail is taken, and the answer never ends: a byte at a time. */
  | "trickle after DATA";

export interface TestSmtp {
  url: string;
  behavior: SmtpBehavior;
  /** Whose mails meet with the behavior, when not everybody's; the others' are accepted. */
  concerns: string | undefined;
  /** How long the server takes to accept a mail that it has got, in milliseconds. */
  delay: number;
  /** To whom each message went. */
  recipients: string[][];
  /** Raw messages that the server has taken in whole. */
  messages: Buffer[];
  /** How each password came. */
  logins: ("over TLS" | "in clear")[];
  close(): Promise<void>;
  /** Ends the server as a crash does: every conversation breaks off. */
  crash(): Promise<void>;
}

interface SmtpOptions {
  /** An address of this machine. */
  host?: string;
  /** One that has crashed, whose port and mailbox it takes over. */
  after?: TestSmtp;
  /** With it the server offers STARTTLS. */
  certificate?: { key: string; cert: string };
  /** Whether it asks nobody who he is. */
  isOpen?: boolean;
}

/** A real SMTP server. */
export async function startSmtp({
  host = "127.0.0.1",
  after,
  certificate,
  isOpen = false,
}: SmtpOptions = {}): Promise<TestSmtp> {
  const messages: Buffer[] = after?.messages ?? [];
  const recipients: string[][] = after?.recipients ?? [];
  const logins: TestSmtp["logins"] = [];
  const refusalAt = (command: string, about = "") => {
    const [code, at] = smtp.behavior.split(" at ");
    return at === command && code !== "hang"
      ? Object.assign(new Error(`5.0.0 refused ${about}`), { responseCode: Number(code) })
      : null;
  };
  const server = new SMTPServer({
    ...certificate,
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: [...(certificate ? [] : ["STARTTLS"]), ...(isOpen ? ["AUTH"] : [])],
    logger: false,
    onAuth({ username, password = "" }, { secure }, done) {
      logins.push(secure ? "over TLS" : "in clear");
      // A careless one repeats what it was given.
      const sent = Buffer.from(`\0${username}\0${password}`).toString("base64");
      const refusal = refusalAt("AUTH", `${username} ${password} ${sent}`);
      if (refusal) done(refusal);
      else done(null, { user: username });
    },
    onMailFrom(_address, _session, done) {
      done(refusalAt("MAIL"));
    },
    onRcptTo({ address }, _session, done) {
      if (smtp.concerns && smtp.concerns !== address) return done();
      if (smtp.behavior !== "hang at RCPT") done(refusalAt("RCPT", `<${address}>`));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      const to = session.envelope.rcptTo.map(({ address }) => address);
      const behavior = smtp.concerns && !to.includes(smtp.concerns) ? "accept" : smtp.behavior;
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        // As filters of spam do, it says of what.
        const [subject] = /^Subject: .*/m.exec(Buffer.concat(chunks).toString()) ?? [];
        const refusal = behavior === "accept" ? null : refusalAt("DATA", subject);
        if (refusal) return done(refusal);
        messages.push(Buffer.concat(chunks));
        recipients.push(to);
        const socket = socketOf(session.id);
        if (behavior === "drop after DATA") {
          // The mail is taken, and the answer that says so is lost.
          socket?.destroy();
        } else if (behavior === "trickle after DATA") {
          const answer = setInterval(() => socket?.write("2"), 50);
          socket?.once("close", () => clearInterval(answer));
        } else {
          await sleep(smtp.delay);
          done();
        }
      });
    },
  });
  const connections = () => [
    ...(server as unknown as { connections: Set<{ id: string; _socket: Socket }> }).connections,
  ];
  const socketOf = (id: string) => connections().find((connection) => connection.id === id)?._socket;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  server.on("error", () => {});
  server.listen(after ? Number(new URL(after.url).port) : 0, host);
  await once(server.server, "listening");
  const smtp: TestSmtp = {
    url: `smtp://${host}:${portOf(server.server)}`,
    logins,
    behavior: "accept",
    concerns: undefined,
    delay: 0,
    messages,
    recipients,
    close,
    crash() {
      const closed = close();
      for (const { _socket } of connections()) _socket.destroy();
      return closed;
    },
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
