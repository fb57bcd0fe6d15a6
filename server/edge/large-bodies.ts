import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { clientNetworks } from "#submissions/receive/client-network.ts";

/** In bytes; most forms have less. */
const large = 16 * 1_024;
/** With the largest that are taken, 64 MiB; so that nobody takes them all, one client has a part. */
const mostUnderWay = { all: 128, ofOne: 16 };

/**
 * Bounds what bodies that come in hold together: who sends them slowly, over as many connections as there may be, would fill a
 * small machine. One that comes in chunks may become large.
 *
 * @param refuse answers a request with 503
 */
export function limitLargeBodies(
  app: FastifyInstance,
  refuse: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  let underWay = 0;
  const clients = new Map<string, number>();
  app.addHook("onRequest", async (request, reply) => {
    const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
    if (Number(length) <= large && encoding === undefined) return;
    const [client = ""] = clientNetworks(request.ip);
    const own = clients.get(client) ?? 0;
    // Its body is not read, so nothing after it can be.
    if (underWay >= mostUnderWay.all || own >= mostUnderWay.ofOne)
      return refuse(request, reply.header("connection", "close").header("retry-after", "5"));
    underWay += 1;
    clients.set(client, own + 1);
    reply.raw.once("close", () => {
      underWay -= 1;
      const left = (clients.get(client) ?? 1) - 1;
      if (left > 0) clients.set(client, left);
      else clients.delete(client);
    });
  });
}
