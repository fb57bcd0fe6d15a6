// docs/specification.md, 'Page budgets'

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** Number of times that the form's script was run. */
const runs = { count: 0 };
let facesCome: () => void;
let paint: () => void;
let folder: string;
let script: string;
let windowEvents: EventTarget;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  vi.resetModules();
  runs.count = 0;
  vi.stubGlobal("runs", runs);
  folder = mkdtempSync(join(tmpdir(), "form-loader-"));
  script = join(folder, "script.mjs");
  writeFileSync(script, "runs.count++;");
  windowEvents = new EventTarget();
  vi.stubGlobal("addEventListener", windowEvents.addEventListener.bind(windowEvents));
  const ready = new Promise<void>((resolve) => {
    facesCome = resolve;
  });
  vi.stubGlobal("document", {
    fonts: { ready },
    forms: { namedItem: () => null },
    getElementById: () => ({ textContent: JSON.stringify({ script: pathToFileURL(script).href }) }),
  });
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type: "navigate" }] as never);
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
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** What was begun has ended: an import of a module takes some turns of the loop. */
async function settled() {
  await import(`data:text/javascript,//${crypto.randomUUID()}`);
  await new Promise(setImmediate);
}

/** Not `expect.poll`, which would let the 3 s go by. */
async function expectRun() {
  for (let turns = 0; runs.count === 0 && turns < 1_000; turns += 1) await settled();
  expect(runs.count).toBe(1);
}

it("waits for the faces and the first paint", async () => {
  facesCome();
  await settled();
  expect(runs.count).toBe(0);
  paint();
  await expectRun();
});

it("waits for the faces of a page that is painted", async () => {
  paint();
  await settled();
  expect(runs.count).toBe(0);
  facesCome();
  await expectRun();
});

it.each(["reload", "back_forward"])("waits for no paint of a page that comes again: %s", async (type) => {
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type }] as never);
  vi.resetModules();
  await import("./form-loader.ts");
  facesCome();
  await settled();
  expect(runs.count).toBe(0);
  windowEvents.dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(0);
  await expectRun();
});

it("waits for neither longer than 3 s", async () => {
  await vi.advanceTimersByTimeAsync(2_900);
  await settled();
  expect(runs.count).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  await expectRun();
});

it.each([true, false])("loads it again when a page without it comes back whole: %s", async (persisted) => {
  rmSync(script);
  const isTold = new Promise((resolve) => process.once("unhandledRejection", resolve));
  facesCome();
  paint();
  await isTold;
  writeFileSync(script, "runs.count++;");
  windowEvents.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  await vi.advanceTimersByTimeAsync(0);
  if (persisted) await expectRun();
  await settled();
  expect(runs.count).toBe(persisted ? 1 : 0);
});
