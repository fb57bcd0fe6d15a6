/** Values that differ in each visitor's copy of a form's page. */
export interface VisitorValues {
  submissionId: string;
  stamp: string;
  nonce: string;
}

/** A form's page, rendered once; each visitor gets a copy with other values. */
export class FormTemplate {
  /** Pieces of HTML, alternating with names of values. */
  readonly #pieces: string[];

  /**
   * @param html as it was rendered for one visitor; submissionId and stamp are read from its hidden fields
   * @param nonce of that rendering
   */
  constructor(html: string, nonce: string) {
    const names = new Map([[nonce, "nonce"]]);
    for (const name of ["submissionId", "stamp"]) {
      const value = new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1];
      if (!value) throw new Error(`the form's page has no ${name}`);
      names.set(value, name);
    }
    const values = [...names.keys()].map((value) => RegExp.escape(value)).join("|");
    const pieces = html.split(new RegExp(`(${values})`));
    this.#pieces = pieces.map((piece, index) => (index % 2 === 0 ? piece : String(names.get(piece))));
  }

  fill(values: VisitorValues): string {
    return this.#pieces
      .map((piece, index) => (index % 2 === 0 ? piece : values[piece as keyof VisitorValues]))
      .join("");
  }
}
