// docs/specification.md, 'Attempts and giving up'

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mostAttempts, mostUnclear } from "./failed-attempt.ts";
import type { ClaimedMail } from "./mail-claims.server.ts";
import { MailError, type Verdict } from "./mailer.ts";
import { attempt } from "./outbox.server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const deadline = 120_000;
/** Signals of attempts, so that a test sees when they are ended. */
type Send = (signal: AbortSignal) => Promise<void>;

/** What becomes of a mail; `stop` ends the time that the site gives it. */
function tried(send: Send, change: Partial<ClaimedMail> = {}) {
  const row = { kind: "staff", recipients: null, attempts: 2, unclear_attempts: 0, ...change } as ClaimedMail;
  const stopping = new AbortController();
  const compose = vi.fn(async () => ({}) as never);
  const result = attempt(row, {
    mailer: { send: (_mail, signal) => send(signal), close: async () => {} },
    ...{ compose, deadline, stopping: stopping.signal },
  });
  return { result, compose, stop: () => stopping.abort() };
}
const refused = (verdict: Verdict) => async () => {
  throw new MailError("not taken", { verdict, inCodes: "550" });
};
/** A server that says nothing. */
const silent: Send = (signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () =>
      reject(new MailError(signal.reason.message, { verdict: "later" })),
    );
  });

it("a mail that was taken is sent, with one attempt more", async () => {
  const { result } = tried(async () => {}, { last_error: "before" });
  expect(await result).toEqual({
    change: { status: "sent", attempts: 3, last_error: null },
    ...{ level: "info", message: "mail sent" },
  });
  expect(vi.getTimerCount()).toBe(0);
});

it("a mail to nobody is done without the mail server", async () => {
  const { result, compose } = tried(refused("never"), { recipients: "[]" });
  expect((await result).change.status).toBe("sent");
  expect(compose).not.toHaveBeenCalled();
});

it("an attempt ends with its time, not before", async () => {
  const { result } = tried(silent);
  const ended = vi.fn();
  void result.then(ended);
  await vi.advanceTimersByTimeAsync(deadline - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect((await result).change.last_error).toBe("not finished within 120 seconds");
});

describe("when the site stops", () => {
  it("what was not sent stays as it was", async () => {
    const { result, stop } = tried(silent);
    await vi.advanceTimersByTimeAsync(1_000);
    stop();
    expect(await result).toEqual({ change: {}, level: "info", message: "mail left to the next start" });
  });

  it.each(["unclear", "mendable", "never"] as const)("what is %s is marked", async (verdict) => {
    const { result, stop } = tried(async (signal) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      await refused(verdict)();
    });
    await vi.advanceTimersByTimeAsync(1_000);
    stop();
    expect((await result).change).toMatchObject({ status: "pending", attempts: 3 });
  });
});

describe("a mail that is not taken", () => {
  const message = "mail not taken, to be tried again";
  it.each([
    ["staff", "later", { status: "pending" }, "warn"],
    ["staff", "mendable", { status: "pending" }, "error"],
    ["staff", "never", { status: "pending" }, "error"],
    ["receipt", "later", { status: "pending" }, "warn"],
    ["receipt", "mendable", { status: "pending" }, "warn"],
    ["receipt", "never", { status: "dead" }, "warn"],
  ] as const)("of kind %s, %s: %o", async (kind, verdict, { status }, level) => {
    const { result } = tried(refused(verdict), { kind });
    expect(await result).toEqual({
      change: {
        status,
        attempts: 3,
        unclear_attempts: 0,
        last_error: kind === "staff" ? "not taken" : "550",
      },
      wait: expect.any(Number),
      level,
      message: status === "dead" ? "mail given up" : message,
    });
  });

  it.each([
    ["receipt", "dead", "warn"],
    ["staff", "pending", "error"],
  ] as const)("for the last time: %s is %s", async (kind, status, level) => {
    const last = tried(refused("later"), { kind, attempts: mostAttempts - 1 });
    expect(await last.result).toMatchObject({ change: { status, attempts: mostAttempts }, level });
    const before = tried(refused("later"), { kind, attempts: mostAttempts - 2 });
    expect(await before.result).toMatchObject({ change: { status: "pending" }, level: "warn" });
  });

  it.each(["staff", "receipt"] as const)("and may have arrived each time is given up: %s", async (kind) => {
    const [before, last] = [mostUnclear - 2, mostUnclear - 1].map(
      (unclear_attempts) => tried(refused("unclear"), { kind, unclear_attempts }).result,
    );
    expect(await before).toMatchObject({
      change: {
        ...{ status: "pending", unclear_attempts: mostUnclear - 1 },
        last_error: `it may have arrived: ${kind === "staff" ? "not taken" : "550"}`,
      },
      ...{ level: "warn", message },
    });
    expect(await last).toMatchObject({
      change: { status: "dead", unclear_attempts: mostUnclear },
      ...{ level: kind === "staff" ? "error" : "warn", message: "mail given up" },
    });
  });

  it("for a reason that is no mail server's can be mended, and waits the longer the more often", async () => {
    const broken = async () => {
      throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    };
    const { change, level, wait = 0 } = await tried(broken, { attempts: 0 }).result;
    expect([change.status, level]).toEqual(["pending", "error"]);
    expect(change.last_error).toMatch(/ENOSPC|no space/);
    expect(wait).toBeGreaterThanOrEqual(60_000);
    expect(wait).toBeLessThan(72_001);
    expect((await tried(broken, { attempts: 1 }).result).wait).toBeGreaterThanOrEqual(120_000);
    const unclear = await tried(refused("unclear"), { attempts: 1, unclear_attempts: 1 }).result;
    expect(unclear.wait).toBeGreaterThanOrEqual(6 * 3_600_000);
  });
});
