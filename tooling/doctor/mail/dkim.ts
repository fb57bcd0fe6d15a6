import { createPublicKey } from "node:crypto";
import type { Resolver } from "node:dns/promises";
import { type Finding, ok, unknown, wrong } from "../finding.ts";
import { tagsOf, textsOf } from "./dns.ts";

/** What mail providers and programs call their keys; nobody can ask a domain for all of its own. */
const usualSelectors = [
  ...["default", "dkim", "mail", "smtp", "email", "key1", "s1", "s2", "k1", "k2", "k3", "sig1", "google"],
  ...["selector1", "selector2", "fm1", "fm2", "fm3", "protonmail", "protonmail2", "protonmail3", "mxvault"],
  ...[
    "pm",
    "resend",
    "mandrill",
    "mailjet",
    "mg",
    "smtpapi",
    "zoho",
    "zmail",
    "brevo1",
    "brevo2",
    "scph0426",
  ],
];

/** Bits of an RSA key that receivers take (RFC 8301). */
const leastBits = 1024;

/**
 * The key with which mails of a domain are signed (RFC 6376).
 *
 * @param selector its name, if somebody knows it
 * @throws when no name server answers
 */
export async function dkimFindings(domain: string, resolver: Resolver, selector?: string): Promise<Finding> {
  const selectors = selector ? [selector] : usualSelectors;
  const keys = await Promise.all(selectors.map((name) => keyOf(name, domain, resolver)));
  const found = keys.filter((key) => key !== undefined);
  const bad = found.find(({ trouble }) => trouble);
  const good = found.filter(({ trouble }) => !trouble).map(({ name }) => name);
  if (good.length > 0 && !(selector && bad))
    return ok(
      "domain.dkim",
      `${domain} has a DKIM key (${good.join(", ")}); whether mails are signed with it, a mail that has come shows (dkim=pass).`,
    );
  if (bad)
    return wrong(
      "domain.dkim",
      `The DKIM key ${bad.name}._domainkey.${domain} ${bad.trouble}.`,
      "Ask your mail provider for the record as it should be.",
    );
  if (selector)
    return wrong(
      "domain.dkim",
      `There is no DKIM key ${selector}._domainkey.${domain}.`,
      "Correct the selector, or ask your mail provider for the record and add it.",
    );
  return unknown(
    "domain.dkim",
    `DKIM of ${domain}`,
    `a key is found by its name (selector) alone, and none of ${usualSelectors.length} usual names has one`,
    "A mail that has come names it (s= in DKIM-Signature); then: npm run doctor -- --dkim-selector NAME",
  );
}

interface Key {
  name: string;
  /** Why it is of no use. */
  trouble: string | undefined;
}

async function keyOf(name: string, domain: string, resolver: Resolver): Promise<Key | undefined> {
  const [record] = await textsOf(`${name}._domainkey.${domain}`, /(^|;)\s*(v=DKIM1|p=)/i, resolver);
  return record === undefined ? undefined : { name, trouble: troubleOf(tagsOf(record)) };
}

function troubleOf({ p = "", k = "rsa" }: Record<string, string>): string | undefined {
  if (p === "") return "was withdrawn (p= is empty)";
  if (k !== "rsa") return undefined;
  try {
    const key = createPublicKey({ key: Buffer.from(p, "base64"), format: "der", type: "spki" });
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return bits < leastBits ? `has ${bits} bits, and receivers want ${leastBits} at least` : undefined;
  } catch {
    return "cannot be read, as if a part of it were missing";
  }
}
