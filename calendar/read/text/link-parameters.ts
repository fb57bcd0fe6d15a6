/** Parameters that say what is shown; whatever else stands in a link may be a key of somebody's. */
const readable =
  /^(?:page|p|q|query|search|lang|hl|locale|v|list|t|date|day|month|year|tab|topic|category|tag|utm(?:_\w{1,20})?)$/i;
/** Parameters that say by whose advertisement or mail somebody came; they belong to no page. */
const tracker =
  /^(?:aff|_eboga|fbclid|gclid|msclkid|igshid?|mc_[ce]id|_hs\w{1,10}|_gl|rec(?:id|source)|eventorigin|searchid)$/i;
/** Signs that end a sentence and no address. */
export const afterLink = /[.,;:!?)\]'’”*]+$/;
const address = /https?:\/\/[^\s<>"]{1,2000}/gi;

/** Where links have keys in their paths that everybody may have: what is filled in, heard or watched, or registered for. */
const openPlace =
  /zoom\.us\/(?:meeting|webinar)\/register\/|\/\/(?:forms|maps)\.|\/\/youtu\.be\/|\/(?:forms|viewform|watch|embed|shorts|videos?|episodes?|shows?|tracks?|albums?|playlists?|artists?|podcasts?)\//i;

/** Documents that somebody shares with those who come: their links are keys. */
const sharedDocument =
  /^https?:\/\/(?:(?:docs|drive|sheets|slides)\.google\.com\/|(?:www\.)?dropbox\.com\/s|1drv\.ms\/|[\w-]{1,60}\.sharepoint\.com\/|onedrive\.live\.com\/|[\w-]{1,60}\.notion\.site\/|www\.notion\.so\/)/i;

/** Links of which nobody can see where they lead, so they may lead into a meeting. */
const shortened =
  /(?<![\w.@/-])(?:https?:\/\/)?(?:www\.)?([\w-]{1,12}\.(?:ly|gd|gy)|tinyurl\.com|t\.co|goo\.gl(?!\/maps)|tiny\.cc|shorturl\.at|lnkd\.in)\/[^\s<>"]{0,200}[^\s<>".,;:!?)\]'’”*]/gi;

/** A text with a mark in place of each link that is a key: shortened, to a shared document, or with a random part in its path. */
export function withoutKeys(text: string, openHost: string | undefined, mark: string): string {
  const told = text.replace(shortened, (found, host: string) =>
    host.toLowerCase() === openHost ? found : mark,
  );
  return told.replace(address, (found) => {
    const link = found.replace(afterLink, "");
    if (openPlace.test(link)) return found;
    const isKey = sharedDocument.test(link) || hasKeyInPath(link, openHost);
    return isKey ? mark + found.slice(link.length) : found;
  });
}

/** Whether a link's path holds a long random key, at which no page for readers is found. */
function hasKeyInPath(link: string, openHost: string | undefined): boolean {
  if (openHost && URL.parse(link)?.host === openHost) return false;
  const [path = ""] = link.split(/[?#]/, 1);
  return path
    .split("/")
    .slice(3)
    .some((part) => isRandom(part) || isMixed(part));
}

/** Twelve characters and more without a hyphen in which letters and digits alternate, no end of letters, or a UUID. */
function isRandom(part: string): boolean {
  return (
    /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(part) ||
    part
      .split(/[-._~%+]/)
      .some(
        (word) =>
          word.length > 40 ||
          (word.length >= 12 && (word.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0) >= 4),
      )
  );
}

/** Ten characters and more in which large letters and digits begin anew at every third one; words do so less often. */
function isMixed(part: string): boolean {
  const changes = part.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[a-zA-Z])/g)?.length ?? 0;
  return part.length >= 10 && changes * 3 >= part.length;
}

/** A text whose web addresses have no parameters that only count where somebody came from. */
export function withoutTrackers(text: string): string {
  return text.replace(address, (found) => withParameters(found, (name) => !tracker.test(name)));
}

/**
 * A text whose web addresses have only parameters that anybody may read. Those of the host at which people register
 * stay, for its form may need them.
 *
 * @param openHost host of the entry's own link
 */
export function withReadableParameters(text: string, openHost?: string): string {
  return text.replace(address, (found) => {
    if (openHost && URL.parse(found)?.host === openHost) return found;
    const [page = "", fragment = ""] = withParameters(found, isReadable).split(/#(.*)/s);
    const [place = "", signs = ""] = [fragment.replace(afterLink, ""), afterLink.exec(fragment)?.[0]];
    return page + (/^[\p{L}_-]{1,60}\d{0,3}$/u.test(place) ? `#${place}` : "") + signs;
  });
}

/** A web address with those of its parameters that are kept; what stands behind it stays. */
function withParameters(found: string, isKept: (name: string, value: string) => boolean): string {
  const link = found.replace(afterLink, "");
  const [, start = link, query, fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(link) ?? [];
  const kept = query?.split(/&(?:amp;)?/).filter((parameter) => {
    const [name = "", value = ""] = parameter.split("=", 2);
    return isKept(name, value);
  });
  return start + (kept?.length ? `?${kept.join("&")}` : "") + fragment + found.slice(link.length);
}

function isReadable(name: string, value: string): boolean {
  // What is that short could be guessed, and opens nothing.
  return (readable.test(name) && !isRandom(value) && value.length < 200) || value.length <= 3;
}
