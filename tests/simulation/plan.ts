import fc from "fast-check";
import { postsWindow } from "#server/open-store.ts";
import { mostAttempts } from "#submissions/mail/failed-attempt.ts";
import { treatments } from "./mail-server.ts";

/** What happens in one simulation, but for what its chance decides; times in milliseconds. */
export type Plan = typeof plans extends fc.Arbitrary<infer Value> ? Value : never;
export type Post = Plan["posts"][number];
export type Incident = Plan["incidents"][number];

/** How long visitors come and things break, in milliseconds. */
export const busyTime = 240_000;
/** Forms that one client may store in the window of posts. */
export const postLimit = 4;

/** In waves, so that much comes together with what goes wrong. */
const moment = fc
  .tuple(fc.nat({ max: 11 }), fc.nat({ max: 6_000 }))
  .map(([wave, delay]) => wave * 20_000 + delay);
const instance = fc.nat({ max: 2 });
/** In a thousand. */
const rate = (...values: number[]) => fc.constantFrom(0, ...values);

const posts = fc.array(
  fc.record({
    at: moment,
    /** Which form, as its hidden id tells; few, so that many are sent again or corrected. */
    form: fc.nat({ max: 5 }),
    /** What is written in it. */
    contents: fc.nat({ max: 2 }),
    client: fc.nat({ max: 2 }),
    wantsReceipt: fc.boolean(),
    /** Somebody else's, with the same hidden id: from a saved page, or made up. */
    isStrange: fc.constantFrom(false, false, false, true),
    /** Two presses. */
    isDouble: fc.boolean(),
    /** How long the form takes to arrive. */
    upload: fc.constantFrom(0, 50, 900, 2_500),
  }),
  { minLength: 1, maxLength: 14 },
);

/** Together shorter than what is left of a claim when it is renewed, which is to outlast them. */
const mostTrouble = 120_000;

const incident = fc.oneof(
  fc.record({ kind: fc.constant("stop" as const), at: moment, instance }),
  fc.record({ kind: fc.constant("crash" as const), at: moment, instance }),
  fc.record({ kind: fc.constant("redeliver" as const), at: moment }),
  /** From a moment at which the instance sends a mail that it cannot mark then. */
  fc.record({
    kind: fc.constant("stop while away" as const),
    at: moment,
    instance,
    length: fc.constantFrom(5_000, 40_000),
  }),
  /** The database is away, from a moment at which mails are being sent, until their claims have run out. */
  fc.record({ kind: fc.constant("claims run out" as const), at: moment }),
  fc.record({
    kind: fc.constantFrom("away" as const, "read-only" as const, "locked" as const, "slow" as const),
    at: moment,
    length: fc.constantFrom(500, 5_000, 30_000, 90_000),
  }),
);
const incidents = fc
  .array(incident, { maxLength: 6 })
  .filter((all) => all.reduce((sum, one) => sum + ("length" in one ? one.length : 0), 0) <= mostTrouble);

/** One treatment in three of a usual plan is something else than to accept. */
const treatment = fc.oneof(
  { weight: 2, arbitrary: fc.constant("accept" as const) },
  { weight: 1, arbitrary: fc.constantFrom(...treatments) },
);

export const plans = fc.record({
  /** Decides what is left open: latencies, and which step fails. */
  chance: fc.nat(),
  /** One to three instances, each with a clock that is so far ahead: by the window of posts, or behind by it. */
  skews: fc.array(fc.constantFrom(0, 0, postsWindow * 1_000, -postsWindow * 1_000), {
    minLength: 1,
    maxLength: 3,
  }),
  posts,
  incidents,
  /** How the mail server treats one mail after another, over and over. */
  treatments: fc.array(treatment, { minLength: 1, maxLength: 6 }),
  /** Steps of the site at which it is killed, and answers of the database that are lost, in a thousand. */
  crashes: rate(1, 3),
  lostAnswers: rate(10, 50),
  /** For so many rounds after the busy time the mail server takes nothing; then redelivery is asked for. */
  refusals: fc.oneof(
    { weight: 7, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constantFrom(3, mostAttempts + 5) },
  ),
});
