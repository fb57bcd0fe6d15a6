import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Feed } from "#calendar/feed/watched-feed.server.ts";
import type { EventImages, EventSources, EventTexts } from "#content-model/schemas/events.schema.ts";
import type { Site } from "#content-model/schemas/site.schema.ts";

/** What of `content/` says how a feed is read. */
export interface FeedContent {
  site: Pick<Site, "name" | "hosts" | "email" | "phone" | "url" | "eventPlatform" | "timeZone">;
  sources: EventSources;
  images: EventImages;
  texts: Pick<EventTexts, "untitled" | "online">;
}

/**
 * The feeds and how each is read; docs/specification.md, 'Sources'. Each has a name of its own: what tells two calendars of one host
 * apart, their paths, may be secret, so the second is numbered.
 *
 * @param addresses those of EVENTS_FEED_URL; when there are none, content/events/sources.yaml names the feeds
 * @param root the project's root, from which the files of sources.yaml count
 */
export function calendarFeeds(addresses: string[], content: FeedContent, root = "."): Feed[] {
  const { sources } = content;
  const named = addresses.length > 0 ? addresses : sources.feeds.map(({ address }) => address);
  const feeds = named.map((name) => {
    const address = URL.canParse(name) ? name : pathToFileURL(resolve(root, name)).href;
    return { address, ...readingOf(address, content, root) };
  });
  return feeds.map((feed, place) => {
    const nth = feeds.slice(0, place).filter(({ name }) => name === feed.name).length + 1;
    return nth === 1 ? feed : { ...feed, name: `${feed.name} ${nth}` };
  });
}

function readingOf(
  address: string,
  { site, sources, images, texts }: FeedContent,
  root: string,
): Omit<Feed, "address"> {
  const plain = plainAddress(address, root);
  const [source] = sources.feeds
    .filter((one) => plain.startsWith(plainAddress(one.address, root)))
    .sort((a, b) => b.address.length - a.address.length);
  const { profiles } = sources;
  const { ours = site.hosts } = source ?? {};
  return {
    name: source?.name ?? (new URL(address).host || basename(new URL(address).pathname)),
    timeZone: source?.zone ?? site.timeZone,
    hasOwnZone: source?.zone !== undefined,
    rules: {
      hosts: ours === "all" ? site.hosts : ours,
      isAllOurs: ours === "all",
      excludedTitles: [...sources.excludedTitles, ...(source?.excludedTitles ?? [])],
      platforms: source?.profile ? (profiles[source.profile] ?? []) : Object.values(profiles).flat(),
      ...{ untitled: texts.untitled, online: texts.online },
      listing: site.eventPlatform,
      contacts: [site.email, site.phone, `@${new URL(site.url).hostname.replace(/^www\./, "")}`],
      images,
    },
  };
}

/** Without a password, which content never holds; `webcal:` as https. */
function plainAddress(address: string, root: string): string {
  if (!URL.canParse(address)) return pathToFileURL(resolve(root, address)).href;
  const url = new URL(address.replace(/^webcal:/i, "https:"));
  url.username = "";
  url.password = "";
  return url.href;
}
