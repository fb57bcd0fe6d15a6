/** Cache-Control values by what they are for (RFC 9111). */
export const cachePolicy = {
  /** Hashed file names: a changed file has another address. */
  asset: "public, max-age=31536000, immutable",
  /** Pages that change with a release: browsers ask again (a 304 is cheap), shared caches keep them for five minutes. */
  page: "public, max-age=0, s-maxage=300, stale-while-revalidate=86400",
  /** What shows the calendar, pages and files: as fresh as the feed is, even when the feed or this server is away. */
  live: liveFor(Number.POSITIVE_INFINITY),
  /** Forms and answers to them: made for one visitor. `no-cache`, not `no-store`, so that Back keeps what was typed. */
  personal: "private, no-cache",
  /** Errors, and answers that are only valid now. */
  none: "no-store",
} as const;

/** Seconds after which one may try again what was answered with 503 (RFC 9110, section 10.2.3). */
export const retryAfter = { overload: 5, notStored: 30, noCalendar: 60 } as const;

/**
 * What the server keeps for all who ask, by its policy, and how it is sent when the calendar changes in so many seconds. What has no entry
 * here is made anew for each.
 */
const kept: Record<keyof typeof cachePolicy, ((seconds: number) => string) | undefined> = {
  asset: undefined,
  page: () => cachePolicy.page,
  live: liveFor,
  personal: undefined,
  none: undefined,
};

/** Whether an answer with this policy is made once and kept for all who ask. */
export function isKept(policy: string): boolean {
  return policyUntil(policy, Number.POSITIVE_INFINITY) !== undefined;
}

/** The policy that a kept answer is sent with when the calendar changes in so many seconds; undefined for what is not kept. */
export function policyUntil(policy: string, seconds: number): string | undefined {
  const name = (Object.keys(kept) as (keyof typeof kept)[]).find((one) => cachePolicy[one] === policy);
  return name && kept[name]?.(seconds);
}

/** The policy of what shows the calendar when that changes in so many seconds: no shared cache keeps it past that. */
export function liveFor(seconds: number): string {
  const fresh = Math.min(30, seconds);
  const stale = Math.min(300, seconds - fresh);
  return `public, max-age=0, s-maxage=${fresh}, stale-while-revalidate=${stale}, stale-if-error=86400`;
}
