import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { Client, type ClientConfig } from "pg";
import { parse, toClientConfig } from "pg-connection-string";

/** How long a server may take to answer a first connection, or one of the staff, in milliseconds. */
export const connectTimeout = 10_000;

/** A server as it was found. */
export interface PostgresServer extends ClientConfig {
  /** How connections are encrypted whose server may do without: it is asked for each. `ssl` is what it answered last. */
  preferredSsl?: ClientConfig["ssl"];
}

/**
 * Finds out whether the server at the address uses TLS, and whether it accepts the account.
 *
 * @param url `postgres://…`; `sslmode` and `sslrootcert` mean what they mean to libpq
 *   (https://www.postgresql.org/docs/current/libpq-ssl.html), but that `verify-full` and `sslrootcert=system` trust
 *   the authorities that Node trusts
 * @throws when it does not answer or refuses
 */
export async function findPostgres(url: string): Promise<PostgresServer> {
  const server = settingsOf(url);
  if (!server.preferredSsl) return look(server);
  return look(server).catch((error: Error & { code?: string }) => {
    if (!isOfEncryption(error)) throw error;
    // As libpq does with `prefer`.
    const { preferredSsl: _, ...plain } = { ...server, ssl: false };
    return look(plain).catch(() => Promise.reject(error));
  });
}

/** Whether a connection without TLS may get on: a handshake failed, or the server takes this account only without. */
function isOfEncryption({ code = "", message }: Error & { code?: string }): boolean {
  return /^(ERR_SSL|ERR_TLS|EPROTO|28000$)/.test(code) || message.includes("secure TLS connection");
}

async function look(server: PostgresServer): Promise<PostgresServer> {
  const client = new SiteClient({ ...server, connectionTimeoutMillis: connectTimeout });
  // Errors that follow one that was reported already.
  client.on("error", () => {});
  try {
    await client.connect();
    return { ...server, ssl: client.isEncrypted && server.ssl };
  } catch (error) {
    throw ofLogin(error);
  } finally {
    await client.end();
  }
}

/** By its address: this machine's name and numbers, or the path of a socket. */
export function isOnThisMachine({ host = "" }: PostgresServer): boolean {
  return /^(localhost|127\..*|::1|\/.*|)$/.test(host);
}

/** Of a password that is missing pg says which step of its login failed. */
export function ofLogin(error: unknown): unknown {
  return error instanceof Error && /client password must be/.test(error.message)
    ? new Error("the account needs a password, and neither DATABASE_URL nor ~/.pgpass has one")
    : error;
}

const tlsModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

function settingsOf(url: string): PostgresServer {
  const address = new URL(url);
  const asked = address.searchParams;
  const trustsNode = asked.get("sslrootcert") === "system";
  if (trustsNode) asked.delete("sslrootcert");
  // pg's own words for it.
  const ssl = /^(true|1)$/.test(asked.get("ssl") ?? "") ? "verify-full" : asked.has("ssl") ? "disable" : null;
  const given = asked.get("sslmode") ?? ssl ?? (trustsNode ? "verify-full" : "prefer");
  const mode = given === "no-verify" ? "require" : given;
  if (!tlsModes.includes(mode)) throw new Error(`sslmode is one of ${tlsModes.join(", ")}`);
  if (trustsNode && mode !== "verify-full") throw new Error("sslrootcert=system needs sslmode=verify-full");
  const mayBePlain = mode === "allow" || mode === "prefer";
  asked.delete("uselibpqcompat");
  asked.set("sslmode", mayBePlain ? "prefer" : mode);
  const server = toClientConfig(parse(address.href, { useLibpqCompat: true }));
  return {
    ...{ application_name: "site", keepAlive: true, ...server },
    ...(mayBePlain ? { preferredSsl: server.ssl } : {}),
  };
}

/** Steps of pg's connection that its types leave out. */
interface ConnectionSteps {
  stream: Socket;
  connect(port: number | string, host?: string): void;
  attachListeners(stream: Socket): void;
  emit(event: "sslconnect"): void;
}

/**
 * What ends a session or its use: it is read-only since a fail-over, met a limit of time, or its server goes down (PostgreSQL
 * manual, appendix A).
 */
const endingStates = /^(25006|25P0[34]|57P0[1235])$/;

/** A connection to the server as `findPostgres` found it. */
export class SiteClient extends Client {
  /**
   * Whether the pool shall close it after use: of its session nothing is to be expected, or it is still busy with a
   * statement that nobody waits for any more.
   */
  isLeaving = false;

  constructor(config: PostgresServer) {
    super(config);
    if (config.preferredSsl) goOnWithoutTls(this.#steps);
  }

  get isEncrypted(): boolean {
    return this.#steps.stream instanceof TLSSocket;
  }

  /** The server's process, as it was named at the start; a pooler names another number. */
  get serverProcess(): number | null {
    return (this as unknown as { processID: number | null }).processID;
  }

  get #steps() {
    return this.connection as unknown as ConnectionSteps;
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's signature has many forms, and all are passed on
  override query(...words: any[]): any {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const result = (super.query as any)(...words);
    if (result instanceof Promise)
      result.catch((error: Error & { code?: string }) => {
        if (endingStates.test(error.code ?? "") || error.message === "Query read timeout")
          this.isLeaving = true;
      });
    return result;
  }
}

/**
 * Goes on without TLS where the server has none, as libpq does (PostgreSQL manual, 'Message Flow', 'SSL Session Encryption'):
 * pg would end the connection.
 */
function goOnWithoutTls(steps: ConnectionSteps): void {
  const connect = steps.connect.bind(steps);
  steps.connect = (...place) => {
    connect(...place);
    const { stream } = steps;
    const [asAnswered] = stream.listeners("data");
    stream.removeAllListeners("data").once("data", (answer: Buffer) => {
      if (answer.toString("latin1") !== "N") return asAnswered?.(answer);
      steps.attachListeners(stream);
      steps.emit("sslconnect");
    });
  };
}
