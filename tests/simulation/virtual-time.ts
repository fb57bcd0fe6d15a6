import { AsyncLocalStorage } from "node:async_hooks";
import crypto, { createHash } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import timersPromises from "node:timers/promises";

/** What runs on a machine of its own: its timers end with it. */
export interface Machine {
  /** How far its clock is ahead, in milliseconds. */
  skew: number;
  isDead: boolean;
}

interface Timer {
  at: number;
  run: () => void;
  every: number | undefined;
  owner: Machine | undefined;
  isOff: boolean;
  /** Whether a process would wait for it with its end. */
  holds: boolean;
}

/** Runs an action on its machine. */
type Entry = ReturnType<typeof AsyncLocalStorage.snapshot>;

/** When a simulation begins: a Saturday in November, 10:00 UTC. */
const start = Date.UTC(2026, 10, 21, 10);

const nextTurn = setImmediate;

/**
 * Time, chance and ids of a simulated world. While it is installed, nothing in this thread waits in earnest: whatever is to
 * happen later lies in one queue, in the order of its time, and `random` decides what is left open. So a seed happens in
 * the same way each time.
 */
export class VirtualTime {
  /** Milliseconds since the simulation began. */
  now = 0;
  readonly random: () => number;
  readonly #machines = new AsyncLocalStorage<Machine>();
  /** Made once for each machine: to enter it for each of its timers would cost a fifth of the whole time. */
  readonly #entries = new WeakMap<Machine, Entry>();
  readonly #events = createHash("sha256");
  #queue: Timer[] = [];
  #restore: (() => void) | undefined;

  constructor(random: () => number) {
    this.random = () => {
      this.log("chance");
      return random();
    };
  }

  /** Of everything that was logged, with its moment: the same for the same plan. */
  get digest(): string {
    return this.#events.copy().digest("base64url");
  }

  /** Takes something that happens into the digest. */
  log(what: string): void {
    this.#events.update(`${this.now} ${what}\n`);
  }

  /** The time that the database's clock tells. */
  get date(): Date {
    return new Date(start + this.now);
  }

  /** The machine that runs right now, if any does. */
  get machine(): Machine | undefined {
    return this.#machines.getStore();
  }

  on<Result>(machine: Machine, action: () => Result): Result {
    const entry =
      this.#entries.get(machine) ?? this.#machines.run(machine, () => AsyncLocalStorage.snapshot());
    this.#entries.set(machine, entry);
    return entry(action);
  }

  /** Runs the action of the world itself, on no machine. */
  beside<Result>(action: () => Result): Result {
    return this.#machines.exit(action);
  }

  schedule(run: () => void, delay = 0, every?: number): Timer {
    const timer: Timer = {
      at: this.now + Math.max(delay, 0),
      run,
      every,
      owner: this.machine,
      isOff: false,
      holds: true,
    };
    this.#enqueue(timer);
    return timer;
  }

  /** Whether something is left that keeps a process from ending, but for what happens in this very moment. */
  isHeld(machine: Machine): boolean {
    return this.#queue.some(
      ({ owner, isOff, holds, at }) => owner === machine && !isOff && holds && at > this.now,
    );
  }

  /**
   * Resolves later; never on a machine that ends before.
   *
   * @throws the signal's reason once it is aborted
   */
  wait(delay: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const timer = this.schedule(resolve, delay);
      signal?.addEventListener("abort", () => {
        timer.isOff = true;
        reject(signal.reason);
      });
    });
  }

  /** Lets time pass, until nothing is left to happen before `end`, or `isOver` says so. */
  async advance(end: number, isOver: () => boolean = () => false): Promise<void> {
    await settle();
    for (;;) {
      const timer = this.#queue[0];
      if (isOver() || !timer || timer.at > end) break;
      this.#queue.shift();
      if (timer.isOff || timer.owner?.isDead) continue;
      this.now = timer.at;
      this.log("timer");
      if (timer.every !== undefined) this.#enqueue(Object.assign(timer, { at: this.now + timer.every }));
      if (timer.owner) this.on(timer.owner, timer.run);
      else timer.run();
      await settle();
    }
    if (!isOver()) this.now = Math.max(this.now, end);
  }

  /** Puts clocks, timers, chance and ids of this thread in the place of the real ones, until `uninstall`. */
  install(): void {
    const own = { ...globalsOf(this), Date: this.#dateClass() };
    const before = Object.fromEntries(Object.keys(own).map((name) => [name, Reflect.get(globalThis, name)]));
    const promises = { setTimeout: timersPromises.setTimeout, setImmediate: timersPromises.setImmediate };
    const { random } = Math;
    const { randomUUID } = crypto;
    Object.assign(globalThis, own);
    Object.assign(timersPromises, {
      setTimeout: (delay?: number, _value?: unknown, options?: { signal?: AbortSignal }) =>
        this.wait(delay ?? 0, options?.signal),
      setImmediate: () => this.wait(0),
    });
    Math.random = this.random;
    performance.now = () => this.now;
    crypto.randomUUID = () => uuid(this.random);
    syncBuiltinESMExports();
    this.#restore = () => {
      Object.assign(globalThis, before);
      Object.assign(timersPromises, promises);
      Math.random = random;
      Reflect.deleteProperty(performance, "now");
      crypto.randomUUID = randomUUID;
      syncBuiltinESMExports();
    };
  }

  uninstall(): void {
    this.#restore?.();
    this.#queue = [];
  }

  #enqueue(timer: Timer): void {
    let [low, high] = [0, this.#queue.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      // Those of one moment happen in the order in which they came.
      if ((this.#queue[middle]?.at ?? 0) <= timer.at) low = middle + 1;
      else high = middle;
    }
    this.#queue.splice(low, 0, timer);
  }

  /** The clock of the machine that asks. */
  #dateClass(): typeof Date {
    const time = () => start + this.now + (this.machine?.skew ?? 0);
    return class extends Date {
      constructor(value: number | string = time()) {
        super(value);
      }

      static override now = time;
    } as typeof Date;
  }
}

/** Resolves once everything that has to wait for nothing has happened. */
function settle(): Promise<void> {
  return new Promise((resolve) => void nextTurn(resolve));
}

function globalsOf(time: VirtualTime) {
  const clear = (timer?: Timer) => {
    if (timer) timer.isOff = true;
  };
  const timerOf = (timer: Timer) =>
    Object.assign(timer, { unref: () => Object.assign(timer, { holds: false }) });
  return {
    setTimeout: (run: () => void, delay?: number) => timerOf(time.schedule(run, delay)),
    setInterval: (run: () => void, delay = 1) => timerOf(time.schedule(run, delay, Math.max(delay, 1))),
    setImmediate: (run: () => void) => timerOf(time.schedule(run)),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };
}

function uuid(random: () => number): `${string}-${string}-${string}-${string}-${string}` {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
