import type { Resolver } from "node:dns/promises";
import { mailboxHost } from "#calendar/read/text/public-uid.ts";
import type { Config } from "#server/config.ts";
import { isSample } from "../../launch-check/finding.ts";
import type { Context } from "../context.ts";
import { type Finding, made, ok, unknown, wrong } from "../finding.ts";
import { dkimFindings } from "./dkim.ts";
import { orNothing } from "./dns.ts";
import { dmarcFinding, spfFinding } from "./sender-policies.ts";

/** What the outside is told of the sender's domain: who may send for it, how that is proved, and where answers go. */
export async function domainFindings({ config, resolver, dkimSelector }: Context): Promise<Finding[]> {
  const domain = domainOf(config.mailFrom);
  const others = new Set(config.notifyTo.map(domainOf));
  const staff = [...others].filter((name) => !isSample(name) && name !== domain);
  const ofStaff = staff.map((name) => ofDomain(name, "NOTIFY_TO", resolver));
  const own = isSample(domain)
    ? [
        wrong(
          "domain.sender",
          `MAIL_FROM is a sample: ${config.mailFrom}.`,
          "Set MAIL_FROM to an address of your domain, or write it as mail.from in content/site.yaml.",
        ),
      ]
    : ownFindings(domain, resolver, dkimSelector);
  const foreign = isSample(domain) ? undefined : ofForeignSender(domain, config);
  const [first, ...rest] = await Promise.all([own, ...ofStaff]);
  return made([foreign, ...(first ?? []), ...rest]);
}

/** A domain that is not the organization's: its owner says who may send for it. */
function ofForeignSender(
  domain: string,
  { siteUrl, notifyTo, smtpUrl }: Pick<Config, "siteUrl" | "notifyTo" | "smtpUrl">,
): Finding | undefined {
  const server = smtpUrl && new URL(smtpUrl).hostname;
  const own = [new URL(siteUrl).hostname, ...notifyTo.map(domainOf), server ?? domain];
  if (own.some((name) => areOfOneOwner(name, domain))) return undefined;
  if (mailboxHost.test(domain))
    return wrong(
      "domain.sender",
      `MAIL_FROM is of ${domain}, and ${server} of SMTP_URL is not its server: receivers take such mails for forged.`,
      "Write an address of your own domain in MAIL_FROM, or send over the server of that provider.",
    );
  return unknown(
    "domain.sender",
    `Whether ${server} may send for ${domain}`,
    "it is neither the domain of SITE_URL nor one of NOTIFY_TO",
    "Look at a mail that has come (npm run launch-check -- --send-test): its headers have dkim=pass or spf=pass with that domain.",
  );
}

/** Whether one name lies below the other, or both below one. */
function areOfOneOwner(name: string, other: string): boolean {
  const above = (one: string) => one.split(".").slice(-2).join(".");
  return above(name) === above(other);
}

async function ownFindings(domain: string, resolver: Resolver, selector?: string): Promise<Finding[]> {
  const [receives, ...policies] = await Promise.all([
    ofDomain(domain, "MAIL_FROM", resolver),
    ...[
      ["domain.spf", "SPF", () => spfFinding(domain, resolver)] as const,
      ["domain.dmarc", "DMARC", () => dmarcFinding(domain, resolver)] as const,
      ["domain.dkim", "DKIM", () => dkimFindings(domain, resolver, selector)] as const,
    ].map(([check, name, look]) =>
      look().catch((error: unknown) => unknown(check, `${name} of ${domain}`, silenceOf(error))),
    ),
  ]);
  return made([receives ?? ok("domain.answers", `${domain} receives e-mail.`), ...policies]);
}

/** @returns what keeps mails from arriving there */
async function ofDomain(domain: string, variable: string, resolver: Resolver): Promise<Finding | undefined> {
  try {
    const servers = await orNothing(resolver.resolveMx(domain));
    // RFC 7505
    const refuses = servers.length > 0 && servers.every(({ exchange }) => exchange === "");
    if (servers.length > 0 && !refuses) return undefined;
    const addresses = refuses
      ? []
      : await Promise.all([resolver.resolve4(domain), resolver.resolve6(domain)].map(orNothing));
    if (addresses.flat().length > 0) return undefined;
    return wrong(
      "domain.answers",
      refuses
        ? `The domain ${domain} of ${variable} says that it takes no e-mail.`
        : `The domain ${domain} of ${variable} has no mail server: what is sent there comes back to nobody.`,
      `Correct ${variable}, or give the domain an MX record.`,
    );
  } catch (error) {
    return unknown("domain.answers", `Whether ${domain} receives e-mail`, silenceOf(error));
  }
}

function silenceOf(error: unknown): string {
  return `no name server gave an answer (${(error as NodeJS.ErrnoException).code ?? error})`;
}

/** @param mailbox an address, alone or as `Name <address>` */
function domainOf(mailbox: string): string {
  return mailbox.replace(/^.*@/, "").replace(/>\s*$/, "").toLowerCase();
}
