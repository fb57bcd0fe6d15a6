import { domainToASCII } from "node:url";

/**
 * Whether an address is one that every mail server on the way reads alike. Others are stored, for a person may have one,
 * but nothing is sent to them unasked: `a%b@c` and `b!a@c` ask `c` to send it on (RFC 5321, appendix F.2), which would go
 * around the limit of each mailbox, and what begins with a hyphen or a pipe some servers hand to a program.
 */
export function isPlainAddress(email: string): boolean {
  return /^[\p{L}\p{N}_'][\p{L}\p{M}\p{N}_'+=&~-]*(?:\.[\p{L}\p{M}\p{N}_'+=&~-]+)*@[^@\s]+$/u.test(email);
}

/**
 * The mailbox of an address: the same text for all spellings that providers are known to treat alike. For
 * counting only: it need not be an address that works.
 */
export function mailboxOf(email: string): string {
  const plain = email
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .trim()
    .toLowerCase();
  const at = plain.lastIndexOf("@");
  const name = plain.slice(0, at).replace(/(?<=.)\+.*$/s, "");
  const host = plain.slice(at + 1);
  const domain = (domainToASCII(host) || host).replace(/\.$/, "");
  // Gmail ignores dots in names, and its domain has two names.
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${name.replaceAll(".", "")}@gmail.com`
    : `${name}@${domain}`;
}

/** The form of an address in columns that people are looked up by. */
export function emailKey(email: string): string {
  const key = email.trim().toLowerCase();
  const at = key.lastIndexOf("@") + 1;
  return key.slice(0, at) + (domainToASCII(key.slice(at)) || key.slice(at));
}
