import { setTimeout as sleep } from "node:timers/promises";
import { TakenBackError } from "./sqlite/shared-commit.server.ts";

/** Longest waits before the further attempts, in milliseconds: a PostgreSQL server that restarts is back within them. */
const waits = [100, 300, 800, 1_800];
const lastWaits = 3_000;
/** How long all attempts together may take, in milliseconds: a visitor waits for the answer. */
const totalTimeout = 8_000;

/**
 * SQLSTATE classes and codes after which the same transaction may succeed (PostgreSQL manual, appendix A): connection
 * exceptions, a session that is read-only since a fail-over or met a limit of time, serialization failure, a commit of which a distributed server
 * does not know whether it happened, deadlock, too many connections, a lock that was not available, and a server that goes down or comes up.
 */
const transientStates = /^(08...|25006|25P0[34]|40001|40003|40P01|53300|55P03|57P0[1235])$/;
const transientCodes = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"],
  // A host name that DNS does not know yet: the containers of one site start together.
  ...["EAI_AGAIN", "ENOTFOUND"],
]);
/** Messages of pg, which have no code, when a connection breaks during a query or none becomes free. */
const transientMessages =
  /connection terminated|not queryable|timeout exceeded when trying to connect|timeout expired|client was closed/i;

/**
 * Runs the action again when the database was unavailable for a moment. The action must be safe to repeat: the answer
 * to a commit may be what got lost. After 8 seconds it gives up, although an attempt under way may still
 * succeed.
 *
 * @param action gets a signal that is aborted when the time is up
 * @param start when the time began, as `performance.now()`
 * @param random from 0 to 1, for the waits: who met another would meet it again after equal ones
 * @throws the last attempt's error
 */
export async function retryTransient<Result>(
  action: (signal: AbortSignal) => Promise<Result>,
  start = performance.now(),
  random = Math.random,
): Promise<Result> {
  const end = new AbortController();
  const late = new Error(`the database did not answer within ${totalTimeout} ms`);
  let last: unknown = late;
  const deadline = start + totalTimeout;
  if (performance.now() >= deadline) throw late;
  let timer: NodeJS.Timeout | undefined;
  const givesUp = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      end.abort(late);
      reject(last);
    }, deadline - performance.now());
  });
  const attempts = async () => {
    for (let count = 0; ; count += 1) {
      try {
        return await action(end.signal);
      } catch (error) {
        last = error;
        const wait = (waits[count] ?? lastWaits) * (0.5 + random() / 2);
        if (!isTransient(error) || performance.now() + wait > deadline) throw error;
        await sleep(wait);
      }
    }
  };
  try {
    return await Promise.race([attempts(), givesUp]);
  } finally {
    clearTimeout(timer);
  }
}

export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TakenBackError) return true;
  const code = "code" in error ? String(error.code) : "";
  return transientStates.test(code) || transientCodes.has(code) || transientMessages.test(error.message);
}
