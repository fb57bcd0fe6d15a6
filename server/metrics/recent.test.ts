import { setImmediate as nextRound } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { recent } from "./recent.ts";

const hour = 3_600_000;

it("asks once for all who want to know within the time", async () => {
  let asked = 0;
  const ask = recent(async () => ++asked, { age: hour, timeout: hour });
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  expect(await ask()).toBe(1);
  const fresh = recent(async () => ++asked, { age: 0, timeout: hour });
  expect([await fresh(), await fresh()]).toEqual([2, 3]);
});

it("asks again after ten seconds", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  let asked = 0;
  const ask = recent(async () => ++asked);
  await ask();
  vi.advanceTimersByTime(9_999);
  expect(await ask()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await ask()).toBe(2);
});

it.each([
  ["rejects", () => Promise.reject(new Error("away"))],
  [
    "throws",
    () => {
      throw new Error("away");
    },
  ],
  ["is late", () => new Promise<never>(() => {})],
])("gives nothing where the answer %s", async (_, question) => {
  expect(await recent(question, { age: hour, timeout: 5 })()).toBeUndefined();
});

it("asks nothing again while a question is open, however old it is", async () => {
  const answers: ((answer: string) => void)[] = [];
  const ask = recent(() => new Promise<string>((resolve) => answers.push(resolve)), { age: 0, timeout: 5 });
  expect([await ask(), await ask()]).toEqual([undefined, undefined]);
  expect(answers).toHaveLength(1);
  answers[0]?.("late");
  await nextRound();
  const next = ask();
  answers[1]?.("in time");
  expect(await next).toBe("in time");
});
