import { domainToASCII } from "node:url";

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
