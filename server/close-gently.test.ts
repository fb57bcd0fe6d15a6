// docs/specification.md, 'Stopping'

import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { closeGently, stopping } from "./close-gently.ts";

const visitors = 20;

/** Connects so often, says when all are connected, and then how each was answered. */
const visit = `
  const { connect } = require("node:net");
  const { parentPort, workerData: { port, count, connected } } = require("node:worker_threads");
  const ask = () => new Promise((resolve) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => {
      socket.write("GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n");
      Atomics.add(connected, 0, 1);
      Atomics.notify(connected, 0);
    });
    socket.on("data", (part) => { text += part; });
    socket.on("error", (error) => resolve(error.code));
    socket.on("close", () => resolve(text.slice(0, 12)));
  });
  Promise.all(Array.from({ length: count }, ask)).then((answers) => parentPort.postMessage(answers));
`;

it("answers whoever had connected when it stops to listen, however many wait", async () => {
  const server = createServer((_request, answer) => answer.end());
  const close = closeGently(server, async () => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const closed = close();
  const visiting = new Promise<string[]>((resolve, reject) => {
    // Before it stops to listen nothing else is done until all have connected.
    setTimeout(() => {
      const worker = new Worker(visit, { eval: true, workerData: { port, count: visitors, connected } });
      worker.once("message", resolve).once("error", reject);
      const end = performance.now() + 30_000;
      for (let count = 0; count < visitors && performance.now() < end; count = Atomics.load(connected, 0))
        Atomics.wait(connected, 0, count, 1_000);
    }, 1_900);
  });
  expect(await visiting).toEqual(Array(visitors).fill("HTTP/1.1 200"));
  await closed;
});

it("gives what never ends its time and no more, so that the process ends by itself", async () => {
  const server = createServer(() => {});
  const close = closeGently(server, async () => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  const ended = once(socket, "close");
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf");
  await once(server, "request");
  const started = performance.now();
  await close();
  await ended;
  // docs/specification.md, 'Stopping': some seconds are left for mails before the process is killed.
  expect(performance.now() - started).toBeLessThan(stopping.all);
});
