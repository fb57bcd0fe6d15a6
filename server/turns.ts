/**
 * Work that takes turns, so that however much is asked for, other requests are answered in between (rendering one page
 * keeps the process busy for some ten milliseconds).
 */
export class Turns {
  #active = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #limits: { active: number; waiting: number };
  readonly #isUnderPressure: () => boolean;

  /** @param isUnderPressure whether the event loop lags; then one goes on at a time, and few may wait */
  constructor(limits: { active: number; waiting: number }, isUnderPressure: () => boolean = () => false) {
    this.#limits = limits;
    this.#isUnderPressure = isUnderPressure;
  }

  /** @returns what `work` returns, in its turn; undefined, without it, when too much waits already */
  async run<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    const { active, waiting } = this.#isUnderPressure()
      ? { active: 1, waiting: this.#limits.waiting / 8 }
      : this.#limits;
    if (this.#waiting.length >= waiting) return undefined;
    if (this.#active < active) this.#active += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Its place is free again when other requests had their turn: work that waits for nothing would crowd them out.
      setImmediate(() => {
        const next = this.#waiting.shift();
        if (next) next();
        else this.#active -= 1;
      });
    }
  }
}
