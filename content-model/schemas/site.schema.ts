import * as v from "valibot";
import { emailAddress, mailbox, phoneNumber, text, textOfKind, webAddress } from "./text.schema.ts";

export const timeZone = textOfKind(
  "write a time zone by its continent and city (its IANA name), for example America/Los_Angeles",
  isTimeZone,
);

/** An address outside the site, and what it is called. */
const outside = v.strictObject({ label: text, url: webAddress });

/** content/site.yaml: who the organization is. Every brand word of the site comes from here. */
export const siteSchema = v.strictObject({
  name: text,
  product: text,
  tagline: text,
  description: text,
  keywords: v.array(text),
  /** Public origin without a path; SITE_URL replaces it when the server starts. */
  url: v.pipe(
    webAddress,
    v.check(
      (value) => URL.parse(value)?.origin === value,
      ({ input }) =>
        `write it without anything after the name, in small letters: ${URL.parse(input)?.origin}`,
    ),
  ),
  /** IANA name; the zone of the spotlight's day, of mails and the staff's dates, and of floating times and UTC events where the feed says none. */
  timeZone,
  /** Names of the organization; an event is ours when it names one; see content/events/sources.yaml. */
  hosts: v.pipe(v.array(text), v.minLength(1, "write at least one host name")),
  /** Our listing on the event platform; events without a link of their own link to it. */
  eventPlatform: webAddress,
  email: emailAddress,
  phone: phoneNumber,
  address: v.strictObject({ street: text, city: text, region: text, postalCode: text, country: text }),
  /** The organization's own pages in networks; the footer leads to them, and search engines are told of them. */
  networks: v.array(outside),
  /** Where there is one; its parts of pages are left out with it. */
  links: v.strictObject({ altruismPlatform: v.optional(outside), aiPlatform: v.optional(outside) }),
  /** The contacts in /.well-known/security.txt, and whether HSTS covers subdomains. */
  security: v.strictObject({
    /** Where somebody who found a weakness reports it: an e-mail address, or a page of https:. */
    contacts: v.pipe(
      v.array(
        v.union(
          [emailAddress, v.pipe(webAddress, v.startsWith("https://"))],
          "write an e-mail address or an address with https://",
        ),
      ),
      v.minLength(1, "write at least one contact"),
    ),
    /** Languages in which reports can be read, as tags, the preferred one first. */
    languages: v.pipe(
      v.array(
        v.pipe(text, v.regex(/^[a-z]{2,3}(-[A-Za-z\d]{2,8})*$/, "write a language tag, for example en")),
      ),
      v.minLength(1, "write at least one language"),
    ),
    /** Whether Strict-Transport-Security covers all subdomains: only when all of them are served over TLS. */
    hstsIncludeSubDomains: v.boolean(),
  }),
  mail: v.strictObject({
    from: textOfKind(`write ${mailbox.sentence}`, mailbox.isRight),
    notify: v.pipe(v.array(emailAddress), v.minLength(1, "write at least one address")),
  }),
});

export type Site = v.InferOutput<typeof siteSchema>;

/** Abbreviations such as PST are known to machines too, and not to all of them as the same zone. */
function isTimeZone(name: string): boolean {
  if (!name.includes("/") && name !== "UTC") return false;
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
