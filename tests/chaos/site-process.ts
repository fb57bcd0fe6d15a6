import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** The built site as a process of its own. */
export class SiteProcess {
  readonly address: string;
  readonly port: number;
  readonly exit: Promise<number | null>;
  readonly #child: ChildProcess;
  #isRunning = true;
  #isEndWanted = false;
  #log = "";

  /**
   * Starts it; `untilUp` waits for it.
   *
   * @param env its variables; PORT is one of them
   */
  constructor(env: Record<string, string>) {
    this.#child = spawn(process.execPath, ["tooling/start.ts"], {
      env: { ...process.env, LOG_LEVEL: "fatal", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(this.#child);
    this.port = Number(env.PORT);
    this.address = `http://127.0.0.1:${env.PORT}`;
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on("data", (part) => {
        this.#log = (this.#log + part).slice(-1_000_000);
      });
    this.exit = once(this.#child, "exit").then(([code]) => {
      this.#isRunning = false;
      running.delete(this.#child);
      return code;
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Its log; of a long one the end. */
  get log(): string {
    return this.#log;
  }

  get #lastLines(): string {
    return this.#log.slice(-2_000);
  }

  /** What it said before it ended although nobody ended it. */
  get lastWords(): string | undefined {
    return this.#isRunning || this.#isEndWanted ? undefined : this.#lastLines.trim() || "it ended in silence";
  }

  /** @throws when it ends before it is up */
  async untilUp(timeout = 180_000): Promise<void> {
    for (const end = performance.now() + timeout; performance.now() < end; await sleep(20)) {
      if (!this.#isRunning) throw new Error(`the site does not start: ${this.#lastLines.trim()}`);
      const isUp = await fetch(`${this.address}/healthz`, { signal: AbortSignal.timeout(5_000) })
        .then((answer) => answer.ok)
        .catch(() => false);
      if (isUp) return;
    }
    throw new Error(`the site is not up in time: ${this.#lastLines.trim()}`);
  }

  /** @returns what it says when it does not start, as it should not */
  async expectRefusal(): Promise<string> {
    this.#isEndWanted = true;
    const end = setTimeout(() => this.#child.kill("SIGKILL"), 60_000);
    const code = await this.exit;
    clearTimeout(end);
    return code === 1 ? this.#lastLines : `it ended with ${code}`;
  }

  /** Status of /readyz (0 without an answer), and how long it took, in milliseconds. */
  async readiness(): Promise<{ status: number; time: number }> {
    const start = performance.now();
    const status = await fetch(`${this.address}/readyz`, { signal: AbortSignal.timeout(60_000) })
      .then((answer) => answer.arrayBuffer().then(() => answer.status))
      .catch(() => 0);
    return { status, time: performance.now() - start };
  }

  /** @returns its exit code; null when the signal was what ended it */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
    this.#isEndWanted = true;
    this.#child.kill(signal);
    return this.exit;
  }
}
