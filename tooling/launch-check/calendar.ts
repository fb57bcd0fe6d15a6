import { calendarFeeds } from "#server/calendar-feeds.ts";
import type { Config } from "#server/config.ts";
import { checkFeed, feedContent, feedTrouble, isSampleFeed } from "../calendar-check/check-feed.ts";
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
      if (isSampleFeed(feed))
        return "the sample calendar is shown: name yours in its place in content/events/sources.yaml, or set EVENTS_FEED_URL";
      const trouble = feedTrouble(await checkFeed(feed, { now }));
      return trouble ? [trouble.what, trouble.todo].filter(Boolean).join("; ") : "";
    }),
  );
  return findingsOf("calendar", seen);
}
