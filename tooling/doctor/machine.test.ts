// docs/operations/doctor.md, 'What it looks at'

import { expect, it } from "vitest";
import { ofClock } from "./clock.ts";
import { machineFindings, ofMemory, ofNode } from "./machine.ts";

it("takes this Node, and names an older one", async () => {
  expect((await machineFindings())[0]).toMatchObject({ check: "machine.node", state: "ok" });
  expect(ofNode("22.21.1")).toMatchObject({ state: "wrong", what: expect.stringContaining("Node 22.21.1") });
});

it("names a limit of memory that is too low, and memory that is nearly used up", () => {
  const gigabyte = 1e9;
  expect(ofMemory({ limit: 0, available: gigabyte }).state).toBe("ok");
  expect(ofMemory({ limit: 2 ** 64, available: gigabyte }).state).toBe("ok");
  expect(ofMemory({ limit: 200e6, available: 150e6 })).toMatchObject({
    state: "wrong",
    what: expect.stringContaining("200 MB"),
  });
  expect(ofMemory({ limit: 0, available: 20e6 })).toMatchObject({
    state: "wrong",
    what: expect.stringContaining("Only 20 MB"),
  });
});

it("names clocks that differ, and which is ahead", () => {
  const there = new Date("2026-12-01T09:00:00Z");
  const at = (seconds: number) =>
    ofClock("database.clock", "the database", { here: new Date(there.getTime() + seconds * 1_000), there });
  expect(at(5).state).toBe("ok");
  expect(at(40)).toMatchObject({ state: "wrong", what: expect.stringContaining("40 s ahead of") });
  expect(at(-40)).toMatchObject({ state: "wrong", what: expect.stringContaining("40 s behind") });
});
