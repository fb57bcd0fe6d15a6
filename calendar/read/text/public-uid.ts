import { hash } from "../slug.ts";
import { decoded, isPrivateLink, withoutTokens } from "./private-link.ts";

/**
 * A UID; in place of one with a token, a way in, a meeting's number or a person's address a hash of it, which stays the same.
 * Addresses of pages are made of it.
 *
 * @param people see `addressesIn`
 */
export function publicUid(uid: string, people: ReadonlySet<string> = new Set()): string {
  const plain = decoded(uid);
  // Zoom puts the number between the time and its server's name.
  const isPrivate =
    withoutTokens(uid) !== uid ||
    isPrivateLink(plain) ||
    /^\d{8}T\d{6}Z-\d{9,12}@/.test(uid) ||
    namesPerson(plain, people);
  return isPrivate ? `event-${hash(uid)}` : uid;
}

/** Whom a calendar names by address: organizers, guests and whoever else stands behind `mailto:`, in small letters. */
export function addressesIn(calendar: string): Set<string> {
  const addresses = calendar
    .replace(/\r?\n[ \t]/g, "")
    .matchAll(/\bmailto:([^\s;:,"<>@]{1,64}@[\w.-]{1,255})/gi);
  return new Set([...addresses].map(([, address = ""]) => decoded(address).toLowerCase()));
}

/** Hosts at which people have mailboxes, and no program makes its UIDs. */
export const mailboxHost =
  /^(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|proton|protonmail|pm|fastmail|zoho|yandex|hey|tutanota|posteo|mailbox|web|t-online|freenet|orange|wanadoo|free|laposte|libero|comcast|verizon|att|sbcglobal|btinternet|bluewin|qq|163|126)\.(?:com?\.)?[a-z]{2,3}$/;

/**
 * Whether a UID holds the address of a person, whatever stands before and behind it. Others look like one as well, as a program
 * names its own host behind an `@`.
 *
 * @param people see `addressesIn`
 */
function namesPerson(uid: string, people: ReadonlySet<string>): boolean {
  return [...uid.toLowerCase().matchAll(/([\p{L}\d.+_-]{1,64})@([\p{L}\d._-]{1,255})/gu)].some(
    ([, before = "", behind = ""]) =>
      beginnings(behind).some(
        (host) => mailboxHost.test(host) || endings(before).some((name) => people.has(`${name}@${host}`)),
      ),
  );
}

/** A text, and its parts up to each sign in it. */
function beginnings(text: string): string[] {
  return [...text.matchAll(/[._-]|$/g)].map(({ index }) => text.slice(0, index));
}

/** A text, and its parts from behind each sign in it. */
function endings(text: string): string[] {
  return [text, ...[...text.matchAll(/[._+-]/g)].map(({ index }) => text.slice(index + 1))];
}
