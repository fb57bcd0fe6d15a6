import { setTimeout as sleep } from "node:timers/promises";

/** Waits before the further attempts, in milliseconds: a PostgreSQL server that restarts is back within them. */
const waits = [100, 300, 800, 1_800];

/**
 * SQLSTATE classes and codes after which the same transaction may succeed (PostgreSQL manual, appendix A): connection
 * exceptions, serialization failure, deadlock, too many connections, and a server that goes down or comes up.
 */
const transientStates = /^(08...|40001|40P01|53300|57P0[123])$/;
const transientCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);
/** What pg says without a code when the connection breaks under a query, or none becomes free. */
const transientMessages =
  /connection terminated|not queryable|timeout exceeded when trying to connect|client was closed/i;

/**
 * Runs the action again when the database was only away for a moment. The action must be safe to repeat: the answer
 * to a commit may be what got lost.
 *
 * @throws the last attempt's error
 */
export async function retryTransient<Result>(action: () => Promise<Result>): Promise<Result> {
  for (const wait of waits) {
    try {
      return await action();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await sleep(wait);
    }
  }
  return action();
}

export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return transientStates.test(code) || transientCodes.has(code) || transientMessages.test(error.message);
}
