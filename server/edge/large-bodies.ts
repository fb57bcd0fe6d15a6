import { Transform } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { clientNetworks } from "#submissions/receive/client-network.ts";
import type { PageRouter } from "./page-routes.ts";

/** In bytes; most forms have less. */
const large = 16 * 1_024;
/** With the largest that are taken, 64 MiB; so that nobody takes them all, one client has a part. */
const mostUnderWay = { all: 128, ofOne: 16 };

/**
 * Bounds what bodies that come in hold together: who sends them slowly, over as many connections as there may be, would fill a
 * small machine. One that comes in chunks (RFC 9112, section 7.1) is large from the byte on that makes it so.
 */
export function limitLargeBodies(app: FastifyInstance, router: Pick<PageRouter, "answerProblem">): void {
  let underWay = 0;
  const clients = new Map<string, number>();

  /** @returns whether there was a place; it is given back when the request is answered or given up */
  function takePlace({ ip }: FastifyRequest, reply: FastifyReply): boolean {
    const [client = ""] = clientNetworks(ip);
    const own = clients.get(client) ?? 0;
    if (underWay >= mostUnderWay.all || own >= mostUnderWay.ofOne) {
      // The rest of its body is not read, so nothing after it can be.
      reply.header("connection", "close");
      return false;
    }
    underWay += 1;
    clients.set(client, own + 1);
    reply.raw.once("close", () => {
      underWay -= 1;
      const left = (clients.get(client) ?? 1) - 1;
      if (left > 0) clients.set(client, left);
      else clients.delete(client);
    });
    return true;
  }

  app.addHook("onRequest", async (request, reply) => {
    if (Number(request.headers["content-length"] ?? 0) > large && !takePlace(request, reply))
      return router.answerProblem(request, reply, 503);
  });
  app.addHook("preParsing", (request, reply, body, done) => {
    if (request.method !== "POST" || request.headers["transfer-encoding"] === undefined)
      return done(null, body);
    done(
      null,
      body.pipe(
        whenLarge(() => (takePlace(request, reply) ? null : Object.assign(new Error(), { statusCode: 503 }))),
      ),
    );
  });
}

/** @param then is called once when more than the limit has come; what it gives ends the reading */
function whenLarge(then: () => Error | null): Transform {
  let length = 0;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      const before = length;
      length += part.length;
      done(before <= large && length > large ? then() : null, part);
    },
  });
}
