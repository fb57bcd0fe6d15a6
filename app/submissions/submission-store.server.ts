import { randomUUID } from "node:crypto";
import type { Insertable, Kysely, Transaction } from "kysely";
import { retryTransient } from "#app/db/retry-transient.server.ts";
import type { Database, NotificationRow, SubmissionKeyRow } from "#app/db/schema.ts";
import type { RateLimit } from "#app/http/rate-limit.server.ts";
import {
  formTypeOf,
  type NotificationPayload,
  referenceOf,
  type Submission,
  type SubmissionOutcome,
  type SubmissionStore,
  type SuspectPost,
} from "./submission.ts";

interface StoreOptions {
  db: Kysely<Database>;
  now: () => Date;
  /** Counts what each client has stored. */
  posts: RateLimit;
  /** Counts the copies sent to each address, so that the form cannot be used to flood a mailbox. */
  receipts: RateLimit;
  /** Told after each stored submission, so that the outbox need not wait for its next round. */
  onStored?: () => void;
}

/** Stores submissions; each in one transaction with its key and its notifications. */
export class DatabaseSubmissionStore implements SubmissionStore {
  readonly #options: StoreOptions;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  submit(submission: Submission, client: string): Promise<SubmissionOutcome> {
    return this.#take(submission.submissionId, submission.table, client, async (transaction, id) => {
      await this.#insert(transaction, id, submission);
    });
  }

  quarantine(post: SuspectPost, client: string): Promise<SubmissionOutcome> {
    return this.#take(post.submissionId, "quarantine", client, async (transaction, id) => {
      await transaction
        .insertInto("quarantine")
        .values({
          id,
          created_at: this.#options.now().toISOString(),
          form_type: post.formType,
          reason: post.reason,
          email: emailKey(post.fields.find(([name]) => name === "email")?.[1] ?? ""),
          fields: JSON.stringify(post.fields),
        })
        .execute();
    });
  }

  /**
   * Turns a quarantined post into the submission that it is, as if it had been accepted; its reference stays.
   *
   * @param id of the quarantine's row
   * @returns false when there is no such row (any more)
   */
  async release(id: string, submission: Submission): Promise<boolean> {
    const isReleased = await this.#options.db.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom("quarantine")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) return false;
      await transaction
        .updateTable("submission_keys")
        .set({ table_name: submission.table })
        .where("row_id", "=", id)
        .execute();
      await this.#insert(transaction, id, submission);
      return true;
    });
    if (isReleased) this.#options.onStored?.();
    return isReleased;
  }

  async #take(
    submissionId: string = randomUUID(),
    table: SubmissionKeyRow["table_name"],
    client: string,
    write: (transaction: Transaction<Database>, id: string) => Promise<void>,
  ): Promise<SubmissionOutcome> {
    try {
      const outcome = await retryTransient(() => this.#store(submissionId, table, client, write));
      if (outcome.kind === "saved") this.#options.onStored?.();
      return outcome;
    } catch (error) {
      return { kind: "failed", error };
    }
  }

  /** The first post with an id writes; every other gets the first one's answer and is not counted. */
  async #store(
    submissionId: string,
    table: SubmissionKeyRow["table_name"],
    client: string,
    write: (transaction: Transaction<Database>, id: string) => Promise<void>,
  ): Promise<SubmissionOutcome> {
    const { db, posts } = this.#options;
    const first = await this.#findFirst(db, submissionId);
    if (first) return first;
    const retryAfterSeconds = await posts.take(client);
    if (retryAfterSeconds > 0) return { kind: "limited", retryAfterSeconds };
    return db.transaction().execute(async (transaction): Promise<SubmissionOutcome> => {
      const id = randomUUID();
      const claim = await transaction
        .insertInto("submission_keys")
        .values({ submission_id: submissionId, table_name: table, row_id: id })
        .onConflict((conflict) => conflict.column("submission_id").doNothing())
        .executeTakeFirstOrThrow();
      if (claim.numInsertedOrUpdatedRows === 0n) {
        const earlier = await this.#findFirst(transaction, submissionId);
        if (earlier) return earlier;
        throw new Error("the first post with this id was erased meanwhile");
      }
      await write(transaction, id);
      return { kind: "saved", reference: referenceOf(id), isRepeat: false };
    });
  }

  async #findFirst(db: Kysely<Database>, submissionId: string): Promise<SubmissionOutcome | undefined> {
    const key = await db
      .selectFrom("submission_keys")
      .select("row_id")
      .where("submission_id", "=", submissionId)
      .executeTakeFirst();
    return key && { kind: "saved", reference: referenceOf(key.row_id), isRepeat: true };
  }

  async #insert(transaction: Transaction<Database>, id: string, submission: Submission): Promise<void> {
    const { now, receipts } = this.#options;
    const created_at = now().toISOString();
    if (submission.table === "contact_submissions") {
      await transaction
        .insertInto("contact_submissions")
        .values({ ...submission.row, id, created_at })
        .execute();
    } else {
      await transaction
        .insertInto("mastermind_applications")
        .values({ ...submission.row, id, created_at })
        .execute();
    }
    const email = emailKey(submission.applicantEmail);
    const kinds: NotificationRow["kind"][] = ["staff"];
    if (submission.wantsReceipt && (await receipts.take(email, transaction)) === 0) kinds.push("receipt");
    await transaction
      .insertInto("notifications")
      .values(kinds.map((kind) => notificationOf(kind, id, created_at, email, submission)))
      .execute();
  }
}

/** How an address is written where people are looked up by it. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

function notificationOf(
  kind: NotificationRow["kind"],
  id: string,
  created_at: string,
  email: string,
  submission: Submission,
): Insertable<NotificationRow> {
  const payload: NotificationPayload = {
    formType: formTypeOf[submission.table],
    applicantName: submission.applicantName,
    applicantEmail: submission.applicantEmail,
    formData: submission.answers,
    reference: referenceOf(id),
  };
  return {
    id: randomUUID(),
    created_at,
    submission_table: submission.table,
    submission_id: id,
    kind,
    email,
    payload: JSON.stringify(payload),
    status: "pending",
    attempts: 0,
    next_attempt_at: created_at,
    claimed_until: null,
    sent_at: null,
    last_error: null,
  };
}
