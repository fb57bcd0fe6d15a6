import { longest } from "#content-model/forms/field.ts";
import { hiddenFields } from "#content-model/forms/other-names.ts";

/** A parser takes seconds for a hundred thousand fields. This many are taken, or as many as the form has, if it has more. */
const mostFields = 100;

/** Characters of one answer: so many that one which is too long can be shown again and shortened. */
const longestValue = 3 * longest.area;

export type ReadForm =
  /** `fields`: the form's own only, flat, each a text; `strangers`: how many came that the form does not have. */
  | { kind: "read"; fields: URLSearchParams; strangers: number }
  /** No form, or not one of ours. */
  | { kind: "unreadable" }
  /** With an answer that is too long to be shown again. */
  | { kind: "tooLong" };

/**
 * Reads a form post. Nothing else reads the body, so all limits are here.
 *
 * @param names what the form asks
 * @param mostValues how many values it has at most
 */
export async function readForm(
  request: Request,
  { names, mostValues }: { names: readonly string[]; mostValues: number },
): Promise<ReadForm> {
  const type = request.headers.get("content-type") ?? "";
  const body = Buffer.from(await request.arrayBuffer());
  // Counted before it is parsed. Each part of a multipart body has such a header (RFC 7578, section 4.2).
  const isMultipart = /^multipart\//i.test(type);
  const count = isMultipart
    ? (body.toString("latin1").match(/content-disposition/gi)?.length ?? 0)
    : ampersands(body);
  if (count > Math.max(mostFields, mostValues + hiddenFields.length)) return { kind: "unreadable" };
  const posted = await parse(body, type).catch(() => undefined);
  // A body that is not what its type says.
  if (!posted) return { kind: "unreadable" };
  const known = new Set<string>([...names, ...hiddenFields]);
  const fields = new URLSearchParams();
  let strangers = 0;
  for (const [name, value] of posted) {
    // The forms take no files: an answer that came as one would be lost.
    if (typeof value !== "string") return { kind: "unreadable" };
    if (value.length > longestValue) return { kind: "tooLong" };
    if (known.has(name)) fields.append(name, value);
    else strangers += 1;
  }
  if (strangers > 0 && fields.size === 0) return { kind: "unreadable" };
  return { kind: "read", fields, strangers };
}

/** @throws when the body is not what its type says */
async function parse(
  body: Buffer<ArrayBuffer>,
  type: string,
): Promise<Iterable<[string, FormDataEntryValue]>> {
  // What forms have but for files. The same, and a tenth of the work.
  if (/^application\/x-www-form-urlencoded(;|$)/i.test(type)) return new URLSearchParams(body.toString());
  return new Response(body, { headers: { "content-type": type } }).formData();
}

function ampersands(body: Uint8Array): number {
  let count = 0;
  for (const byte of body) if (byte === 0x26) count += 1;
  return count;
}
