import { type MessagePort, parentPort } from "node:worker_threads";

/** In milliseconds. */
const longer = 600;

interface Task {
  text: string;
  abandoned: ReadonlySet<string>;
  parts: MessagePort;
}

let parts: MessagePort | undefined;

/**
 * Reads every calendar as two series. By the calendar's text, the second one is never done until it is given up (`endless`), has
 * to wait for its turn (`waits`), or is done in its time while nobody listens (`works`, until it is told to begin).
 */
parentPort?.on("message", (message: Task | Int32Array) => {
  if (message instanceof Int32Array) {
    const start = process.threadCpuUsage();
    while (process.threadCpuUsage(start).user < longer * 1_000);
    done([]);
    Atomics.store(message, 0, 1);
    Atomics.notify(message, 0);
    return;
  }
  const { text, abandoned } = message;
  parts = message.parts;
  parentPort?.postMessage({ series: "good" });
  parentPort?.postMessage({ series: text });
  if (text === "endless" && !abandoned.has(text)) for (;;);
  if (text === "waits") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, longer);
  if (text !== "works") done([...abandoned]);
});

function done(abandoned: string[]): void {
  const skipped = abandoned.map((uid) => ({ uid, reason: "took too long" }));
  parts?.postMessage({ events: ["good"], entries: [] });
  parentPort?.postMessage({ parsed: { skipped } });
}
