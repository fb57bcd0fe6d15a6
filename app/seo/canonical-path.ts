import navigation from "#content/navigation.yaml";

/** Addresses that lead elsewhere: a section's own to one of its pages; docs/specification.md, 'Redirects'. */
const moved: Record<string, string> = {
  ...Object.fromEntries(Object.entries(navigation.sections).map(([part, { to }]) => [`/${part}`, to])),
  ...navigation.moved,
};

/**
 * The one spelling of an address, after it has moved: decoded, in small letters, without doubled slashes, and without
 * slashes or the dots of a sentence at the end. It begins with exactly one slash, so that it can never lead to another host.
 *
 * @param pathname path of a request, without its query
 * @returns undefined when it is not text, or none that an address may hold (RFC 3986, section 2)
 */
export function canonicalPath(pathname: string): string | undefined {
  const decoded = decode(pathname);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them
  if (decoded === undefined || /[\0-\x1f\x7f\uFFFD]/.test(decoded)) return undefined;
  const path = `/${decoded
    .toLowerCase()
    // What is looked for behind keeps the time in proportion to the length.
    .replace(/(?<![/\\])[/\\]+$/, "")
    .replace(/(?<=[^./\\])\.+$/, "")
    .split(/[/\\]/)
    .filter((part) => part !== "")
    .join("/")}`;
  return Object.hasOwn(moved, path) ? moved[path] : path;
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
