import { join } from "node:path";
import { feedKey, readCopies } from "#calendar/feed/calendar-copy.server.ts";
import type { Feed } from "#calendar/feed/watched-feed.server.ts";
import { calendarFeeds } from "#server/calendar-feeds.ts";
import { counted } from "#system/language.ts";
import { checkFeed, feedContent, feedTrouble, isSampleFeed } from "../calendar-check/check-feed.ts";
import type { Context } from "./context.ts";
import { type Finding, ok, wrong } from "./finding.ts";

/** Milliseconds after which the site should have asked a feed that answers. */
const longestSilence = 24 * 3_600_000;

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
  return [...seen, ...(copies ? ages : [damaged])];
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
  if (trouble)
    return wrong(
      "calendar.feed",
      `${trouble.what.replace(/\.$/, "")}.`,
      trouble.todo ??
        "Correct the address in EVENTS_FEED_URL or content/events/sources.yaml, or ask whoever keeps the calendar.",
    );
  const shown = check.entries.filter(({ upcoming }) => upcoming > 0).length;
  return ok(
    "calendar.feed",
    `${feed.name}: ${counted(check.entries.length, "entry", "entries")}, ${shown} shown.`,
  );
}

function ofCopy({ name }: Feed, checkedAt: string | undefined, now: Date, refreshSeconds: number): Finding[] {
  if (checkedAt === undefined) return [];
  const age = now.getTime() - Date.parse(checkedAt);
  if (age <= Math.max(longestSilence, 3_000 * refreshSeconds)) return [];
  return [
    wrong(
      "calendar.copy",
      `What the site shows of ${name} is ${counted(Math.floor(age / 3_600_000), "hour")} old.`,
      "Look whether the site runs, and what its log says of 'calendar feed failed'.",
    ),
  ];
}
