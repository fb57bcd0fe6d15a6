import { calendarFeeds } from "#server/calendar-feeds.ts";
import type { Config } from "#server/config.ts";
import { counted } from "#system/language.ts";
import { checkFeed, feedContent } from "../calendar-check/check-feed.ts";
import { type Finding, findingsOf } from "./finding.ts";

/** What the site would show of its feeds at this moment. */
export async function calendarFindings(
  config: Pick<Config, "feeds">,
  root: string,
  now: Date,
): Promise<Finding[]> {
  const feeds = calendarFeeds(config.feeds, feedContent(), root);
  if (feeds.length === 0) return findingsOf("calendar", ["there is no feed: no event is shown"]);
  const seen = await Promise.all(
    feeds.map(async (feed) => {
      if (feed.address.endsWith("/sample-calendar.ics"))
        return "EVENTS_FEED_URL is not set, nor a feed in content/events/sources.yaml: the sample calendar is shown";
      const { name, failure, nothing, entries } = await checkFeed(feed, { now });
      if (failure) return `${name} cannot be read: ${failure}`;
      const remedy = "npm run calendar -- check says why";
      if (nothing) return `${name}: ${nothing}; ${remedy}`;
      return entries.some(({ upcoming }) => upcoming > 0)
        ? ""
        : `${name}: ${counted(entries.length, "entry", "entries")}, no upcoming event; ${remedy}`;
    }),
  );
  return findingsOf("calendar", seen);
}
