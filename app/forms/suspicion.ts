/** The field that people never see; no browser fills in a subject. A robot that writes into whatever it finds gives itself away. */
export const trapField = "subject";

/** A person needs longer than this, in seconds, to write several links into a form. */
const quickest = 5;

/**
 * Why a post looks like a robot's, in words for the staff; undefined when it does not. The time alone never decides:
 * a browser that fills in a form is quick as well.
 *
 * @param age seconds since the form was served, if that is known
 */
export function suspicionOf(fields: FormData, age: number | undefined): string | undefined {
  const values = [...fields].map(([, value]) => (typeof value === "string" ? value : ""));
  if (fields.getAll(trapField).some((value) => value !== "")) return "the trap field was filled in";
  const links = values.join("\n").match(/<a\s|\[url|https?:\/\//gi)?.length ?? 0;
  if (age !== undefined && age < quickest && links >= 5)
    return `sent ${age.toFixed(1)} s after the form was served, with ${links} links`;
  return undefined;
}
