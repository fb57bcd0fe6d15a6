import { expect, it } from "vitest";
import { inTurns } from "./in-turns.server.ts";

/** So many numbers, each of which takes some milliseconds to make. */
function* slowly(count: number): Generator<number> {
  for (let number = 0; number < count; number += 1) {
    const begun = performance.now();
    while (performance.now() - begun < 6);
    yield number;
  }
}

it("makes all, in their order, and lets others have their turn in between", async () => {
  let isDone = false;
  let turns = 0;
  const take = () => {
    if (isDone) return;
    turns += 1;
    setImmediate(take);
  };
  setImmediate(take);
  expect(await inTurns(slowly(10))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  isDone = true;
  expect(turns).toBeGreaterThan(2);
});

it("makes nothing of nothing", async () => {
  expect(await inTurns([])).toEqual([]);
});
