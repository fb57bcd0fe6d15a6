/**
 * Work that takes turns, so that however much is asked for, other requests are answered in between: one thing begins
 * in each round of the event loop (rendering one page keeps the process busy for some ten milliseconds, reading a long
 * form for more).
 */
export class Turns {
  #underWay = 0;
  #isNextDue = false;
  readonly #waiting: (() => void)[] = [];
  readonly #limits: { underWay: number; waiting: number };
  readonly #isUnderPressure: () => boolean;

  /** @param isUnderPressure whether the event loop lags; then fewer may wait */
  constructor(limits: { underWay: number; waiting: number }, isUnderPressure: () => boolean = () => false) {
    this.#limits = limits;
    this.#isUnderPressure = isUnderPressure;
  }

  /** @returns what `work` returns; undefined, without running it, when too much is waiting already */
  async run<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    const mostWaiting = this.#isUnderPressure() ? this.#limits.waiting / 8 : this.#limits.waiting;
    if (this.#waiting.length >= mostWaiting) return undefined;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#beginNext();
    });
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      this.#beginNext();
    }
  }

  #beginNext(): void {
    if (this.#isNextDue || this.#waiting.length === 0 || this.#underWay >= this.#limits.underWay) return;
    this.#isNextDue = true;
    setImmediate(() => {
      this.#isNextDue = false;
      this.#underWay += 1;
      this.#waiting.shift()?.();
      this.#beginNext();
    });
  }
}
