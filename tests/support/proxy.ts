import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Keeps its connections to the instances, takes turns, and asks the next one when nobody listens, or when a new connection is reset:
 * the system does that to those that nobody had accepted when an instance stopped to listen, whatever the instance does.
 */
export async function startProxy(instances: readonly { port: number }[]) {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const proxy = createServer(async (incoming, answer) => {
    const body = Buffer.concat(await incoming.toArray());
    const pass = () => {
      turn += 1;
      const { method, url: path, headers } = incoming;
      const port = instances[turn % instances.length]?.port;
      const onward = request({
        agent,
        port,
        method,
        path,
        headers: { ...headers, connection: "keep-alive" },
      });
      onward.on("response", (reply) => {
        answer.writeHead(reply.statusCode ?? 500);
        reply.pipe(answer);
      });
      onward.on("error", (error: NodeJS.ErrnoException) => {
        const isUnaccepted = error.code === "ECONNRESET" && !onward.reusedSocket;
        if (error.code === "ECONNREFUSED" || isUnaccepted) pass();
        else answer.writeHead(502).end(`${error.code} on a connection`);
      });
      onward.end(body);
    };
    pass();
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close() {
      agent.destroy();
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
