// docs/specification.md, 'Page budgets'

import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** Number of times that the form's script was run. */
const runs = { count: 0 };
let facesCome: () => void;
let paint: () => void;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  vi.resetModules();
  runs.count = 0;
  vi.stubGlobal("runs", runs);
  const script = `data:text/javascript,runs.count++;//${crypto.randomUUID()}`;
  const ready = new Promise<void>((resolve) => {
    facesCome = resolve;
  });
  vi.stubGlobal("document", {
    fonts: { ready },
    getElementById: () => ({ textContent: JSON.stringify({ script }) }),
  });
  vi.stubGlobal(
    "PerformanceObserver",
    class {
      constructor(callback: () => void) {
        paint = callback;
      }
      observe() {}
    },
  );
  await import("./form-loader.ts");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What was begun has ended: an import of a module takes some turns of the loop. */
async function settled() {
  await import(`data:text/javascript,//${crypto.randomUUID()}`);
  await new Promise(setImmediate);
}

it("waits for the faces and the first paint", async () => {
  facesCome();
  await settled();
  expect(runs.count).toBe(0);
  paint();
  await expect.poll(() => runs.count).toBe(1);
});

it("waits for the faces of a page that is painted", async () => {
  paint();
  await settled();
  expect(runs.count).toBe(0);
  facesCome();
  await expect.poll(() => runs.count).toBe(1);
});

it("waits for neither longer than 3 s", async () => {
  await vi.advanceTimersByTimeAsync(2_900);
  await settled();
  expect(runs.count).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  await expect.poll(() => runs.count).toBe(1);
});
