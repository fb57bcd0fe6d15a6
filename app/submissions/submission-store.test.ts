import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Connection, connectDatabase } from "#app/db/connect.server.ts";
import type { Submission } from "./submission.ts";
import { DatabaseSubmissionStore } from "./submission-store.server.ts";

const now = new Date("2026-11-21T10:00:00Z");
let folder: string;
let connection: Connection;
let store: DatabaseSubmissionStore;

const submission = (change: Partial<Submission> = {}): Submission => ({
  submissionId: randomUUID(),
  table: "contact_submissions",
  row: {
    full_name: "Ada Moreno",
    email: "ada@visitor.example",
    linkedin_url: null,
    reason_for_contact: "Interest",
    message: JSON.stringify({ motivation: "‮rtl 👩🏽‍🌾 <b>'; drop table x; --\r\n=1+1" }),
    newsletter_signup: 1,
  },
  ...change,
});
const rows = () => connection.db.selectFrom("contact_submissions").selectAll().execute();

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "store-"));
  connection = await connectDatabase(`sqlite:${join(folder, "site.db")}`);
  store = new DatabaseSubmissionStore(connection.db, () => now);
});
afterEach(async () => {
  await connection.close();
  rmSync(folder, { recursive: true });
});

describe("DatabaseSubmissionStore", () => {
  it("stores every word as it came, with id and time", async () => {
    const sent = submission();
    const outcome = await store.submit(sent);
    expect(outcome).toMatchObject({ kind: "saved", isRepeat: false });
    expect(await rows()).toEqual([
      { ...sent.row, id: expect.stringMatching(/^[\da-f-]{36}$/), created_at: now.toISOString() },
    ]);
  });

  it("stores the same id once and answers it the same way, also when both posts come at once", async () => {
    const sent = submission();
    const outcomes = await Promise.all([store.submit(sent), store.submit(sent), store.submit(sent)]);
    expect(await rows()).toHaveLength(1);
    expect(new Set(outcomes.map((outcome) => outcome.kind === "saved" && outcome.reference)).size).toBe(1);
  });

  it("keeps 50 parallel submissions apart, of which some fail", async () => {
    const sent = Array.from({ length: 50 }, (_, index) =>
      index % 5 === 0
        ? submission({ row: { ...submission().row, email: null as unknown as string } })
        : submission(),
    );
    const outcomes = await Promise.all(sent.map((one) => store.submit(one)));
    expect(outcomes.filter((outcome) => outcome.kind === "failed")).toHaveLength(10);
    expect(await rows()).toHaveLength(40);
    const keys = await connection.db.selectFrom("submission_keys").select("submission_id").execute();
    expect(keys).toHaveLength(40);
  });

  it("accepts a post without an id", async () => {
    await store.submit(submission({ submissionId: undefined }));
    await store.submit(submission({ submissionId: undefined }));
    expect(await rows()).toHaveLength(2);
  });

  it("survives a new start with the same file", async () => {
    await store.submit(submission());
    await connection.close();
    connection = await connectDatabase(`sqlite:${join(folder, "site.db")}`);
    expect(await rows()).toHaveLength(1);
    expect(await connection.check()).toBe(true);
  });
});
