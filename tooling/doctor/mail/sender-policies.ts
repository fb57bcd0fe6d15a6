import type { Resolver } from "node:dns/promises";
import { type Finding, ok, wrong } from "../finding.ts";
import { tagsOf, textsOf } from "./dns.ts";

/** Look-ups that a receiver makes for one SPF record at most (RFC 7208, section 4.6.4). */
const mostLookups = 10;

/** Who may send for a domain (RFC 7208). @throws when no name server answers */
export async function spfFinding(domain: string, resolver: Resolver): Promise<Finding> {
  const add = "Ask your mail provider for the record, and add it as a TXT record of the domain.";
  const [record, ...more] = await spfOf(domain, resolver);
  if (!record)
    return wrong(
      "domain.spf",
      `${domain} has no SPF record: nobody is told which servers may send for it.`,
      add,
    );
  if (more.length > 0)
    return wrong(
      "domain.spf",
      `${domain} has ${more.length + 1} SPF records, so none counts.`,
      "Join them into one.",
    );
  const terms = termsOf(record);
  if (terms.some((term) => /^\+?all$/.test(term)))
    return wrong(
      "domain.spf",
      `SPF of ${domain} lets everybody send for it (+all).`,
      "Write ~all or -all at its end.",
    );
  if (!terms.some((term) => /^([-~?]all|redirect=.+)$/.test(term)))
    return wrong(
      "domain.spf",
      `SPF of ${domain} says nothing of all other servers.`,
      "Write ~all or -all at its end.",
    );
  const reading: Reading = { lookups: 0, without: [] };
  await countLookups(record, resolver, reading);
  if (reading.lookups > mostLookups)
    return wrong(
      "domain.spf",
      `SPF of ${domain} takes more than ${mostLookups} look-ups, after which receivers give up.`,
      "Take out what no longer sends for the domain.",
    );
  const [gone] = reading.without;
  if (gone)
    return wrong(
      "domain.spf",
      `SPF of ${domain} includes ${gone}, which has no SPF record, so none of it counts.`,
      "Correct the name, or take it out.",
    );
  return ok(
    "domain.spf",
    `${domain} has an SPF record; whether it names the servers that send, a mail that has come shows (spf=pass).`,
  );
}

const spfOf = (domain: string, resolver: Resolver) => textsOf(domain, /^v=spf1(\s|$)/i, resolver);

const termsOf = (record: string) => record.toLowerCase().split(/\s+/).slice(1).filter(Boolean);

interface Reading {
  lookups: number;
  /** Included domains that have no record, or several. */
  without: string[];
}

async function countLookups(record: string, resolver: Resolver, reading: Reading): Promise<void> {
  for (const term of termsOf(record)) {
    const [, name, target] =
      /^[-+~?]?(include|a|mx|ptr|exists|redirect)(?:[:=](\S+))?(?:\/\S*)?$/.exec(term) ?? [];
    if (!name) continue;
    reading.lookups += 1;
    // With a macro it depends on the mail.
    if (!target || !["include", "redirect"].includes(name) || target.includes("%")) continue;
    if (reading.lookups > mostLookups) return;
    const [inner, ...more] = await spfOf(target, resolver);
    if (!inner || more.length > 0) reading.without.push(target);
    else await countLookups(inner, resolver, reading);
  }
}

/** What receivers shall do with mails that prove nothing (RFC 7489). @throws when no name server answers */
export async function dmarcFinding(domain: string, resolver: Resolver): Promise<Finding> {
  const { place, records } = await findDmarc(domain, resolver);
  const [record, ...more] = records;
  if (!record)
    return wrong(
      "domain.dmarc",
      `${domain} has no DMARC record, so large providers may refuse its mails.`,
      `Add a TXT record of the name _dmarc.${domain}, to begin with: v=DMARC1; p=none; rua=mailto:postmaster@${domain}`,
    );
  if (more.length > 0)
    return wrong(
      "domain.dmarc",
      `${place} has ${more.length + 1} DMARC records, so none counts.`,
      "Leave one.",
    );
  const { p = "" } = tagsOf(record);
  return /^(none|quarantine|reject)$/i.test(p)
    ? ok("domain.dmarc", `${place} has a DMARC record (p=${p}).`)
    : wrong(
        "domain.dmarc",
        `The DMARC record ${place} does not say what to do (p=${p}).`,
        "Write p=none, p=quarantine or p=reject behind v=DMARC1.",
      );
}

/** The domain's own record, else that of the nearest name above it, as receivers look for it. */
async function findDmarc(domain: string, resolver: Resolver): Promise<{ place: string; records: string[] }> {
  const labels = domain.split(".");
  for (let above = 0; above <= labels.length - 2; above += 1) {
    const place = `_dmarc.${labels.slice(above).join(".")}`;
    const records = await textsOf(place, /^v=DMARC1\b/i, resolver);
    if (records.length > 0) return { place, records };
  }
  return { place: `_dmarc.${domain}`, records: [] };
}
