import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { DatabaseMeter } from "#database/measured-dialect.server.ts";
import { version } from "#system/version.ts";

/** How a page was found: kept as it is wanted, kept from a moment ago, or yet to be rendered. */
export type CacheOutcome = "hit" | "older" | "miss";

/**
 * What the site counts and times, in a registry of its own, so that several can run in one process. Labels have few values, and none
 * that a visitor has chosen: each is a time series that Prometheus keeps for good.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly #registers = [this.registry];
  #isProcessWatched = false;

  readonly #requests = new Counter({
    name: "site_http_requests_total",
    help: "Requests by route, method and status of the answer.",
    labelNames: ["route", "method", "status"],
    registers: this.#registers,
  });
  readonly #durations = new Histogram({
    name: "site_http_request_duration_seconds",
    help: "Time from a request to the end of its answer, by route.",
    labelNames: ["route"],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: this.#registers,
  });
  readonly #renderings = new Histogram({
    name: "site_render_duration_seconds",
    help: "Renderings: of pages, of posts to forms, and of pages about problems.",
    labelNames: ["kind"],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5],
    registers: this.#registers,
  });
  readonly #pages = new Counter({
    name: "site_page_cache_total",
    help: "Pages looked for among those kept: hit, older (given while a newer one is rendered), miss.",
    labelNames: ["cache", "outcome"],
    registers: this.#registers,
  });
  readonly #statements = new Histogram({
    name: "site_database_query_duration_seconds",
    help: "Time of a statement, without the wait for a connection.",
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: this.#registers,
  });
  readonly #refused = new Counter({
    name: "site_database_query_failures_total",
    help: "Statements that the database refused or did not answer.",
    registers: this.#registers,
  });
  readonly #waits = new Histogram({
    name: "site_database_wait_duration_seconds",
    help: "Time that a statement or transaction waited for a connection.",
    buckets: [0.001, 0.025, 0.1, 0.5, 2.5, 10],
    registers: this.#registers,
  });
  readonly #waiting = new Gauge({
    name: "site_database_waiting",
    help: "Statements and transactions that wait for a connection now.",
    registers: this.#registers,
  });

  readonly database: DatabaseMeter = {
    waits: () => {
      const start = performance.now();
      this.#waiting.inc();
      return () => {
        this.#waiting.dec();
        this.#waits.observe((performance.now() - start) / 1_000);
      };
    },
    answered: (duration, isRefused) => {
      this.#statements.observe(duration / 1_000);
      if (isRefused) this.#refused.inc();
    },
  };

  constructor() {
    new Gauge({
      name: "site_build_info",
      help: "Always 1; says which version runs.",
      labelNames: ["version", "node"],
      registers: this.#registers,
    }).set({ version, node: process.versions.node }, 1);
  }

  /** @param duration in milliseconds */
  answered(route: string, method: string, status: number, duration: number): void {
    this.#requests.inc({ route, method, status });
    this.#durations.observe({ route }, duration / 1_000);
  }

  /** Times a rendering. */
  async rendering<Result>(kind: "page" | "post" | "problem", render: () => Promise<Result>): Promise<Result> {
    return render().finally(this.#renderings.startTimer({ kind }));
  }

  /** @returns counts how a page was found in this cache */
  looksInto(cache: "pages" | "forms" | "problems"): (outcome: CacheOutcome) => void {
    return (outcome) => this.#pages.inc({ cache, outcome });
  }

  /** In Prometheus' text format. */
  text(): Promise<string> {
    // Memory, processor time, garbage collection, delay of the event loop: watched from when somebody asks for the first time.
    if (!this.#isProcessWatched) collectDefaultMetrics({ register: this.registry });
    this.#isProcessWatched = true;
    return this.registry.metrics();
  }
}
