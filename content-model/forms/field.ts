/** Where an answer is kept. The fields of one column are joined by a space. */
export type Stored =
  | { column: string }
  /** In the JSON text of the column `message`, in the order of the declarations. */
  | "message"
  /** In the notification, its mail and the export only: the table has no column for it. */
  | "notification";

/** The other answer that makes this one necessary. */
interface Need {
  field: string;
  values: readonly string[];
}

/** Kinds of one line, each with the type of its input in HTML. */
export const inputTypes = { line: "text", name: "text", email: "email", phone: "tel", web: "url" } as const;

interface Limited {
  /** Characters, where it is not that of all questions of its kind (`longest`). */
  longest?: number;
}

interface Askable {
  /** Whether an answer has to be there. */
  required?: boolean;
}

/**
 * One question of a form, declared once: the page, the check in browser and server, the row, the mail and the export
 * follow from it. Its words are in `content/forms/`.
 */
export type Field = { stored: Stored; requiredWith?: Need } & (
  | ({ kind: "line" | "phone" | "web"; autoComplete?: string } & Limited & Askable)
  | ({ kind: "name" | "email"; autoComplete?: string; required: true } & Limited)
  | ({ kind: "area"; rows: number } & Limited & Askable)
  | ({ kind: "select" | "radio"; values: readonly string[] } & Askable)
  | ({ kind: "checkboxes" } & Askable)
  | { kind: "tick"; required?: never }
  /** Has to be ticked; `required` says whether the browser asks for it, too. */
  | ({ kind: "agreement" } & Askable)
);

/** The longest answers, in characters as people count them (code points); docs/specification.md, 'Lengths of answers'. */
export const longest = { line: 200, area: 5_000, email: 254 };

export type Fields = Record<string, Field>;
