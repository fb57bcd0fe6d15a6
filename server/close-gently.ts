import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextPhase, setTimeout as sleep } from "node:timers/promises";

/** In milliseconds. */
const stopping = {
  /** Proxies go on sending for a moment: each answer asks for a new connection, which another instance takes. */
  farewell: 1_000,
  /** Requests that have begun may take so long. */
  requests: 10_000,
};

/**
 * Node lets connections go that are idle when a server is closed, and waits for those that become so later, which a
 * proxy keeps for ever. So every answer ends its connection from the first moment of the stop.
 *
 * @param server before it listens
 * @param end closes what stands on the server
 * @returns closes the server; resolves when every request that has begun was answered, or had its time
 */
export function closeGently(server: Server, end: () => Promise<void>): () => Promise<void> {
  const sockets = new Set<Socket>();
  const answers = new Set<ServerResponse>();
  let isStopping = false;
  server.on("connection", (socket) => {
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
    // Right after what has come was read: until then a connection looks idle, or is not yet accepted.
    await nextPhase();
    server.close();
    const limit = setTimeout(() => server.closeAllConnections(), stopping.requests);
    // Those whose answer had begun before, and after a while browsers' connections for a request that never came.
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
