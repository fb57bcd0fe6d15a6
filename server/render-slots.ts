import type { RenderSlots } from "#app/context.ts";

/**
 * Admits renderings, so that however many visitors ask for pages of their own, finished pages are answered in between
 * (one rendering keeps the process busy for some ten milliseconds).
 */
export class RenderSlotQueue implements RenderSlots {
  #active = 0;
  readonly #waiting: ((isAdmitted: boolean) => void)[] = [];
  readonly #limits: { active: number; waiting: number };
  readonly #isUnderPressure: () => boolean;

  /** @param isUnderPressure whether the event loop lags; then one rendering at a time goes on, and few may wait */
  constructor(isUnderPressure: () => boolean = () => false, limits = { active: 2, waiting: 64 }) {
    this.#isUnderPressure = isUnderPressure;
    this.#limits = limits;
  }

  /** Resolves when a rendering may begin, which then has to `leave`; with false when there are too many. */
  async enter(): Promise<boolean> {
    const { active, waiting } = this.#isUnderPressure()
      ? { active: 1, waiting: this.#limits.waiting / 8 }
      : this.#limits;
    if (this.#waiting.length >= waiting) return false;
    if (this.#active < active) {
      this.#active += 1;
      return true;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  leave(): void {
    const next = this.#waiting.shift();
    // Its place goes to the next one, but not before other requests had their turn.
    if (next) setImmediate(next, true);
    else this.#active -= 1;
  }
}
