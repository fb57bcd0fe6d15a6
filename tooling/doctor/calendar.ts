import { join } from "node:path";
import { feedKey, readCopies } from "#calendar/feed/calendar-copy.server.ts";
import type { Feed } from "#calendar/feed/watched-feed.server.ts";
import { calendarFeeds } from "#server/calendar-feeds.ts";
import { silence } from "#server/health.ts";
import { counted } from "#system/language.ts";
import { isThisMachine } from "#system/this-machine.ts";
import { checkFeed, feedContent, feedTrouble, isSampleFeed } from "../calendar-check/check-feed.ts";
import { ofClock } from "./clock.ts";
import type { Context } from "./context.ts";
import { type Finding, made, ok, wrong } from "./finding.ts";
import { ask } from "./site/ask.ts";

/** The feeds as the site would read them now, and how old its own copies are. */
export async function calendarFindings({ config, root, now }: Context): Promise<Finding[]> {
  const feeds = calendarFeeds(config.feeds, feedContent(), root);
  if (feeds.length === 0)
    return [wrong("calendar.feed", "There is no feed: no event is shown.", "Set EVENTS_FEED_URL.")];
  const [copies, ...seen] = await Promise.all([
    readCopies(join(config.dataDir, "calendar.json")).catch(() => undefined),
    ...feeds.map((feed) => ofFeed(feed, now())),
  ]);
  const damaged = wrong(
    "calendar.copy",
    `The copies of the feeds in ${join(config.dataDir, "calendar.json")} cannot be read.`,
    "Remove the file; the site writes it anew.",
  );
  const ages = feeds.flatMap((feed) =>
    ofCopy(feed, copies?.get(feedKey(feed.address))?.checkedAt, now(), config.refreshSeconds),
  );
  const clocks = await Promise.all(
    serversOf(feeds.map(({ address }) => address)).map((origin) => clockFinding(origin, now)),
  );
  return [...seen, ...(copies ? ages : [damaged]), ...made(clocks)];
}

/** Web servers elsewhere: their clocks are right, and where all else runs on this machine nothing else tells that its clock is not. */
function serversOf(addresses: string[]): string[] {
  const urls = addresses.map((address) => new URL(address));
  const outside = urls.filter(({ protocol, hostname }) => protocol !== "file:" && !isThisMachine(hostname));
  return [...new Set(outside.map(({ origin }) => origin))];
}

/** @returns undefined where there is no answer with a time */
export async function clockFinding(origin: string, now: () => Date): Promise<Finding | undefined> {
  const answer = await ask(`${origin}/`, { isTrusting: true }).catch(() => undefined);
  const there = new Date(answer?.headers.date ?? "");
  if (Number.isNaN(there.getTime())) return undefined;
  return ofClock("calendar.clock", new URL(origin).hostname, { here: now(), there });
}

async function ofFeed(feed: Feed, now: Date): Promise<Finding> {
  if (isSampleFeed(feed))
    return wrong(
      "calendar.feed",
      "The sample calendar is shown.",
      "Set EVENTS_FEED_URL, or name a feed in content/events/sources.yaml.",
    );
  const check = await checkFeed(feed, { now });
  const trouble = feedTrouble(check);
  if (trouble) {
    const { what, todo = adviceOf(what) } = trouble;
    return wrong("calendar.feed", `${what.replace(/\.$/, "")}.`, todo);
  }
  const shown = check.entries.filter(({ upcoming }) => upcoming > 0).length;
  return ok(
    "calendar.feed",
    `${feed.name}: ${counted(check.entries.length, "entry", "entries")}, ${shown} shown.`,
  );
}

/** What is to be done about a feed that cannot be read. */
function adviceOf(failure: string): string {
  if (/answered 40[13]/.test(failure))
    return "It wants a login: take the calendar's public or secret address (iCal), or write name and password into it (https://name:password@…, signs as %XX).";
  if (/no calendar/.test(failure))
    return "It is a page, perhaps one for signing in, or a file that breaks off: take the address of the calendar's file (iCal, .ics).";
  return "Correct the address in EVENTS_FEED_URL or content/events/sources.yaml, or ask whoever keeps the calendar.";
}

function ofCopy({ name }: Feed, checkedAt: string | undefined, now: Date, refreshSeconds: number): Finding[] {
  if (checkedAt === undefined) return [];
  const age = now.getTime() - Date.parse(checkedAt);
  if (age <= Math.max(silence.known, 3_000 * refreshSeconds)) return [];
  return [
    wrong(
      "calendar.copy",
      `What the site shows of ${name} is ${counted(Math.floor(age / 3_600_000), "hour")} old.`,
      "Look whether the site runs, and what its log says of 'calendar feed failed'.",
    ),
  ];
}
