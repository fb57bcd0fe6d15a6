import { trapField } from "#content-model/forms/reserved-names.ts";

/**
 * Why whoever filled in the trap is suspect: no person. The reason in a row of `quarantine` begins with it and is looked for by it, so
 * it stays as it is.
 */
export const trapped = "the trap field was filled in";

/**
 * The usual time from serving a form to its post, in seconds: a person needs longer to write several links into
 * it, and hardly anybody leaves it open for longer than two weeks.
 */
const usualAge = { min: 5, max: 14 * 24 * 3_600 };

/** This many links in one post are unusual; three fields of the interest form ask for one each. */
const manyLinks = { usualAge: 10, otherwise: 5 };

/**
 * Why a post looks like a robot's, in words for the staff; undefined when it does not. The time alone never decides: a
 * browser that fills in a form is quick as well, and a post without a stamp may come from a page that somebody saved.
 *
 * @param age seconds since the form was served, if that is known
 */
export function suspicionOf(fields: URLSearchParams, age: number | undefined): string | undefined {
  if (isTrapped(fields)) return trapped;
  const text = [...fields.values()].join("\n");
  const links = text.match(/<a\s|\[url|https?:\/\//gi)?.length ?? 0;
  const isUsual = age !== undefined && age >= usualAge.min && age <= usualAge.max;
  if (links < (isUsual ? manyLinks.usualAge : manyLinks.otherwise)) return undefined;
  const when = age === undefined ? "nobody knows how long" : `${age.toFixed(1)} s`;
  return `sent ${when} after the form was served, with ${links} links`;
}

/** Whether something was written into the field that people never see. */
export function isTrapped(fields: URLSearchParams): boolean {
  return fields.getAll(trapField).some((value) => value !== "");
}
