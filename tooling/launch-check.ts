import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadContent } from "#content-model/load-content.ts";
import { unknownFacts } from "#content-model/offers.ts";
import { offerNames } from "#content-model/schemas/offers.schema.ts";
import { calendarFeeds } from "#server/calendar-feeds.ts";
import { type Config, readConfig } from "#server/config.ts";
import { backupTroubles } from "#staff/copies/last-backup.ts";
import { visible } from "#staff/terminal.ts";
import { machineClock } from "#system/clock.ts";
import { checkFeed, feedContent } from "./calendar-check/check-feed.ts";
import { exitOnConfigError, loadEnvironmentFile, refuseArguments } from "./environment.ts";
import { root } from "./root.ts";

const topics = ["people", "texts", "links", "settings", "calendar"] as const;

/** One thing that is still to be done before the site goes live. */
interface Finding {
  topic: (typeof topics)[number];
  /** What was found, and what to do. */
  text: string;
}

refuseArguments("npm run launch-check", ["--json"]);
const isJson = process.argv.includes("--json");
loadEnvironmentFile();
process.once("uncaughtException", exitOnConfigError);
const site = loadContent("site.yaml", root);
const config = configuration();
const findings = [...people(), ...texts(), ...links(), ...settings(), ...(await calendar())];

if (isJson) console.log(visible(JSON.stringify(findings, null, 2), { isMultiline: true }));
else {
  for (const topic of topics) {
    const found = findings.filter((finding) => finding.topic === topic);
    if (found.length > 0)
      console.log(`\n${topic}\n${found.map(({ text }) => `  - ${visible(text)}`).join("\n")}`);
  }
  console.log(findings.length === 0 ? "Ready to go live." : `\n${findings.length} things are left.`);
}
process.exit(findings.length === 0 ? 0 : 1);

function configuration(): Config {
  try {
    return readConfig(process.env, site);
  } catch (error) {
    return exitOnConfigError(error);
  }
}

function people(): Finding[] {
  const faculty = loadContent("people/faculty.yaml", root);
  const presenters = loadContent("people/presenters.yaml", root).flatMap((group) => group.presenters);
  const team = loadContent("people/team.yaml", root);
  const groups = { "faculty members": faculty, presenters, "team members": team };
  const samples = Object.entries(groups).flatMap(([kind, group]) => {
    const names = group.filter(({ sample }) => sample).map(({ name }) => name);
    return names.length > 0 ? [`${names.length} sample ${kind}, to be replaced: ${names.join(", ")}`] : [];
  });
  const everybody = Object.values(groups).flat();
  const withoutPhoto = everybody.filter(({ photo }) => !photo).map(({ name }) => name);
  return [
    ...samples,
    ...(withoutPhoto.length > 0 ? [`without a photo: ${withoutPhoto.join(", ")}`] : []),
  ].map((text) => ({ topic: "people", text }));
}

/** What visitors are told later, because nobody has written it yet. */
function blanks(): string[] {
  const offers = loadContent("offers.yaml", root);
  return offerNames.flatMap((name) => {
    const unknown = unknownFacts(offers, name);
    const facts = unknown.map((fact) => offers.words[fact].toLowerCase()).join(", ");
    return unknown.length > 0 ? [`${offers[name].name} in content/offers.yaml does not say: ${facts}`] : [];
  });
}

function texts(): Finding[] {
  const { fields } = loadContent("forms/interest.yaml", root);
  const communities = fields.connectedCommunities.options.filter((name) => /^sample\b/i.test(name));
  return [
    ...(communities.length > 0
      ? [`${communities.length} sample communities in content/forms/interest.yaml: ${communities.join(", ")}`]
      : []),
    ...(/555-01\d\d/.test(site.phone) ? [`the phone number ${site.phone} is a sample`] : []),
    ...(/sample/i.test(JSON.stringify(site.address))
      ? ["the postal address in content/site.yaml is a sample"]
      : []),
    ...blanks(),
  ].map((text) => ({ topic: "texts", text }));
}

function links(): Finding[] {
  const addresses: Record<string, string> = {
    url: site.url,
    email: site.email,
    ...Object.fromEntries(
      site.security.contacts.map((contact, index) => [`security.contacts ${index + 1}`, contact]),
    ),
    eventPlatform: site.eventPlatform,
    ...Object.fromEntries(Object.entries(site.links).map(([name, link]) => [`links.${name}`, link.url])),
  };
  return Object.entries(addresses)
    .filter(([, address]) => isSample(address))
    .map(([name, address]) => ({
      topic: "links",
      text: `${name} in content/site.yaml is a sample: ${address}`,
    }));
}

function settings(): Finding[] {
  const isLocal = /^https?:\/\/(localhost|127\.)/.test(config.siteUrl);
  const problems = [
    isSample(config.siteUrl) || isLocal ? `SITE_URL is ${config.siteUrl}: set the site's own address` : "",
    config.siteUrl.startsWith("https:")
      ? ""
      : "SITE_URL does not start with https: visitors' words would travel in the open",
    config.smtpUrl ? "" : "SMTP_URL is not set: notifications become files that nobody may read",
    isSample(config.mailFrom) ? `MAIL_FROM is ${config.mailFrom}` : "",
    config.notifyTo.some(isSample) ? `NOTIFY_TO is ${config.notifyTo.join(", ")}` : "",
    config.rateLimit === 0 ? "SUBMISSION_RATE_LIMIT is 0: nothing holds off floods of forms" : "",
    ...unknownVariables(),
    ...backupTroubles(config.dataDir, machineClock()),
  ];
  return problems.filter(Boolean).map((text) => ({ topic: "settings", text }));
}

/** What the site would show of its feeds now. */
async function calendar(): Promise<Finding[]> {
  const feeds = calendarFeeds(config.feeds, feedContent(), root);
  const findings = feeds.map(async (feed) => {
    if (feed.address.endsWith("/sample-calendar.ics"))
      return "EVENTS_FEED_URL is not set, nor a feed in content/events/sources.yaml: the sample calendar is shown";
    const { name, failure, nothing } = await checkFeed(feed, { now: machineClock() });
    if (failure) return `${name} cannot be read: ${failure}`;
    return nothing ? `${name}: ${nothing}; npm run calendar -- check says what to do` : "";
  });
  const texts = feeds.length === 0 ? ["there is no feed: no event is shown"] : await Promise.all(findings);
  return texts.filter(Boolean).map((text) => ({ topic: "calendar", text }));
}

/** A name in .env that nothing reads is probably a typing mistake. */
function unknownVariables(): string[] {
  const names = (file: string) =>
    existsSync(join(root, file))
      ? [...readFileSync(join(root, file), "utf8").matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
      : [];
  const known = new Set(names(".env.example"));
  return names(".env").flatMap((name) => (known.has(name) ? [] : [`.env has ${name}, which nothing reads`]));
}

/** Domains reserved for examples (RFC 2606). */
function isSample(address: string): boolean {
  return /\.example\b/.test(address);
}
