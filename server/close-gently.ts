import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextPhase, setTimeout as sleep } from "node:timers/promises";

/** In milliseconds. */
export const stopping = {
  /**
   * Proxies go on sending until they have asked whether it is ready; each answer closes its connection, so that they turn
   * to another instance.
   */
  farewell: 2_000,
  /** How long it waits at most for a moment in which nobody connects. */
  accepting: 2_000,
  /** The longest round of the loop that counts as such a moment: who connects in the rest of it is reset. */
  moment: 0.1,
  /** How long requests that have begun may take. */
  requests: 10_000,
  /** How long the process lives at most: more than requests and outbox may take, and less than the usual 30 seconds. */
  all: 28_000,
};

/**
 * On closing a server, Node ends connections that are idle then, but waits for those that become idle later, which a
 * proxy keeps open for ever. So from the beginning of the stop every answer closes its connection.
 *
 * @param server before it listens
 * @param end closes what stands on the server
 * @returns closes the server; resolves when every request that has begun was answered, or had its time
 */
export function closeGently(server: Server, end: () => Promise<void>): () => Promise<void> {
  const sockets = new Set<Socket>();
  const answers = new Set<ServerResponse>();
  let isStopping = false;
  let accepted = 0;
  // Node takes one connection in each round of its loop, and what still waits when it stops to listen is reset with its
  // request. In a round data are read as well: before, a connection with a waiting request looks idle.
  const acceptAll = async () => {
    const latest = performance.now() + stopping.accepting;
    for (let isQuiet = false; !isQuiet && performance.now() < latest; ) {
      const [before, start] = [accepted, performance.now()];
      await nextPhase();
      isQuiet = accepted === before && performance.now() - start < stopping.moment;
    }
  };
  server.on("connection", (socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.prependListener("request", (_request, answer) => {
    answer.shouldKeepAlive &&= !isStopping;
    answers.add(answer);
    answer.once("close", () => answers.delete(answer));
  });
  return async () => {
    isStopping = true;
    for (const answer of answers) answer.shouldKeepAlive = false;
    await sleep(stopping.farewell);
    await acceptAll();
    server.close();
    const limit = setTimeout(() => server.closeAllConnections(), stopping.requests);
    // Closes connections that have become idle, and after a while those that browsers opened without sending a request.
    const started = performance.now();
    const idle = setInterval(() => {
      server.closeIdleConnections();
      if (performance.now() - started < stopping.farewell) return;
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, 100);
    await once(server, "close");
    await end();
    clearInterval(idle);
    clearTimeout(limit);
  };
}
