// docs/specification.md, 'Rendered once'

import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { sendParts, sendWhole } from "./send-personal.ts";

const text = "a page for one visitor ".repeat(20);

function start() {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.get("/whole", (request, reply) => sendWhole(request, reply, text));
  app.get("/parts", (request, reply) => {
    reply.header("content-length", text.length);
    return sendParts(request, reply, new Blob([text]).stream());
  });
  return app;
}

it.each(["/whole", "/parts"])("compresses what %s sends as the browser takes it", async (url) => {
  const app = start();
  for (const [accepted, encoding, read] of [
    ["br, gzip", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["identity", undefined, (body: Buffer) => body],
  ] as const) {
    const answer = await app.inject({ url, headers: { "accept-encoding": accepted } });
    expect(answer.headers["content-encoding"]).toBe(encoding);
    expect(answer.headers.vary).toBe("Accept-Encoding");
    expect(read(answer.rawPayload).toString()).toBe(text);
    if (encoding) expect(answer.rawPayload.length).toBeLessThan(text.length);
  }
});

/** A page of which the first part is there, and that then waits; `end` tells how it goes on. */
async function startWaiting(end: (page: ReadableStreamDefaultController) => void) {
  const app = Fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  const late = Promise.withResolvers<void>();
  app.get("/", (request, reply) => {
    const parts = new ReadableStream({
      async start(page) {
        page.enqueue(Buffer.from("first"));
        await late.promise;
        end(page);
      },
    });
    return sendParts(request, reply, parts);
  });
  return { address: await app.listen({ port: 0, host: "127.0.0.1" }), goOn: late.resolve };
}

it("sends each part at once, though more is to come", async () => {
  const { address, goOn } = await startWaiting((page) => page.close());
  for (const encoding of ["br", "gzip"]) {
    const { body } = await fetch(address, { headers: { "accept-encoding": encoding } });
    const { value } = (await body?.getReader().read()) ?? {};
    expect(String(Buffer.from(value ?? []))).toBe("first");
  }
  goOn();
});

it.each(["br", "gzip", "identity"])("ends an answer whose page breaks in its midst, %s", async (encoding) => {
  const { address, goOn } = await startWaiting((page) => page.error(new Error("no more")));
  const answer = await fetch(address, { headers: { "accept-encoding": encoding } });
  const whole = answer.text();
  goOn();
  await expect(whole).rejects.toThrow("terminated");
});
