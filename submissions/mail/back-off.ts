const [first, longest] = [60_000, 6 * 3_600_000];

/** After so many attempts a mail is given up: four days and some hours, enough for a long weekend without a mail server. */
export const mostAttempts = 25;

/** No attempt is put off for longer, in milliseconds. */
export const longestWait = 1.2 * longest;

/** Attempts that may each have delivered the mail, after which it is given up. */
export const mostUnclear = 4;

/**
 * Milliseconds until the next attempt: a minute after the first, then twice as long each time, six hours at most.
 *
 * @param attempts how many were made
 * @param unclear how many of them may have delivered the mail: after a second one the longest time passes
 * @param random in [0, 1): makes the wait up to a fifth longer, so that instances do not retry at the same moment
 */
export function backOff(attempts: number, unclear: number, random: number): number {
  const wait = unclear > 1 ? longest : Math.min(first * 2 ** (attempts - 1), longest);
  return Math.round(wait * (1 + random / 5));
}
