import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { referenceOf, type Submission, type SubmissionOutcome, type SubmissionStore } from "./submission.ts";

/** Stores submissions; each in one transaction with its key, so that a repeat finds the first one's row. */
export class DatabaseSubmissionStore implements SubmissionStore {
  readonly #db: Kysely<Database>;
  readonly #now: () => Date;

  constructor(db: Kysely<Database>, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  async submit(submission: Submission): Promise<SubmissionOutcome> {
    try {
      return await this.#store(submission);
    } catch (error) {
      return { kind: "failed", error };
    }
  }

  #store({ submissionId = randomUUID(), table, row }: Submission): Promise<SubmissionOutcome> {
    return this.#db.transaction().execute(async (transaction): Promise<SubmissionOutcome> => {
      const id = randomUUID();
      const claim = await transaction
        .insertInto("submission_keys")
        .values({ submission_id: submissionId, table_name: table, row_id: id })
        .onConflict((conflict) => conflict.column("submission_id").doNothing())
        .executeTakeFirstOrThrow();
      if (claim.numInsertedOrUpdatedRows === 0n) {
        const first = await transaction
          .selectFrom("submission_keys")
          .select("row_id")
          .where("submission_id", "=", submissionId)
          .executeTakeFirstOrThrow();
        return { kind: "saved", reference: referenceOf(first.row_id), isRepeat: true };
      }
      await transaction
        .insertInto(table)
        .values({ ...row, id, created_at: this.#now().toISOString() })
        .execute();
      return { kind: "saved", reference: referenceOf(id), isRepeat: false };
    });
  }
}
