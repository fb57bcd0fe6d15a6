import type { Content } from "./content-schemas.ts";

type Navigation = Pick<Content["navigation.yaml"], "sections" | "moved">;

/** Addresses that lead elsewhere: a section's own to one of its pages, and those that moved; docs/specification.md, 'Redirects'. */
export function movedAddresses({ sections, moved }: Navigation): ReadonlyMap<string, string> {
  const ofSections = Object.entries(sections).map(([part, { to }]): [string, string] => [`/${part}`, to]);
  return new Map([...ofSections, ...Object.entries(moved)]);
}

/**
 * Gives the one spelling of an address, after it has moved.
 *
 * @param moved see `movedAddresses`
 * @returns takes the path of a request, without its query; gives undefined for what `oneSpelling` does
 */
export function canonicalBy(moved: ReadonlyMap<string, string>): (pathname: string) => string | undefined {
  return (pathname) => {
    const path = oneSpelling(pathname);
    return path === undefined ? undefined : (moved.get(path) ?? path);
  };
}

/**
 * The one spelling of an address: decoded, in small letters, without doubled slashes, and without slashes or the dots of a
 * sentence at the end. It begins with exactly one slash, so that it can never lead to another host.
 *
 * @param pathname path of a request, without its query
 * @returns undefined when it is not text, or none that an address may hold (RFC 3986, section 2)
 */
function oneSpelling(pathname: string): string | undefined {
  const decoded = decode(pathname);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them
  if (decoded === undefined || /[\0-\x1f\x7f\uFFFD]/.test(decoded)) return undefined;
  return `/${decoded
    .toLowerCase()
    // What is looked for behind keeps the time in proportion to the length.
    .replace(/(?<![/\\])[/\\]+$/, "")
    .replace(/(?<=[^./\\])\.+$/, "")
    .split(/[/\\]/)
    .filter((part) => part !== "")
    .join("/")}`;
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
