import { createHmac, timingSafeEqual } from "node:crypto";

/** Issues signed times for forms, to recognize forms that were sent only seconds after they were served. */
export class FormStamps {
  readonly #secret: string;
  readonly #now: () => Date;

  constructor(secret: string, now: () => Date) {
    this.#secret = secret;
    this.#now = now;
  }

  /** A stamp for the form with this id, which is served now: `TIME.SIGNATURE`. */
  issue(submissionId: string): string {
    const time = this.#now().getTime().toString(36);
    return `${time}.${this.#sign(time, submissionId)}`;
  }

  /** Seconds since the stamp was issued for the form with this id; undefined for one that is missing or not ours. */
  age(stamp: unknown, submissionId = ""): number | undefined {
    const [, time, signature] = /^([\da-z]{1,11})\.([\w-]{43})$/.exec(String(stamp)) ?? [];
    if (!time || !signature) return undefined;
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(this.#sign(time, submissionId))))
      return undefined;
    return (this.#now().getTime() - Number.parseInt(time, 36)) / 1_000;
  }

  #sign(time: string, submissionId: string): string {
    return createHmac("sha256", this.#secret).update(`${time} ${submissionId}`).digest("base64url");
  }
}
