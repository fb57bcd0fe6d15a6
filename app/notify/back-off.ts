/** How long a mail is tried for, in milliseconds: a long weekend without a mail server. */
export const persistence = 4 * 24 * 3_600_000;

const [first, longest] = [60_000, 6 * 3_600_000];

/**
 * Milliseconds until the next attempt: a minute after the first, then twice as long each time, six hours at most.
 *
 * @param attempts how many were made
 * @param random in [0, 1): up to a fifth more, so that instances do not ask in step
 */
export function backOff(attempts: number, random: number): number {
  return Math.round(Math.min(first * 2 ** (attempts - 1), longest) * (1 + random / 5));
}
