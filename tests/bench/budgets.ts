import { mostShown } from "#app/events/list-pages.ts";

/** What may be needed at most, or has to be reached at least. */
export type Budget = { most: number } | { least: number };

/** Every budget of the site's speed and size; docs/performance.md says how each is measured. */
export const budgets = {
  /** Compressed HTML with its headers, in bytes. */
  contentPage: { most: 14_600 },
  peoplePage: { most: 20_000 },
  /** First visit on a slow phone: times as long as with finished files on nginx. */
  firstPaint: { most: 1.05 },
  largestPaint: { most: 1.05 },
  layoutShift: { most: 0 },
  /** Milliseconds from a click, after 600 ms over the link. */
  click: { most: 100 },
  /** Requests for a second of the processor's time, as a share of nginx's. */
  requests: { least: 0.35 },
  /** Slowest of a hundred requests, times as long as nginx's that is asked as often. */
  slowestRequest: { most: 3 },
  /** Renderings that visitors cause. */
  renderings: { most: 0 },
  postsPerSecond: { least: 1_000 },
  slowestPost: { most: 150 },
  /** Megabytes of the process. */
  memoryIdle: { most: 150 },
  memoryLater: { most: 200 },
  memoryManyEvents: { most: 250 },
  /** Seconds and megabytes of a build with 1,000 content pages. */
  build: { most: 60 },
  buildMemory: { most: 800 },
  buildAgain: { most: 5 },
  start: { most: 2 },
  /** Events on one page of the list. */
  cards: { most: mostShown },
  /** Milliseconds in which nobody is answered. */
  blockedThread: { most: 50 },
  /** Megabytes of node_modules on the disk. */
  installedToRun: { most: 350 },
  installed: { most: 550 },
} satisfies Record<string, Budget>;
