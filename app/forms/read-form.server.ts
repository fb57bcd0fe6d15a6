import { data } from "react-router";
import { trapField } from "./suspicion.ts";

/** Both forms with every box ticked have fewer; a parser takes seconds for a hundred thousand. */
const mostFields = 100;

/** Characters of one answer: three times the longest valid one, so that a longer one can be shown again and shortened. */
const longestValue = 15_000;

/** Fields of a form beside its questions. */
const hiddenFields = ["submissionId", "stamp", "sendCopy", trapField];

export interface ReadForm {
  /** The form's own fields only, flat, each a text. */
  fields: FormData;
  /** How many fields came that the form does not have. */
  strangers: number;
}

/**
 * Reads a form post. Nothing else reads the body, so all limits are here.
 *
 * @param names what the form asks
 * @returns undefined for a body that is no form, or not one of ours
 * @throws a 413 response when an answer is too long to be shown again
 */
export async function readForm(request: Request, names: readonly string[]): Promise<ReadForm | undefined> {
  const type = request.headers.get("content-type") ?? "";
  const body = await request.bytes();
  // Counted before it is parsed. Each part of a multipart body has such a header (RFC 7578, section 4.2).
  const separator = /^multipart\//i.test(type) ? /content-disposition/gi : /&/g;
  const count = Buffer.from(body).toString("latin1").match(separator)?.length ?? 0;
  if (count > mostFields) return undefined;
  const posted = await new Response(body, { headers: { "content-type": type } })
    .formData()
    .catch(() => undefined);
  // A body that is not what its type says.
  if (!posted) return undefined;
  const known = new Set([...names, ...hiddenFields]);
  const fields = new FormData();
  let strangers = 0;
  for (const [name, value] of posted) {
    // The forms take no files: an answer that came as one would be lost.
    if (typeof value !== "string") return undefined;
    if (value.length > longestValue) throw data(null, { status: 413 });
    if (known.has(name)) fields.append(name, value);
    else strangers += 1;
  }
  if (strangers > 0 && [...fields].length === 0) return undefined;
  return { fields, strangers };
}
