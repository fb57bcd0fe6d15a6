// docs/operations/many-machines.md, 'What stands in front': what Caddy does in front of the site

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fetch } from "undici";
import { expect, it, onTestFinished } from "vitest";
import { isInstalled, startCaddy } from "./edges.ts";

/** Answers as an instance that is or is not ready. */
async function listen(isReady: boolean): Promise<Server> {
  const server = createServer((request, answer) => {
    request.resume();
    answer.writeHead(request.url === "/readyz" && !isReady ? 503 : 200);
    answer.end(`${request.method} ${request.headers["x-forwarded-for"]}`);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return server;
}

it("gives the pages of instances that are not ready when none is, and says who asks", async ({ skip }) => {
  if (!isInstalled("caddy")) skip("caddy is not installed (Debian: caddy)");
  const servers = [await listen(false), await listen(false)];
  const caddy = await startCaddy(servers.map((server) => (server.address() as AddressInfo).port));
  const { address, agent: dispatcher } = caddy;
  const headers = { "x-forwarded-for": "203.0.113.7" };
  for (const method of ["GET", "POST"]) {
    const answer = await fetch(`${address}/`, { dispatcher, headers, method });
    // Of what a visitor claims nothing is left.
    expect([answer.status, await answer.text()]).toEqual([200, `${method} 127.0.0.1`]);
  }
  await dispatcher.destroy();
  await caddy.stop();
});
