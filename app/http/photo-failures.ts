/** POST: the path of a photo that a page could not show, as text. */
export const photoFailuresPath = "/photo-failures";

/** How long a reported failure is not logged again, in milliseconds. */
const silence = 3_600_000;

/** Decides which reports of photos are worth a line in the log: of this site's pictures, each once an hour. */
export class PhotoFailures {
  readonly #pictures: ReadonlySet<unknown>;
  /** When each was last logged; it has at most as many entries as there are pictures. */
  readonly #told = new Map<string, number>();

  /** @param pictures the paths of all pictures that pages show */
  constructor(pictures: ReadonlySet<string>) {
    this.#pictures = pictures;
  }

  /**
   * @param body what the browser sent
   * @returns the photo's path if it shall be logged, otherwise undefined
   */
  take(body: unknown, now: Date): string | undefined {
    if (typeof body !== "string" || !this.#pictures.has(body)) return undefined;
    const before = this.#told.get(body);
    if (before !== undefined && now.getTime() - before < silence) return undefined;
    this.#told.set(body, now.getTime());
    return body;
  }
}
