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

it("sends each part at once, though more is to come", async () => {
  const app = Fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  const late = Promise.withResolvers<void>();
  app.get("/", (request, reply) => {
    const parts = new ReadableStream({
      async start(stream) {
        stream.enqueue(Buffer.from("first"));
        await late.promise;
        stream.close();
      },
    });
    return sendParts(request, reply, parts);
  });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  for (const encoding of ["br", "gzip"]) {
    const { body } = await fetch(address, { headers: { "accept-encoding": encoding } });
    const { value } = (await body?.getReader().read()) ?? {};
    expect(String(Buffer.from(value ?? []))).toBe("first");
  }
  late.resolve();
});

it.each(["br", "gzip", "identity"])("ends an answer whose page breaks in its midst, %s", async (encoding) => {
  const app = Fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  const late = Promise.withResolvers<void>();
  app.get("/", (request, reply) => {
    const parts = new ReadableStream({
      async start(stream) {
        stream.enqueue(Buffer.from("first"));
        await late.promise;
        stream.error(new Error("no more"));
      },
    });
    return sendParts(request, reply, parts);
  });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const answer = await fetch(address, { headers: { "accept-encoding": encoding } });
  const whole = answer.text();
  late.resolve();
  await expect(whole).rejects.toThrow("terminated");
});
