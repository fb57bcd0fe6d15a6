// docs/specification.md, 'Answers to a form post'

import { afterEach, expect, it, vi } from "vitest";
import { sendForm } from "./send-form.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("hands on what the server says", async () => {
  const saved = { kind: "saved", reference: "ABCD-EFGH", next: { submissionId: "id", stamp: "stamp" } };
  expect(await sendForm(async () => saved)).toBe(saved);
});

it.each([
  ["nothing", async () => undefined],
  ["an empty object", async () => ({})],
  ["half a text", async () => "kind"],
  ["an error", () => Promise.reject(new Error("connection lost"))],
])("takes %s for a failure", async (_, send) => {
  expect(await sendForm(send)).toEqual({ kind: "failed" });
});

it("takes 30 s of silence for a failure", async () => {
  vi.useFakeTimers();
  const outcome = sendForm(() => new Promise(() => {}));
  let isSettled = false;
  void outcome.then(() => {
    isSettled = true;
  });
  await vi.advanceTimersByTimeAsync(29_900);
  expect(isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(await outcome).toEqual({ kind: "failed" });
});
