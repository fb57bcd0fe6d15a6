/** A page, rendered once; each visitor gets a copy with other values. */
export class PageTemplate {
  /** Pieces of HTML, alternating with names of values. */
  readonly #pieces: string[];

  /**
   * @param html as it was rendered for one visitor
   * @param values that visitor's, by name, as they stand in the HTML; of two that begin at one place the first counts
   * @throws when one of them is not there
   */
  constructor(html: string, values: Record<string, string>) {
    for (const [name, value] of Object.entries(values))
      if (!value || !html.includes(value)) throw new Error(`the page has no ${name}`);
    const names = new Map(Object.entries(values).map(([name, value]) => [value, name]));
    const patterns = [...names.keys()].map((value) => RegExp.escape(value)).join("|");
    const pieces = html.split(new RegExp(`(${patterns})`));
    this.#pieces = pieces.map((piece, index) => (index % 2 === 0 ? piece : String(names.get(piece))));
  }

  fill(values: Record<string, string>): string {
    return this.#pieces.map((piece, index) => (index % 2 === 0 ? piece : values[piece])).join("");
  }
}
