import navigation from "#content/navigation.yaml";
import { movedAddresses, oneSpelling } from "#content-model/addresses.ts";

const moved = movedAddresses(navigation);

/**
 * The one spelling of an address, after it has moved.
 *
 * @param pathname path of a request, without its query
 * @returns undefined when it is not text, or none that an address may hold (RFC 3986, section 2)
 */
export function canonicalPath(pathname: string): string | undefined {
  const path = oneSpelling(pathname);
  return path === undefined ? undefined : (moved.get(path) ?? path);
}
