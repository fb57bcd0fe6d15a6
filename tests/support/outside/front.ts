import { createServer as createPlain, type IncomingHttpHeaders, request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Server } from "node:net";

/** What a web server in front of the site does to the answers. */
export interface FrontBehavior {
  /** What it sends on besides the address of who asks; by default what such a server has to. */
  requestHeaders: Record<string, string>;
  /** Changes what comes back. */
  change(answer: FrontAnswer, path: string): void;
}

export interface FrontAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export const wellBehaved: FrontBehavior = {
  requestHeaders: { "x-forwarded-proto": "https" },
  change() {},
};

/** A real web server in front of the site, over TLS with a certificate. */
export async function startFront(target: string, certificate?: { key: string; cert: string }, port = 0) {
  const behavior = { ...wellBehaved };
  const answer: Parameters<typeof createPlain>[1] = (incoming, outgoing) => {
    const { method, url: path = "/", headers, socket } = incoming;
    const addresses = [headers["x-forwarded-for"] ?? [], socket.remoteAddress ?? []].flat();
    const onward = request(target, {
      ...{ method, path, agent: false },
      headers: {
        ...{ ...headers, connection: "close", "x-forwarded-for": addresses.join(", ") },
        ...behavior.requestHeaders,
      },
    });
    onward.on("response", async (reply) => {
      const body = Buffer.concat(await reply.toArray());
      const changed: FrontAnswer = { status: reply.statusCode ?? 500, headers: { ...reply.headers }, body };
      behavior.change(changed, path);
      const { "transfer-encoding": _, "content-length": __, ...kept } = changed.headers;
      outgoing.writeHead(changed.status, { ...kept, "content-length": changed.body.length });
      outgoing.end(changed.body);
    });
    onward.on("error", () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  };
  const server = certificate ? createServer(certificate, answer) : createPlain(answer);
  const own = await listen(server, port);
  return {
    behavior,
    url: `${certificate ? "https" : "http"}://localhost:${own}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @returns the port, at the address that `localhost` stands for first */
export async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  return (server.address() as AddressInfo).port;
}
