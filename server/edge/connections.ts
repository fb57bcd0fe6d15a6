import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Requests that one connection may send before it reads the answers; browsers wait for each. */
const mostPipelined = 8;

/** A browser opens up to six, a proxy in front some more. */
const mostConnections = 2_000;

/**
 * Holds the answers that each connection waits for, so that what a visitor sent and the site did is always answered
 * (RFC 9112, section 9.3.2), however the connection goes on.
 */
export class Connections {
  readonly #answers = new WeakMap<Socket, Set<ServerResponse>>();

  /** @param refuse answers a request with 503 */
  constructor(
    app: FastifyInstance,
    refuse: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) {
    const { server } = app;
    server.maxConnections = mostConnections;
    // Who has sent all and says so (FIN) still reads the answer; Node would hang up.
    Object.assign(server, { httpAllowHalfOpen: true });
    // An expectation that is not known may be ignored (RFC 9110, section 10.1.1).
    server.on("checkExpectation", (request, response) => server.emit("request", request, response));
    app.addHook("onRequest", async (request, reply) => {
      const waiting = this.#add(request.socket, reply.raw);
      // Node reads no further request from a connection that has offered another protocol.
      if (request.headers.upgrade !== undefined) reply.header("connection", "close");
      if (waiting <= mostPipelined) return;
      // One more is answered in its turn and closes the connection. What was read with it is not even begun.
      request.socket.pause();
      if (waiting > mostPipelined + 1) return reply.hijack();
      return refuse(request, reply.header("connection", "close").header("retry-after", "5"));
    });
  }

  /** Calls back when everything that the connection had asked for is answered; until then no more is read from it. */
  whenAnswered(socket: Socket, then: () => void): void {
    // Who has not sent the whole request gets no other answer.
    const answer = [...(this.#answers.get(socket) ?? [])].find(({ req }) => req.complete);
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

  /** @returns how many answers the connection waits for */
  #add(socket: Socket, answer: ServerResponse): number {
    const answers = this.#answers.get(socket) ?? new Set();
    this.#answers.set(socket, answers.add(answer));
    answer.once("close", () => answers.delete(answer));
    return answers.size;
  }
}
