/** What the event loop is kept busy with. */
export interface Load {
  /** Whether it lags; then fewer may wait. */
  isUnderPressure: () => boolean;
  /** How many connections have been accepted so far. */
  accepted: () => number;
}

interface Waiting {
  /** @param isMyTurn or it is turned away */
  tell: (isMyTurn: boolean) => void;
  hasLeft: () => boolean;
}

/** How much of each is under way at once, and how much waits; docs/specification.md, 'Limits of requests'. */
export const turnLimits = {
  reads: { underWay: 16, waiting: 64 },
  posts: { underWay: 64, waiting: 128 },
  refusals: { underWay: 16, waiting: 256 },
};

/** So many rounds of the event loop work rests at most while connections come in. */
const mostRounds = 64;

/**
 * Work that takes turns, so that however much is asked for, other requests are answered in between: one thing begins
 * in each round of the event loop (rendering one page keeps the process busy for some ten milliseconds, reading a long
 * form for more). A round accepts one connection, so while they come in nothing begins: who comes behind three hundred would
 * wait for as many pages.
 */
export class Turns {
  #underWay = 0;
  #isNextDue = false;
  readonly #waiting: Waiting[] = [];
  readonly #limits: { underWay: number; waiting: number };
  readonly #load: Load;

  constructor(limits: { underWay: number; waiting: number }, load: Partial<Load> = {}) {
    this.#limits = limits;
    this.#load = { isUnderPressure: () => false, accepted: () => 0, ...load };
  }

  /**
   * @param hasLeft whether nobody may be there any more who waits for the answer: others go first, and take its place
   * @returns what `work` returns; undefined, without running it, when too much is waiting already
   */
  async run<Result>(work: () => Promise<Result>, hasLeft = () => false): Promise<Result | undefined> {
    const mostWaiting = this.#load.isUnderPressure() ? this.#limits.waiting / 8 : this.#limits.waiting;
    if (this.#waiting.length >= mostWaiting && (hasLeft() || !this.#turnAway())) return undefined;
    const isMyTurn = await new Promise<boolean>((tell) => {
      this.#waiting.push({ tell, hasLeft });
      this.#beginNext();
    });
    if (!isMyTurn) return undefined;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      this.#beginNext();
    }
  }

  /** @returns whether there was one that has left */
  #turnAway(): boolean {
    const place = this.#waiting.findIndex(({ hasLeft }) => hasLeft());
    const [gone] = place < 0 ? [] : this.#waiting.splice(place, 1);
    gone?.tell(false);
    return gone !== undefined;
  }

  #beginNext(): void {
    if (this.#isNextDue || this.#waiting.length === 0 || this.#underWay >= this.#limits.underWay) return;
    this.#isNextDue = true;
    const begin = () => {
      this.#isNextDue = false;
      this.#underWay += 1;
      const place = this.#waiting.findIndex(({ hasLeft }) => !hasLeft());
      const [next] = this.#waiting.splice(Math.max(0, place), 1);
      next?.tell(true);
      this.#beginNext();
    };
    // A whole round begins with the next one.
    setImmediate(() => this.#whenQuiet(mostRounds, begin));
  }

  /** Calls back after a round in which nobody came, or after so many. */
  #whenQuiet(rounds: number, then: () => void): void {
    const before = this.#load.accepted();
    setImmediate(() => {
      if (rounds > 1 && this.#load.accepted() !== before) this.#whenQuiet(rounds - 1, then);
      else then();
    });
  }
}
