/** Parameters that say what is shown; whatever else stands in a link may be a key of somebody's. */
const readable =
  /^(?:page|p|q|query|search|lang|hl|locale|v|list|t|date|day|month|year|tab|topic|category|tag|utm(?:_\w{1,20})?)$/i;
const address = /https?:\/\/[^\s<>"]{1,2000}/gi;

/**
 * A text whose web addresses have only parameters that anybody may read. Those of the host at which people register
 * stay, for its form may need them.
 *
 * @param openHost host of the entry's own link
 */
export function withReadableParameters(text: string, openHost?: string): string {
  return text.replace(address, (found) => {
    const link = found.replace(/[.,;:!?)\]'’”*]+$/, "");
    const [, start = link, query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(link) ?? [];
    if (openHost && URL.parse(link)?.host === openHost) return found;
    const kept = query
      ?.split(/&(?:amp;)?/)
      .filter(isReadable)
      .join("&");
    const place = fragment && /^[\p{L}_-]{1,60}\d{0,3}$/u.test(fragment) ? `#${fragment}` : "";
    return start + (kept ? `?${kept}` : "") + place + found.slice(link.length);
  });
}

function isReadable(parameter: string): boolean {
  const [name = "", value = ""] = parameter.split("=", 2);
  // What is that short could be guessed, and opens nothing.
  return readable.test(name) || value.length <= 3;
}
