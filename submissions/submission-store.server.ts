import { createHmac, randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { DatabaseClock } from "#database/clock.server.ts";
import { retryTransient } from "#database/retry-transient.server.ts";
import type { Database, SubmissionKeyRow } from "#database/schema.ts";
import { allKinds, isFrom, mailKinds, notificationOf, type Sender } from "./mail/notifications.server.ts";
import { emailKey, isPlainAddress } from "./mailbox.ts";
import type { RateLimit } from "./receive/rate-limit.server.ts";
import {
  referenceOf,
  type Submission,
  type SubmissionOutcome,
  type SubmissionStore,
  type SuspectPost,
} from "./submission.ts";

interface StoreOptions {
  db: Kysely<Database>;
  clock: DatabaseClock;
  /** Counts what each client has stored. */
  posts: RateLimit;
  /** Counts the confirmations sent to each mailbox and to all, so that nobody can flood a mailbox by way of the form. */
  receipts: RateLimit;
  /** Shared by all instances: only keyed hashes of contents are kept beside their keys. */
  secret: string;
  /** Called after each stored submission, so that the outbox need not wait for its next check. */
  onStored?: () => void;
}

/** A form post: its id, its table, and the contents by which it differs from others with the same id. */
interface Post {
  submissionId: string;
  table: SubmissionKeyRow["table_name"];
  contents: unknown;
  sender?: Sender;
}

/** @param replaced id of the submission that this one replaces */
type Write = (transaction: Transaction<Database>, id: string, replaced?: string) => Promise<void>;

/** The client has stored as much as it may. What its post had written by then is taken back, and so is its count. */
class LimitError extends Error {
  override name = "LimitError";
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("too many posts came from this client");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Stores submissions; each in one transaction with its key and its notifications. */
export class DatabaseSubmissionStore implements SubmissionStore {
  readonly #options: StoreOptions;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  submit(submission: Submission, client: string, arrived?: number): Promise<SubmissionOutcome> {
    const {
      submissionId = randomUUID(),
      table,
      applicantName,
      applicantEmail,
      answers,
      wantsReceipt,
    } = submission;
    const contents = [table, applicantName, applicantEmail, answers, wantsReceipt];
    return this.#tryToStore(
      { submissionId, table, contents, sender: submission },
      client,
      arrived,
      (transaction, id, replaced) => this.#insert(transaction, id, submission, { replaced }),
    );
  }

  quarantine(post: SuspectPost, client: string, arrived?: number): Promise<SubmissionOutcome> {
    const { submissionId = randomUUID(), fields } = post;
    return this.#tryToStore(
      { submissionId, table: "quarantine", contents: fields },
      client,
      arrived,
      async (transaction, id) => {
        await transaction
          .insertInto("quarantine")
          .values({
            id,
            created_at: (await this.#options.clock(transaction)).toISOString(),
            form_type: post.formType,
            reason: post.reason,
            // PostgreSQL cannot store NUL; in `fields` it is escaped.
            email: emailKey(fields.find(([name]) => name === "email")?.[1] ?? "").replaceAll("\0", ""),
            fields: JSON.stringify(fields),
          })
          .execute();
      },
    );
  }

  /**
   * Turns a quarantined post into the submission that it is, as if it had been accepted; its reference and the time at
   * which it came stay.
   *
   * @param id of the quarantine's row
   * @returns false when there is no such row (any more)
   */
  async release(id: string, submission: Submission): Promise<boolean> {
    const isReleased = await this.#options.db.transaction().execute(async (transaction) => {
      const post = await transaction
        .deleteFrom("quarantine")
        .where("id", "=", id)
        .returning("created_at")
        .executeTakeFirst();
      if (!post) return false;
      await transaction
        .updateTable("submission_keys")
        .set({ table_name: submission.table })
        .where("row_id", "=", id)
        .execute();
      await this.#insert(transaction, id, submission, post);
      return true;
    });
    if (isReleased) this.#options.onStored?.();
    return isReleased;
  }

  async #tryToStore(
    post: Post,
    client: string,
    arrived: number | undefined,
    write: Write,
  ): Promise<SubmissionOutcome> {
    try {
      const { isNew, ...outcome } = await retryTransient(
        (signal) => this.#store(post, client, write, signal),
        arrived,
      );
      if (isNew) this.#options.onStored?.();
      return outcome;
    } catch (error) {
      if (error instanceof LimitError) return { kind: "limited", retryAfterSeconds: error.retryAfterSeconds };
      return { kind: "failed", error };
    }
  }

  /**
   * Stores the first post of a form, and one with other contents, which replaces the last one. A post with
   * contents that are stored already gets the same answer again and is not counted. Posts of one client wait for each other's count:
   * a stricter isolation, which a database may have by default, would make all but one of them fail.
   */
  async #store(
    { submissionId, table, contents, sender }: Post,
    client: string,
    write: Write,
    signal: AbortSignal,
  ): Promise<SubmissionOutcome & { isNew?: boolean }> {
    const { db, posts, secret } = this.#options;
    const digest = createHmac("sha256", secret).update(JSON.stringify(contents)).digest("base64url");
    const contentsKey = `${submissionId}/${digest}`;
    const earlier = await findKey(db, contentsKey);
    if (earlier) return saved(earlier.row_id);
    return db
      .transaction()
      .setIsolationLevel("read committed")
      .execute(async (transaction) => {
        // Time is up, and the visitor has been told that it failed.
        signal.throwIfAborted();
        const row = { table_name: table, row_id: randomUUID() };
        const winner = await takeKey(transaction, { ...row, submission_id: contentsKey });
        if (winner.row_id !== row.row_id) return saved(winner.row_id);
        const retryAfterSeconds = await posts.take(client, transaction);
        if (retryAfterSeconds > 0) throw new LimitError(retryAfterSeconds);
        const last = await takeKey(transaction, { ...row, submission_id: submissionId });
        if (last.row_id !== row.row_id)
          await transaction
            .updateTable("submission_keys")
            .set(row)
            .where("submission_id", "=", submissionId)
            .execute();
        // Not replaced are a post of the other form, one in quarantine (no mail was sent about it), and one of a
        // stranger whose form had the same id: from a saved page, or with an id that is made up.
        const isReplaced =
          last.row_id !== row.row_id &&
          last.table_name === table &&
          sender !== undefined &&
          (await isFrom(transaction, last.row_id, sender));
        await write(transaction, row.row_id, isReplaced ? last.row_id : undefined);
        signal.throwIfAborted();
        return { ...saved(row.row_id), isNew: true };
      });
  }

  async #insert(
    transaction: Transaction<Database>,
    id: string,
    submission: Submission,
    { replaced, created_at: came }: { replaced?: string | undefined; created_at?: string },
  ): Promise<void> {
    const now = (await this.#options.clock(transaction)).toISOString();
    const created_at = came ?? now;
    await transaction
      .insertInto(submission.table)
      .values({ ...submission.row, id, created_at })
      .execute();
    const kinds: typeof allKinds = [];
    for (const kind of allKinds) {
      const { to, isWanted } = mailKinds[kind];
      if (!isWanted(submission)) continue;
      if (to === "staff" || (await this.#mayWriteTo(submission.applicantEmail, transaction)))
        kinds.push(kind);
    }
    await transaction
      .insertInto("notifications")
      .values(kinds.map((kind) => notificationOf(kind, id, now, submission, replaced)))
      .execute();
  }

  async #mayWriteTo(email: string, transaction: Transaction<Database>): Promise<boolean> {
    return isPlainAddress(email) && (await this.#options.receipts.take(email, transaction)) === 0;
  }
}

function findKey(db: Kysely<Database>, submissionId: string): Promise<SubmissionKeyRow | undefined> {
  return db
    .selectFrom("submission_keys")
    .selectAll()
    .where("submission_id", "=", submissionId)
    .executeTakeFirst();
}

/** @returns the key's row, held until the transaction ends: the given one, or the one that was there before */
function takeKey(transaction: Transaction<Database>, key: SubmissionKeyRow): Promise<SubmissionKeyRow> {
  return transaction
    .insertInto("submission_keys")
    .values(key)
    .onConflict((conflict) =>
      conflict.column("submission_id").doUpdateSet({ submission_id: key.submission_id }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

function saved(id: string): SubmissionOutcome {
  return { kind: "saved", reference: referenceOf(id) };
}
