/** Addresses that answer with a permanent redirect; CONTRACT.md, 'Addresses'. */
const moved: Record<string, string> = {
  "/about": "/about/compassion",
  "/about/structure": "/about/company",
  "/community": "/community/overview",
  "/community/interest": "/contact",
  "/framework": "/framework/overview",
  "/learning": "/learning/overview",
  "/organizational": "/organizational/overview",
};

/**
 * Where an address leads instead, or undefined when it is not moved.
 *
 * @param pathname path of the request, without its query
 * @param search its query with the question mark, or an empty text; it is kept
 */
export function redirectTarget(pathname: string, search = ""): string | undefined {
  // Several slashes at the start would make the target another host's address.
  const path = `/${pathname.replace(/^[/\\]+|[/\\]+$/g, "")}`;
  const target = moved[path] ?? path;
  return target === pathname ? undefined : target + search;
}
