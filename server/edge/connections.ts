import { IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Requests that one connection may send before it reads the answers; browsers wait for each. */
const mostPipelined = 8;

/** A browser opens up to six, a proxy in front some more. */
const mostConnections = 2_000;

interface Connection {
  /** What it waits for. */
  answers: Set<ServerResponse>;
  /** The answer to one request too many, which closes the connection. */
  last?: ServerResponse;
}

/**
 * Holds the answers that each connection waits for, so that what a visitor sent and the site did is always answered
 * (RFC 9112, section 9.3.2), however the connection goes on.
 */
export class Connections {
  readonly #connections = new WeakMap<Socket, Connection>();

  /**
   * For `createServer`. Node reads all requests that have come in one piece, up to some thousands, before anything else is
   * done; only behind one that turns to another protocol it reads no further. So what comes after the last answer says of
   * itself that it does, until it is read; then Node forgets it. A tunnel (CONNECT) is a request like others.
   */
  readonly Request = requestClass((socket) => this.#connections.get(socket)?.last !== undefined);

  /** @param refuse answers a request with 503 */
  watch(
    app: FastifyInstance,
    refuse: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ): void {
    const { server } = app;
    server.maxConnections = mostConnections;
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
      if (this.#connections.get(request.socket)?.last === reply.raw)
        return refuse(request, reply.header("connection", "close").header("retry-after", "5"));
    });
  }

  /** Calls back when everything that the connection had asked for is answered; until then no more is read from it. */
  whenAnswered(socket: Socket, then: () => void): void {
    // Who has not sent the whole request gets no other answer.
    const answer = [...(this.#connections.get(socket)?.answers ?? [])].find(({ req }) => req.complete);
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
    const connection: Connection = this.#connections.get(socket) ?? { answers: new Set() };
    this.#connections.set(socket, connection);
    connection.answers.add(answer);
    answer.once("close", () => connection.answers.delete(answer));
    if (connection.answers.size > mostPipelined) connection.last = answer;
  }
}

/** @param isFull whether nothing more is read from a connection */
function requestClass(isFull: (socket: Socket) => boolean): typeof IncomingMessage {
  return class extends IncomingMessage {
    get upgrade(): boolean {
      return isFull(this.socket) && !this.complete;
    }
    /** Node says here what the client offers. */
    set upgrade(_offered: boolean | null) {}
  };
}
