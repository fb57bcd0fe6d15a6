/** POST: the path of a photo that a page could not show, as text. */
export const photoFailuresPath = "/photo-failures";

/** How long a failure that was told is not told again, in milliseconds. */
const silence = 3_600_000;
/** A site has fewer pictures; more would be somebody making them up. */
const mostKept = 1_000;

/** Decides which reports of photos are worth a line in the log: of this site's assets, each once an hour. */
export class PhotoFailures {
  readonly #told = new Map<string, number>();

  /**
   * @param body what the browser sent
   * @returns the photo's path when it is to be logged
   */
  take(body: unknown, now: Date): string | undefined {
    if (typeof body !== "string" || !/^\/assets\/[\w.-]{1,200}$/.test(body)) return undefined;
    const before = this.#told.get(body);
    if (before !== undefined && now.getTime() - before < silence) return undefined;
    if (before === undefined && this.#told.size >= mostKept) return undefined;
    this.#told.set(body, now.getTime());
    return body;
  }
}
