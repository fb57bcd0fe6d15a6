// docs/specification.md, 'Suspected robots', 'Rate limits'

import { expect, it } from "vitest";
import errors from "#content/forms/errors.yaml";
import { interestForm } from "../forms/forms.ts";
import type { Submission, SubmissionOutcome, SuspectPost } from "../submission.ts";
import { receivePost } from "./receive-post.server.ts";

const id = "0D6F1E0A-1b2c-4d3e-8f4a-123456789abc";
const valid = {
  ...{ firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: "on" },
  ...{ submissionId: id, stamp: "s" },
};

/** Posts the interest form; the store and the limit answer as they are told. */
async function post(
  fields: Record<string, string>,
  {
    stored = { kind: "saved", reference: "ABCD-EFGH" } as SubmissionOutcome,
    age = 60,
    take = async () => 0,
  } = {},
) {
  const calls: unknown[] = [];
  const log: unknown[] = [];
  const outcome = await receivePost(
    interestForm,
    new Request("https://x.example/contact", { method: "POST", body: new URLSearchParams(fields) }),
    {
      submissions: {
        submit: async (submission: Submission, ...rest: unknown[]) => {
          calls.push(["submit", submission.submissionId, submission.wantsReceipt, ...rest]);
          return stored;
        },
        quarantine: async (suspect: SuspectPost, ...rest: unknown[]) => {
          calls.push(["quarantine", suspect, ...rest]);
          return stored;
        },
      },
      stamps: { age: (stamp, of) => (stamp === "s" && of === id.toLowerCase() ? age : undefined) },
      invalidPosts: { take },
    },
    {
      address: "192.0.2.1",
      arrived: 7,
      log: {
        warn: (...words: unknown[]) => log.push(["warn", ...words]),
        error: (...words: unknown[]) => log.push(["error", ...words]),
      } as never,
    },
  );
  return { outcome, calls, log };
}

it("stores a valid form under its id, with the wish for a confirmation", async () => {
  const { outcome, calls, log } = await post(valid);
  expect(outcome).toEqual({ kind: "saved", reference: "ABCD-EFGH" });
  expect(calls).toEqual([["submit", id.toLowerCase(), false, "192.0.2.1", 7]]);
  expect(log).toEqual([]);
  expect((await post({ ...valid, sendCopy: "on" })).calls).toEqual([
    ["submit", id.toLowerCase(), true, "192.0.2.1", 7],
  ]);
  for (const submissionId of ["x", `x${id}`, `${id}x`])
    expect((await post({ ...valid, submissionId })).calls).toEqual([
      ["submit", undefined, false, "192.0.2.1", 7],
    ]);
});

it("says what is wrong, with what was typed, and counts it", async () => {
  const counted: string[] = [];
  const take = async (...[address]: string[]) => {
    counted.push(String(address));
    return 0;
  };
  const { outcome, calls } = await post({ ...valid, email: "ada", sendCopy: "on" }, { take: take as never });
  expect(outcome).toMatchObject({
    kind: "invalid",
    errors: { email: errors.email },
    given: { email: ["ada"], sendCopy: ["on"] },
  });
  expect([calls, counted]).toEqual([[], ["192.0.2.1"]]);
  await post(valid, { take: take as never });
  expect(counted).toHaveLength(1);
});

it("refuses who sends many of these, but not while the database is silent", async () => {
  const take = async () => 40;
  const wrong = { ...valid, email: "ada" };
  expect((await post(wrong, { take })).outcome).toMatchObject({
    ...{ kind: "limited", retryAfterSeconds: 40 },
    given: { email: ["ada"] },
  });
  expect((await post({ shoe: "42" }, { take })).outcome).toEqual({
    kind: "limited",
    retryAfterSeconds: 40,
    given: {},
  });
  expect((await post({ shoe: "42" })).outcome).toEqual({ kind: "unreadable" });
  const broken = () => Promise.reject(new Error("away"));
  expect((await post(wrong, { take: broken })).outcome).toMatchObject({ kind: "invalid" });
  expect((await post({ role: "x".repeat(15_001) }, { take })).outcome).toEqual({ kind: "tooLong" });
});

it("puts a suspect post aside whole, and logs why in words of its own", async () => {
  const { outcome, calls, log } = await post({ ...valid, subject: "buy", shoe: "42" });
  expect(outcome).toMatchObject({ kind: "saved" });
  const reason = "the trap field was filled in; 1 fields that the form does not have";
  const fields = Object.entries({ ...valid, subject: "buy" });
  const suspect = { submissionId: id.toLowerCase(), formType: "contact_submission", reason, fields };
  expect(calls).toEqual([["quarantine", suspect, "192.0.2.1", 7]]);
  expect(log).toEqual([["warn", { form: "contact_submission", reason }, "post put into quarantine"]]);
});

it("tells a robot in the trap nothing of its mistakes, and a person with many links all", async () => {
  expect((await post({ ...valid, email: "x", subject: "buy" })).calls[0]).toEqual([
    "quarantine",
    expect.objectContaining({ reason: "the trap field was filled in" }),
    "192.0.2.1",
    7,
  ]);
  const links = { motivation: "https://a.example ".repeat(9) };
  expect((await post({ ...valid, ...links, email: "x" }, { age: 1 })).outcome).toMatchObject({
    kind: "invalid",
  });
  expect((await post({ ...valid, ...links }, { age: 1 })).calls[0]).toContain("quarantine");
  expect((await post({ ...valid, ...links }, { age: 60 })).calls[0]).toContain("submit");
});

it("gives back what was typed when it cannot be stored, and logs that it was not", async () => {
  const given = { firstName: ["Ada"] };
  const limited = await post(valid, { stored: { kind: "limited", retryAfterSeconds: 9 } });
  expect(limited.outcome).toMatchObject({ kind: "limited", retryAfterSeconds: 9, given });
  const error = new Error("away");
  const failed = await post(valid, { stored: { kind: "failed", error } });
  expect(failed.outcome).toMatchObject({ kind: "failed", given });
  expect(failed.log).toEqual([["error", { err: error, form: "contact_submission" }, "form not stored"]]);
});
