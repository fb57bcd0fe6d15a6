import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

/** `shown again` is an answer that the form was not stored, with all that was typed and when to try again. */
export type Outcome = "stored" | "shown again" | "other answer" | "no answer";

export interface Answer {
  outcome: Outcome;
  /** 0 without an answer. */
  status: number;
  /** Milliseconds until it was there. */
  time: number;
  /** Of a form that was not stored: what came instead, or why nothing did. */
  reason: string | undefined;
}

/** A form that somebody has filled in. Sent again it is the same one, as by a browser's retry. */
export interface Form {
  email: string;
  words: string;
  fields: Record<string, string>;
}

interface Crowd {
  /** Ends the load: no new form is begun, and those that were not stored are given up. */
  end(): Promise<void>;
}

/** People who send forms, and remember what they were told. */
export class Visitors {
  /** What the site said that it has: the words by the sender's address. */
  readonly acknowledged = new Map<string, string>();
  readonly answers: Answer[] = [];
  readonly #address: string;
  readonly #slowness: number;

  /**
   * @param address of the site, or of a proxy in front
   * @param slowness of the machine, by which times are multiplied
   */
  constructor(address: string, slowness = 1) {
    this.#address = address;
    this.#slowness = slowness;
  }

  /** Milliseconds of the slowest answer. */
  get worst(): number {
    return Math.max(0, ...this.answers.map(({ time }) => time));
  }

  fillIn(fields: Record<string, string> = {}): Form {
    const id = randomUUID();
    const email = fields.email ?? `${id}@visitor.example`;
    const words = `${id} ${"wörter ".repeat(80)}${id}`;
    return {
      email,
      words,
      fields: {
        firstName: "Ada",
        lastName: "Moreno",
        email,
        agreeToTerms: "on",
        motivation: words,
        submissionId: id,
        ...fields,
      },
    };
  }

  async send(form: Form, address = this.#address): Promise<Answer> {
    const start = performance.now();
    const answer = {
      ...(await post(form, `${address}/contact`)),
      time: performance.now() - start,
    };
    this.answers.push(answer);
    if (answer.outcome === "stored") this.acknowledged.set(form.email, form.words);
    return answer;
  }

  /**
   * Begins a load.
   *
   * @param atOnce how many visitors there are
   * @param pause of each between two posts, in milliseconds
   * @param isStubborn whether a form that was not stored is sent until it is
   * @param most forms, after which everybody leaves
   */
  come({
    atOnce = 4,
    pause = 20,
    isStubborn = true,
    most = Number.POSITIVE_INFINITY,
  }: {
    atOnce?: number;
    pause?: number;
    isStubborn?: boolean;
    most?: number;
  } = {}): Crowd {
    let isOver = false;
    let count = 0;
    const visitor = async () => {
      while (!isOver && count < most) {
        count += 1;
        const form = this.fillIn();
        while ((await this.send(form)).outcome !== "stored" && isStubborn && !isOver)
          await sleep(Math.max(pause, 150));
        await sleep(pause);
      }
    };
    const all = Promise.all(Array.from({ length: atOnce }, visitor));
    return {
      async end() {
        isOver = true;
        await all;
      },
    };
  }

  /** Whether so many forms more are stored before the time is over, in milliseconds. */
  async areStored(more: number, timeout: number): Promise<boolean> {
    const goal = this.acknowledged.size + more;
    const end = performance.now() + timeout * this.#slowness;
    while (this.acknowledged.size < goal && performance.now() < end) await sleep(10);
    return this.acknowledged.size >= goal;
  }

  /** Forms that were not stored: how many, and of some what came instead and after how many milliseconds. */
  get failures(): { count: number; told: string } {
    const failed = this.answers.filter(({ outcome }) => outcome !== "stored");
    const each = failed.map(
      ({ status, reason, time }) => `${status} after ${Math.round(time)} ms: ${reason}`,
    );
    const told = `${failed.length} of ${this.answers.length} posts failed: ${each.slice(0, 3).join("; ")}`;
    return { count: failed.length, told };
  }

  /** How many answers there were of a kind, since one of them. */
  count(outcome: Outcome, since = 0): number {
    return this.answers.slice(since).filter((answer) => answer.outcome === outcome).length;
  }
}

async function post(form: Form, address: string): Promise<Omit<Answer, "time">> {
  try {
    const answer = await fetch(address, {
      method: "POST",
      body: new URLSearchParams(form.fields),
      redirect: "manual",
      signal: AbortSignal.timeout(90_000),
    });
    const text = await answer.text();
    const { status } = answer;
    if (status === 303) return { outcome: "stored", status, reason: undefined };
    const isShown =
      status === 503 &&
      answer.headers.has("retry-after") &&
      [form.email, form.words].every((words) => text.includes(words));
    const reason = isShown ? "shown again" : text.slice(0, 300);
    return { outcome: isShown ? "shown again" : "other answer", status, reason };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error & { code?: string } };
    return { outcome: "no answer", status: 0, reason: [message, cause?.code, cause?.message].join(" ") };
  }
}
