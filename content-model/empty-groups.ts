import type * as v from "valibot";

/**
 * Puts groups of lines without a line where a file has a group's name and nothing behind it, so that each line that is missing can be
 * told, and not only that something is.
 *
 * @param content is changed
 * @returns whether there were any
 */
export function openEmptyGroups(issues: readonly v.BaseIssue<unknown>[], content: unknown): boolean {
  const empty = issues.filter(({ expected, input }) => expected === "Object" && input === null);
  for (const { path = [] } of empty) {
    const last = path.at(-1)?.key;
    let group = content as Record<PropertyKey, unknown>;
    for (const { key } of path.slice(0, -1)) group = group[key as string] as typeof group;
    group[last as string] = {};
  }
  return empty.length > 0;
}
