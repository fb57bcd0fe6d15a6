import type * as v from "valibot";

/** What is read of a schema: each kind of it has some of these. */
interface Shape {
  entries?: Record<string, Shape>;
  /** Of a list, and of a group whose names may be any. */
  item?: Shape;
  value?: Shape;
  /** Of what may be left out, and of what depends on the content. */
  wrapped?: Shape;
  getter?: (content: unknown) => Shape;
  /** Of what is one of several. */
  options?: Shape[];
}

/** The names that the group of lines at `path` may have; of several kinds of groups those of all. */
export function knownNames(
  schema: v.GenericSchema,
  path: readonly (string | number)[],
  content: unknown,
): string[] {
  return namesOf(schema as Shape, path, content);
}

function namesOf(shape: Shape, path: readonly (string | number)[], content: unknown): string[] {
  const same = [shape.wrapped, shape.getter?.(content), ...(shape.options ?? [])].filter(
    (one) => one !== undefined,
  );
  if (same.length > 0) return same.flatMap((one) => namesOf(one, path, content));
  const [key, ...rest] = path;
  if (key === undefined) return Object.keys(shape.entries ?? {});
  const inner = shape.entries?.[key] ?? shape.item ?? shape.value;
  return inner ? namesOf(inner, rest, (content as Record<string | number, unknown>)[key]) : [];
}
