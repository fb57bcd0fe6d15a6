import { setTimeout as sleep } from "node:timers/promises";

/** In milliseconds. */
export interface Times {
  /** How old an answer may be that is given again. */
  age: number;
  /** How long an answer is waited for. */
  timeout: number;
}

export const defaultTimes: Times = { age: 10_000, timeout: 2_000 };

/**
 * Asks seldom and waits briefly, however often somebody wants to know; one question at a time.
 *
 * @returns gives the last answer, or undefined where there is none in time
 */
export function recent<Answer>(
  ask: () => Promise<Answer>,
  times = defaultTimes,
): () => Promise<Answer | undefined> {
  let asked = Number.NEGATIVE_INFINITY;
  let isUnderWay = false;
  let answer: Promise<Answer | undefined> = Promise.resolve(undefined);
  return () => {
    if (!isUnderWay && performance.now() - asked >= times.age) {
      asked = performance.now();
      isUnderWay = true;
      answer = Promise.try(ask)
        .catch(() => undefined)
        .finally(() => {
          isUnderWay = false;
        });
    }
    return Promise.race([answer, sleep(times.timeout, undefined, { ref: false })]);
  };
}
