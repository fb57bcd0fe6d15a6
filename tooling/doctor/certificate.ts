import type { PeerCertificate } from "node:tls";
import { counted } from "#system/language.ts";
import { type Check, type Finding, ok, wrong } from "./finding.ts";

const day = 86_400_000;

/** What is wrong with a certificate that Node refuses; undefined for other errors. */
export function certificateTrouble(error: unknown): { what: string; todo: string } | undefined {
  const { code = "", message = "" } = error as NodeJS.ErrnoException;
  return troubles.find(({ words }) => words.test(`${code} ${message}`));
}

const renew = "Renew it, and see that what renews it runs (certbot, acme.sh, the proxy itself).";

/** By OpenSSL's codes and sentences: nodemailer leaves only these. */
const troubles = [
  { words: /CERT_HAS_EXPIRED|certificate has expired/, what: "has expired", todo: renew },
  {
    words: /CERT_NOT_YET_VALID|not yet valid/,
    what: "is not valid yet",
    todo: "Look at the clock of this machine, then at the certificate.",
  },
  {
    words: /ALTNAME_INVALID|does not match certificate's altnames/,
    what: "is for another name",
    todo: "Get one for this name, or correct the name in the setting.",
  },
  {
    words: /SELF_SIGNED|self.signed certificate/i,
    what: "is signed by itself, or by an authority that nobody knows",
    todo: "Get one of a known authority; one of your own is named by NODE_EXTRA_CA_CERTS=FILE.",
  },
  {
    words: /UNABLE_TO_(VERIFY|GET)|unable to (verify|get)/i,
    what: "comes without those of its authority, or is of an unknown one",
    todo: "Let the server send the full chain (fullchain.pem); an authority of your own is named by NODE_EXTRA_CA_CERTS=FILE.",
  },
  { words: /certificate/i, what: "is not trusted", todo: "Get one of a known authority for this name." },
];

/** Days before its end at which a certificate should have been renewed, at most: of one that is made for less, a sixth of its time. */
const renewal = 21;

/** How long a valid certificate lasts. */
export function ofExpiry(
  check: Check,
  name: string,
  { valid_from, valid_to }: Pick<PeerCertificate, "valid_from" | "valid_to">,
  now: Date,
): Finding {
  const end = Date.parse(valid_to);
  const left = (end - now.getTime()) / day;
  const wanted = Math.min(renewal, (end - Date.parse(valid_from)) / day / 6);
  const days = counted(Math.floor(left), "day");
  return left < wanted
    ? wrong(check, `The certificate of ${name} ends in ${days}.`, renew)
    : ok(check, `The certificate of ${name} lasts for ${days}.`);
}
