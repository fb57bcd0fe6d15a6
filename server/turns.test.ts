import { expect, it } from "vitest";
import { Turns } from "./turns.ts";

/** Starts work that ends when it is told to. */
function start(turns: Turns, name: string, begun: string[]) {
  let end = () => {};
  const result = turns.run(async () => {
    begun.push(name);
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    return name;
  });
  return { result, end: () => end() };
}

it("does so much at once, lets so much wait in its order, and refuses the rest", async () => {
  const turns = new Turns({ active: 2, waiting: 2 });
  const begun: string[] = [];
  const all = ["a", "b", "c", "d", "e"].map((name) => start(turns, name, begun));
  expect(await all[4]?.result).toBeUndefined();
  expect(begun).toEqual(["a", "b"]);
  for (const work of all.slice(0, 4)) {
    await expect.poll(() => begun.length, { interval: 1 }).toBeGreaterThan(all.indexOf(work));
    work.end();
    expect(await work.result).toBe(begun[all.indexOf(work)]);
  }
  expect(begun).toEqual(["a", "b", "c", "d"]);
  await new Promise(setImmediate);
  // All places are free again.
  const again = ["f", "g"].map((name) => start(turns, name, begun));
  expect(begun.slice(4)).toEqual(["f", "g"]);
  for (const { end } of again) end();
});

it("gives a place on when work fails", async () => {
  const turns = new Turns({ active: 1, waiting: 1 });
  const failing = turns.run(() => Promise.reject(new Error("broken")));
  const next = turns.run(async () => "next");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("next");
});

it("lets other work be done between two turns, also when they wait for nothing", async () => {
  const turns = new Turns({ active: 1, waiting: 9 });
  const events: string[] = [];
  const all = ["first", "second", "third"].map((name) => turns.run(async () => events.push(name)));
  setImmediate(() => events.push("other"));
  await all[0];
  setImmediate(() => events.push("another"));
  await Promise.all(all);
  expect(events).toEqual(["first", "other", "second", "another", "third"]);
});

it("does one thing at a time and lets little wait while the event loop lags", async () => {
  const turns = new Turns({ active: 2, waiting: 16 }, () => true);
  const begun: string[] = [];
  const all = ["a", "b", "c", "d"].map((name) => start(turns, name, begun));
  expect(begun).toEqual(["a"]);
  expect(await all[3]?.result).toBeUndefined();
  all[0]?.end();
  await expect.poll(() => begun, { interval: 1 }).toEqual(["a", "b"]);
  all[1]?.end();
  await expect.poll(() => begun, { interval: 1 }).toEqual(["a", "b", "c"]);
  all[2]?.end();
});
