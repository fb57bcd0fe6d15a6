import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";

// `skipParts` finds it by its name, and a Node that calls it otherwise would make refused bodies dear without a word.
it("Node's parser tells of bodies by what is called parserOnBody", async () => {
  let names: string[] = [];
  const server = createServer(({ socket }, response) => {
    const { parser } = socket as unknown as { parser: object };
    names = Object.values(parser).map((told) => (typeof told === "function" ? told.name : ""));
    response.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.close();
  server.closeAllConnections();
  expect(names).toContain("parserOnBody");
});
