import { parentPort } from "node:worker_threads";

/** Reads every calendar as two series, one of which never ends until it is given up. */
parentPort?.on("message", ({ abandoned }: { abandoned: ReadonlySet<string> }) => {
  const events = ["good"];
  parentPort?.postMessage({ series: "good" });
  parentPort?.postMessage({ series: "endless" });
  if (!abandoned.has("endless")) for (;;);
  parentPort?.postMessage({
    parsed: { events, skipped: [{ uid: "endless", reason: "took too long" }] },
  });
});
