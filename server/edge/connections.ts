import { IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { PageRouter } from "./page-routes.ts";

/** Requests that one connection may send before it reads the answers; browsers wait for each. */
const mostPipelined = 8;

/** A browser opens up to six, a proxy in front some more. */
const mostConnections = 2_000;

/**
 * Bytes that a chunk of a body (RFC 9112, section 7.1) has on average, but for so many bytes that they may lack in a row.
 * Browsers send none; a proxy makes one of what it has read, a packet at least (some 500 bytes), and the last one is smaller.
 */
const chunks = { size: 64, lack: 8 * 1_024 };

interface Connection {
  /** What it waits for. */
  answers: Set<ServerResponse>;
  /** The answer to one request too many, which closes the connection. */
  last?: ServerResponse;
  /** What is refused because of its chunks; it closes the connection. */
  cut?: IncomingMessage;
  /** How many requests have been read when it had sent so many bytes, thus in one piece. */
  atOnce: number;
  bytesRead: number;
}

/**
 * Holds the answers that each connection waits for, so that what a visitor sent and the site did is always answered
 * (RFC 9112, section 9.3.2), however the connection goes on.
 */
export class Connections {
  readonly #connections = new WeakMap<Socket, Connection>();
  #server?: FastifyInstance["server"];
  #accepted = 0;

  /**
   * The class of requests for `createServer`. Node parses all requests that arrive in one piece, up to some thousands, before
   * any of them is answered; it stops only behind a request that upgrades to another protocol. So a request that comes after the
   * last one that is answered claims to be such an upgrade while its head is parsed, and no longer when it is complete. A tunnel
   * (CONNECT) is a request like others.
   */
  readonly Request = requestClass(
    (socket) => {
      const { last, cut } = this.#connections.get(socket) ?? {};
      return last !== undefined || cut !== undefined;
    },
    (request) => this.#cut(request),
  );

  /** How many have been accepted. */
  get accepted(): number {
    return this.#accepted;
  }

  watch(app: FastifyInstance, router: Pick<PageRouter, "answerProblem">): void {
    const { server } = app;
    this.#server = server;
    server.maxConnections = mostConnections;
    server.on("connection", () => {
      this.#accepted += 1;
    });
    // Who has sent all and says so (FIN) still reads the answer; Node would hang up.
    Object.assign(server, { httpAllowHalfOpen: true });
    // An expectation that is not known may be ignored (RFC 9110, section 10.1.1).
    server.on("checkExpectation", (request, response) => server.emit("request", request, response));
    // Hooks run when all that came in one piece has been read.
    server.prependListener("request", (request, answer) => this.#add(request.socket, answer));
    app.addHook("onRequest", async (request, reply) => {
      // Node reads no further request from a connection that has offered another protocol.
      if (request.headers.upgrade !== undefined || request.method === "CONNECT")
        reply.header("connection", "close");
      // One more is answered in its turn and closes the connection.
      if (this.isLast(reply.raw))
        return router.answerProblem(request, reply.header("connection", "close"), 503);
    });
  }

  /** Whether the connection is to be closed with this answer, which is that to one request too many. */
  isLast(answer: ServerResponse): boolean {
    return this.#connections.get(answer.req.socket)?.last === answer;
  }

  /** Calls back when everything that the connection had asked for is answered; until then no more is read from it. */
  whenAnswered(socket: Socket, then: () => void): void {
    const { answers = [], cut } = this.#connections.get(socket) ?? {};
    // Who has not sent the whole request gets no other answer.
    const answer = [...answers].find(({ req }) => req.complete && req !== cut);
    if (!answer) {
      then();
      return;
    }
    socket.pause();
    answer.once("close", () => {
      socket.resume();
      this.whenAnswered(socket, then);
    });
  }

  #add(socket: Socket, answer: ServerResponse): void {
    const { bytesRead } = socket;
    const connection: Connection = this.#connections.get(socket) ?? {
      answers: new Set(),
      atOnce: 0,
      bytesRead,
    };
    this.#connections.set(socket, connection);
    connection.answers.add(answer);
    answer.once("close", () => connection.answers.delete(answer));
    // What has a body can be answered before the next request is read.
    connection.atOnce = connection.bytesRead === bytesRead ? connection.atOnce + 1 : 1;
    connection.bytesRead = bytesRead;
    if (Math.max(connection.answers.size, connection.atOnce) > mostPipelined) connection.last = answer;
  }

  /** Refuses a request with 400, like others that cannot be read, when all that came in one piece has been read. */
  #cut(request: IncomingMessage): void {
    const { socket } = request;
    const connection = this.#connections.get(socket);
    if (connection) connection.cut = request;
    setImmediate(() => this.#server?.emit("clientError", new Error("chunks are too small"), socket));
  }
}

/**
 * @param isFull whether nothing more is read from a connection
 * @param cut is told of a request whose chunks are too small; its body never ends
 */
function requestClass(
  isFull: (socket: Socket) => boolean,
  cut: (request: IncomingMessage) => void,
): typeof IncomingMessage {
  return class extends IncomingMessage {
    #lack = 0;
    #isCut = false;

    override push(part: Buffer | null): boolean {
      if (part && !this.#isCut) {
        this.#lack = Math.max(0, this.#lack + chunks.size - part.length);
        this.#isCut = this.#lack > chunks.lack && this.headers["transfer-encoding"] !== undefined;
        if (this.#isCut) cut(this);
      }
      if (!this.#isCut) return super.push(part);
      if (part) skipParts(this.socket);
      return true;
    }

    /** Node would not push what nobody reads. */
    get _dumped(): boolean {
      return false;
    }
    set _dumped(_isDumped: boolean) {}

    get upgrade(): boolean {
      return !this.#isCut && isFull(this.socket) && !this.complete;
    }
    /** Node says here what the client offers. */
    set upgrade(_offered: boolean | null) {}
  };
}

/** Lets Node's parser tell nothing of bodies until all that came in one piece is read: telling is what costs. */
function skipParts(socket: Socket): void {
  const { parser } = socket as unknown as { parser: Record<string, unknown> };
  const [key, onBody] =
    Object.entries(parser).find(([, told]) => typeof told === "function" && told.name === "parserOnBody") ??
    [];
  if (key === undefined) return;
  parser[key] = null;
  setImmediate(() => {
    parser[key] = onBody;
  });
}
