import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** One address behind which another server can come, as a service's name or a floating address does it. */
export async function movingAddress(target: number) {
  const sockets = new Set<Socket>();
  let port = target;
  const server = createServer((socket) => {
    const onward = connect(port, "127.0.0.1");
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("not listening");
  return {
    port: address.port,
    /** New connections lead there, and the old ones break off. */
    moveTo(next: number) {
      port = next;
      for (const socket of sockets) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
