// docs/specification.md, 'When a visitor is told that a form is stored'

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { retryTransient } from "./retry-transient.server.ts";

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
