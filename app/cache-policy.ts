/** Cache-Control values by what they are for (RFC 9111). */
export const cachePolicy = {
  /** Hashed file names: a changed file has another address. */
  asset: "public, max-age=31536000, immutable",
  /** Pages that change with a release: browsers ask again (a 304 is cheap), shared caches keep them for five minutes. */
  page: "public, max-age=0, s-maxage=300, stale-while-revalidate=86400",
  /** Pages that show the calendar: as fresh as the feed is, even when the feed or this server is away. */
  live: liveFor(Number.POSITIVE_INFINITY),
  /** Forms and answers to them: made for one visitor. `no-cache`, not `no-store`, so that Back keeps what was typed. */
  personal: "private, no-cache",
  /** Errors, and answers that are only valid now. */
  none: "no-store",
} as const;

/** The policy of pages that show the calendar when they change in so many seconds: no shared cache keeps them past that. */
export function liveFor(seconds: number): string {
  const fresh = Math.min(30, seconds);
  const stale = Math.min(300, seconds - fresh);
  return `public, max-age=0, s-maxage=${fresh}, stale-while-revalidate=${stale}, stale-if-error=86400`;
}
