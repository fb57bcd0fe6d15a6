import { type Config, isSending } from "#server/config.ts";
import { backupTroubles } from "#staff/copies/backup-troubles.ts";
import { isThisMachine } from "#system/this-machine.ts";
import { unknownVariables } from "../environment.ts";
import { type Finding, findingsOf, isSample } from "./finding.ts";

/** What of the environment is missing, a sample, or makes no sense together. */
export function settingFindings(config: Config, now: Date): Finding[] {
  const { siteUrl, mailFrom, notifyTo } = config;
  return findingsOf("settings", [
    isSample(siteUrl) || isLocal(siteUrl)
      ? `SITE_URL is ${siteUrl}: set the site's own address, or write it as url in content/site.yaml`
      : "",
    siteUrl.startsWith("https:")
      ? ""
      : `SITE_URL is ${siteUrl}, without https: visitors' words would travel in the open`,
    // This server speaks http alone.
    siteUrl.startsWith("https:") && !isSample(siteUrl) && config.trustProxy === false
      ? "TRUST_PROXY is not set, but SITE_URL has https, so a proxy stands in front: write TRUST_PROXY=1 (or how many there are), or all visitors share one limit of forms"
      : "",
    isSending(config) ? "" : "SMTP_URL is not set: notifications become files that nobody may read",
    isSample(mailFrom) ? `MAIL_FROM (else mail.from in content/site.yaml) is a sample: ${mailFrom}` : "",
    notifyTo.some(isSample)
      ? `NOTIFY_TO (else mail.notify in content/site.yaml) is a sample: ${notifyTo.join(", ")}`
      : "",
    config.rateLimit === 0 ? "SUBMISSION_RATE_LIMIT is 0: nothing holds off floods of forms" : "",
    ...unknownVariables(process.env),
    ...backupTroubles(config.dataDir, now),
  ]);
}

function isLocal(address: string): boolean {
  const { hostname } = new URL(address);
  return isThisMachine(hostname) || hostname === "0.0.0.0" || hostname === "[::]";
}
