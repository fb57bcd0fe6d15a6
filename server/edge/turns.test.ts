import { expect, it } from "vitest";
import { Turns } from "./turns.ts";

/** Starts work that ends on request. */
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
const rounds = async (count: number) => {
  for (let round = 0; round < count; round += 1) await new Promise(setImmediate);
};

it("has so much under way, lets so much wait in its order, and refuses the rest", async () => {
  const turns = new Turns({ underWay: 2, waiting: 2 });
  const begun: string[] = [];
  const first = ["a", "b"].map((name) => start(turns, name, begun));
  await rounds(4);
  const second = ["c", "d", "e"].map((name) => start(turns, name, begun));
  expect(await second[2]?.result).toBeUndefined();
  await rounds(4);
  expect(begun).toEqual(["a", "b"]);
  first[1]?.end();
  expect(await first[1]?.result).toBe("b");
  await rounds(4);
  expect(begun).toEqual(["a", "b", "c"]);
  first[0]?.end();
  await rounds(4);
  expect(begun).toEqual(["a", "b", "c", "d"]);
  for (const { end } of second) end();
});

it("gives a place on when work fails", async () => {
  const turns = new Turns({ underWay: 1, waiting: 2 });
  const failing = turns.run(() => Promise.reject(new Error("broken")));
  const next = turns.run(async () => "next");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("next");
});

it("lets a whole round of other work be done between two beginnings, also when they wait for nothing", async () => {
  const turns = new Turns({ underWay: 9, waiting: 9 });
  const events: string[] = [];
  const all = ["first", "second", "third"].map((name) => turns.run(async () => events.push(name)));
  for (let round = 0; round < 9; round += 1) {
    setImmediate(() => events.push("other"));
    await rounds(1);
  }
  await Promise.all(all);
  expect(events.join(" ")).toMatch(/^(other )+first (other )+second (other )+third( other)+$/);
});

it("rests while connections come in, and not for ever", async () => {
  let accepted = 0;
  const turns = new Turns({ underWay: 9, waiting: 9 }, { accepted: () => accepted });
  const begun: string[] = [];
  const all = ["a", "b", "c"].map((name) => turns.run(async () => begun.push(name)));
  const connections = async (count: number) => {
    for (let round = 0; round < count; round += 1) {
      accepted += 1;
      await rounds(1);
    }
  };
  await connections(20);
  expect(begun).toEqual([]);
  await rounds(2);
  expect(begun).toContain("a");
  const before = begun.length;
  await connections(200);
  expect(begun.length - before).toBeLessThanOrEqual(4);
  expect(begun).toEqual(["a", "b", "c"]);
  await Promise.all(all);
});

it("begins those whose visitor has left last, and turns them away for others", async () => {
  const turns = new Turns({ underWay: 1, waiting: 3 });
  const begun: string[] = [];
  const here = start(turns, "here", begun);
  await rounds(4);
  let areGone = false;
  const work = (name: string) => async () => void begun.push(name);
  const gone = ["one", "two", "three"].map((name) => turns.run(work(name), () => areGone));
  expect(await turns.run(work("refused"))).toBeUndefined();
  areGone = true;
  expect(await turns.run(work("gone as well"), () => true)).toBeUndefined();
  const last = turns.run(work("last"));
  expect(await gone[0]).toBeUndefined();
  here.end();
  await Promise.all([...gone, last]);
  expect(begun).toEqual(["here", "last", "two", "three"]);
});

it("lets little wait while the event loop lags", async () => {
  const turns = new Turns({ underWay: 1, waiting: 16 }, { isUnderPressure: () => true });
  const begun: string[] = [];
  const [first, second, third] = ["a", "b", "c"].map((name) => start(turns, name, begun));
  expect(await third?.result).toBeUndefined();
  await rounds(4);
  expect(begun).toEqual(["a"]);
  first?.end();
  await rounds(4);
  expect(begun).toEqual(["a", "b"]);
  second?.end();
});

it("begins what comes after a time without work", async () => {
  const turns = new Turns({ underWay: 1, waiting: 1 });
  expect(await turns.run(async () => "first")).toBe("first");
  await rounds(4);
  expect(await turns.run(async () => "second")).toBe("second");
});
