import type * as v from "valibot";
import { nearest } from "#system/nearest.ts";
import { knownNames } from "./known-names.ts";
import { shortened } from "./shortened.ts";

/** Where a value stands: the names and numbers that lead to it. */
export type ContentPath = readonly (string | number)[];

export function pathOf(issue: v.BaseIssue<unknown>): ContentPath {
  return (issue.path ?? []).map(({ key }) => key as string | number);
}

/**
 * What schemas found wrong with a file, one sentence each. A name that is not known takes the place of the one that is
 * missing beside it, when it is nearly the same or nothing else is missing there.
 *
 * @param content what the whole file holds, for the names of its entries
 */
export function schemaMessages(
  issues: readonly v.BaseIssue<unknown>[],
  content: unknown,
  schema: v.GenericSchema,
): { path: ContentPath; text: string }[] {
  const found = issues.map((issue) => ({ issue, path: pathOf(issue) }));
  const missing = found.filter(({ issue }) => isMissing(issue)).map(({ path }) => path);
  const meant = new Map<ContentPath, string>();
  for (const { issue, path } of found) {
    if (!isUnknown(issue)) continue;
    const group = path.slice(0, -1);
    const there = Object.keys(issue.path?.at(-1)?.input as object);
    const free = knownNames(schema, group, content).filter((name) => !there.includes(name));
    const beside = missing.filter((other) => isSame(other.slice(0, -1), group));
    const written = String(path.at(-1));
    const name =
      free.find(isWithoutColon(written)) ??
      nearest(written, free) ??
      (beside.length === 1 ? beside[0]?.at(-1) : undefined);
    if (name !== undefined) meant.set(path, String(name));
  }
  const replaced = [...meant].map(([path, name]) => [...path.slice(0, -1), name]);
  return found
    .filter(({ path }) => !replaced.some((other) => isSame(path, other)))
    .map(({ issue, path }) => ({
      path,
      text: `${placeOf(path, content)}${sentence(issue, path, meant.get(path))}`,
    }));
}

function sentence(issue: v.BaseIssue<unknown>, path: ContentPath, meant: string | undefined): string {
  if (isUnknown(issue)) {
    const name = String(path.at(-1));
    if (meant && isWithoutColon(name)(meant))
      return `found ${shortened(name)}; a colon with a space after it is missing; write ${shortened(`${meant}: ${name.slice(meant.length + 1).trim()}`)}`;
    // Between brackets a comma ends a text that has no quotation marks, and what follows looks like a name.
    if (issue.path?.at(-1)?.value === null && name.includes(" "))
      return 'found a comma in a text; put the whole text into straight quotation marks, for example { text: "Care, and more" }';
    if (meant) return `there is no '${name}' here; write '${meant}'`;
    const remedy = issue.message.startsWith("Invalid")
      ? "take it out, or write the name that is meant (docs/content-guide.md has them)"
      : issue.message;
    return `there is no '${name}' here; ${remedy}`;
  }
  if (isMissing(issue)) {
    // A name that has to be there is expected as itself.
    const isName = issue.expected === JSON.stringify(path.at(-1));
    return `found nothing; ${isName ? `write '${path.at(-1)}:' and what belongs to it` : expectation(issue)}`;
  }
  if (issue.message.startsWith("write text")) {
    if (issue.input === null)
      return "found nothing; write text here, or take the line out where it may be left out";
    if (Array.isArray(issue.input)) return "found a list; write one text, without [ and -";
    if (typeof issue.input === "object")
      return 'found a colon in a text; put the whole text into quotation marks, for example "Care: a beginning"';
  }
  // Of a list or a group its contents say nothing: the sentence alone tells what is wrong with it.
  if (typeof issue.input === "object" && issue.input !== null && !issue.message.startsWith("Invalid"))
    return issue.message;
  return `found ${describe(issue.input)}; ${expectation(issue)}`;
}

/** Between brackets `label Events` and `label:Events` are names as a whole. */
const isWithoutColon = (written: string) => (name: string) =>
  [" ", ":"].includes(written[name.length] ?? "") && written.startsWith(name);
const isUnknown = (issue: v.BaseIssue<unknown>) =>
  issue.type === "strict_object" && issue.expected === "never";
const isMissing = (issue: v.BaseIssue<unknown>) => issue.input === undefined && !isUnknown(issue);
const isSame = (one: ContentPath, other: ContentPath) => JSON.stringify(one) === JSON.stringify(other);

/** For example `entry 3 (Ada Moreno), 'photo': `; numbers count from 1, as people do. */
function placeOf(path: ContentPath, content: unknown): string {
  const parts: string[] = [];
  let at: unknown = content;
  let name = "";
  const end = () => {
    if (name) parts.push(`'${name}'`);
    name = "";
  };
  for (const key of path) {
    // One color alone is that of both themes.
    if (typeof at === "string") break;
    at = at !== null && typeof at === "object" ? (at as Record<string | number, unknown>)[key] : undefined;
    if (typeof key === "string") {
      name += name ? `.${key}` : key;
      continue;
    }
    end();
    parts.push(`entry ${key + 1}${titleOf(at)}`);
  }
  end();
  return parts.length > 0 ? `${parts.join(", ")}: ` : "";
}

/** What an entry is called, so that it can be found. */
function titleOf(entry: unknown): string {
  const { name, label, title, heading } = (
    entry !== null && typeof entry === "object" ? entry : {}
  ) as Record<string, unknown>;
  const words = [name, label, title, heading].find((one) => typeof one === "string");
  return words === undefined ? "" : ` (${words})`;
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  const text = Array.isArray(value)
    ? "a list"
    : typeof value === "object"
      ? "a group of lines"
      : JSON.stringify(value);
  return shortened(text);
}

/** Our own messages are sentences for the staff; valibot's generic ones only name types, so they are replaced. */
function expectation(issue: v.BaseIssue<unknown>): string {
  if (!issue.message.startsWith("Invalid")) return issue.message;
  const kinds: Record<string, string> = {
    Object: "the lines that belong here, each with its name (docs/content-guide.md)",
    Array: "a list: in brackets as [one, two], or each entry on a line of its own that begins with -",
    string: "text",
    number: "a number in figures",
    boolean: "true or false",
  };
  const expected = issue.expected ?? "something else";
  return `write ${kinds[expected] ?? expected}`;
}
