import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";

/**
 * What becomes of a request: a proxy's 502 in place of every answer, an answer that ends halfway, none at all to a post
 * for as long as the fault lasts, no server at the port, or a proxy that sends the request on twice.
 */
export type Fault = "502" | "cut" | "hang" | "refuse" | "twice";

export interface FaultyServer {
  address: string;
  /** Requests that came, `METHOD /path`. */
  requests: string[];
  /** Paths that are answered with 404, as after a release that removed them. */
  missing: RegExp | undefined;
  /** Changes pages and style sheets on their way, to take a feature out of them. */
  rewrite: ((source: string) => string) | undefined;
  /** Lets no script that takes over a form through until the function that it gives is called, as on a slow line. */
  holdFormScript(): () => void;
  fail(fault: Fault): Promise<void>;
  /** Ends the fault; requests that still wait lose their connection. */
  repair(): Promise<void>;
  /** The site has another address now. */
  leadTo(target: string): void;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** A reverse proxy that breaks connections on request. */
export async function startFaultyServer(target: string): Promise<FaultyServer> {
  let fault: Fault | undefined;
  let site = target;
  let script: Promise<void> | undefined;
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
    const path = incoming.url ?? "/";
    faulty.requests.push(`${incoming.method} ${path}`);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    if (fault === "hang" && incoming.method === "POST") return;
    if (fault === "502")
      return void outgoing.writeHead(502, { "content-type": "text/html" }).end("<h1>502 Bad Gateway</h1>");
    if (/\/form-script-[^/]+\.js$/.test(path)) await script;
    if (faulty.missing?.test(path)) return void outgoing.writeHead(404).end();
    const forward = () => ask(site, incoming, Buffer.concat(chunks));
    if (fault === "twice") await forward();
    const { status, headers, body } = changed(await forward());
    outgoing.writeHead(status, { ...headers, "content-length": body.byteLength });
    if (fault !== "cut") return void outgoing.end(body);
    await new Promise((resolve) => outgoing.write(body.subarray(0, body.byteLength / 2), resolve));
    outgoing.destroy();
  }

  function changed(answer: Answer): Answer {
    const kind = answer.headers["content-type"] ?? "";
    if (!faulty.rewrite || !/text\/(html|css)/.test(kind)) return answer;
    const headers = { ...answer.headers };
    // It names the inline parts by their hashes, which are no longer true.
    delete headers["content-security-policy"];
    return { ...answer, headers, body: Buffer.from(faulty.rewrite(answer.body.toString())) };
  }

  async function listen(port: number) {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  }
  async function stop() {
    const end = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await end;
  }

  await listen(0);
  const { port } = server.address() as AddressInfo;
  const faulty: FaultyServer = {
    address: `http://127.0.0.1:${port}`,
    requests: [],
    missing: undefined,
    rewrite: undefined,
    holdFormScript() {
      const { promise, resolve } = Promise.withResolvers<void>();
      script = promise;
      return resolve;
    },
    async fail(next) {
      fault = next;
      if (fault === "refuse") await stop();
    },
    async repair() {
      const wasRefusing = fault === "refuse";
      fault = undefined;
      if (wasRefusing) return listen(port);
      await setImmediate();
      server.closeAllConnections();
    },
    leadTo(address) {
      site = address;
    },
    close: async () => {
      if (server.listening) await stop();
    },
  };
  return faulty;
}

function ask(site: string, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { connection: _, "transfer-encoding": __, ...headers } = incoming.headers;
    const outgoing = request(
      new URL(incoming.url ?? "/", site),
      {
        method: incoming.method,
        headers: { ...headers, "accept-encoding": "identity", "content-length": body.byteLength },
      },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const { connection: _, "transfer-encoding": __, "keep-alive": ___, ...rest } = response.headers;
        resolve({ status: response.statusCode ?? 502, headers: rest, body: Buffer.concat(chunks) });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
