import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** Keeps its connections to the instances, takes turns, and asks the next one only when nobody listens. */
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
        if (error.code === "ECONNREFUSED") pass();
        else
          answer
            .writeHead(502)
            .end(`${error.code} on ${onward.reusedSocket ? "a kept" : "a new"} connection`);
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
