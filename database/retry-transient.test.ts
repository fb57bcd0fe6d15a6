// docs/specification.md, 'When a visitor is told that a form is stored'

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isTransient, retryTransient } from "./retry-transient.server.ts";

// Made of the timers that `useFakeTimers` takes the place of, which it does not do itself.
vi.mock("node:timers/promises", () => ({
  setTimeout: (time: number) => new Promise((resolve) => setTimeout(resolve, time)),
}));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("gives up 8 seconds after the post came, and tells the attempt under way", async () => {
  const arrived = performance.now();
  vi.advanceTimersByTime(7_500);
  let told: AbortSignal | undefined;
  const outcome = retryTransient((signal) => {
    told = signal;
    return new Promise<string>(() => {});
  }, arrived).catch(String);
  await vi.advanceTimersByTimeAsync(499);
  expect(told?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(told?.aborted).toBe(true);
  expect(await outcome).toContain("the database did not answer");
});

it("begins nothing for a post that has waited longer than that", async () => {
  const arrived = performance.now();
  vi.advanceTimersByTime(9_000);
  const action = vi.fn(async () => {});
  await expect(retryTransient(action, arrived)).rejects.toThrow("the database did not answer");
  expect(action).not.toHaveBeenCalled();
});

const failure = (code: string, message = "") => Object.assign(new Error(message), { code });

it.each([
  { random: 1, expected: [0, 100, 400, 1_200, 3_000, 6_000] },
  { random: 0.5, expected: [0, 75, 300, 900, 2_250, 4_500, 6_750] },
  { random: 0, expected: [0, 50, 200, 600, 1_500, 3_000, 4_500, 6_000, 7_500] },
])(
  "tries again with longer and longer waits, within the 8 seconds, and leaves no timer ($random)",
  async ({ random, expected }) => {
    const times: number[] = [];
    const began = performance.now();
    const action = async () => {
      times.push(Math.round(performance.now() - began));
      throw failure("40001", `attempt ${times.length}`);
    };
    const outcome = retryTransient(action, began, () => random).catch(String);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await outcome).toBe(`Error: attempt ${expected.length}`);
    expect(times).toEqual(expected);
    expect(vi.getTimerCount()).toBe(0);
  },
);

it("begins no attempt that could not end in time, and tells of the last failure", async () => {
  const arrived = performance.now();
  vi.advanceTimersByTime(7_950);
  const action = vi.fn(async () => {
    throw failure("57P01", "the server goes down");
  });
  await expect(retryTransient(action, arrived)).rejects.toThrow("the server goes down");
  expect(action).toHaveBeenCalledOnce();
});

it("gives back what a later attempt does", async () => {
  const action = vi.fn().mockRejectedValueOnce(failure("ECONNRESET")).mockResolvedValueOnce("stored");
  const outcome = retryTransient(action);
  await vi.advanceTimersByTimeAsync(100);
  expect(await outcome).toBe("stored");
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ...["08000", "08006", "25006", "40001", "40003", "40P01", "53300", "55P03", "57P01", "57P02", "57P03"],
  ...["25P03", "25P04", "57P05"],
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"],
  ...["EAI_AGAIN", "ENOTFOUND"],
])("holds %s for a state that passes", (code) => {
  expect(isTransient(failure(code))).toBe(true);
});

it.each([
  "Connection terminated unexpectedly",
  "Client has encountered a connection error and is not queryable",
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Client was closed and is not queryable",
])("holds %s for a state that passes", (message) => {
  expect(isTransient(new Error(message))).toBe(true);
});

it.each([
  ["a wrong row", failure("23505")],
  ["a state that only looks like one", failure("140001")],
  ["another one", failure("400010")],
  ["an operator's wish", failure("57P04")],
  ["an error without a code", new Error("no such table")],
  ["text", "40001"],
  ["what says the code, and is no error", { code: "40001" }],
])("holds %s for final", async (_name, error) => {
  expect(isTransient(error)).toBe(false);
  const action = vi.fn().mockRejectedValue(error);
  await expect(retryTransient(action)).rejects.toBe(error);
  expect(action).toHaveBeenCalledOnce();
});
