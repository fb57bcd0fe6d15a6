import { randomUUID } from "node:crypto";
import { generate } from "selfsigned";

/** In milliseconds. */
export const day = 86_400_000;

/**
 * A certificate for a name, signed by itself.
 *
 * @param times its beginning and end, in milliseconds from now
 */
export async function certificateOf(name: string, { from = -day, to = 300 * day } = {}) {
  // Of several that are trusted and have one subject, OpenSSL may take another.
  const { private: key, cert } = await generate([{ name: "commonName", value: randomUUID() }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: name }] }],
    notBeforeDate: new Date(Date.now() + from),
    notAfterDate: new Date(Date.now() + to),
  });
  return { key, cert };
}
