import type { FeedState } from "#calendar/feed/calendar-source.server.ts";
import { oldestBackup } from "#system/last-backup.server.ts";
import type { Health } from "../health.ts";
import type { Trouble } from "./alert-mail.tsx";

const hour = 3_600_000;
/** How long a feed may be silent; one that was never read, from the start of the process. In milliseconds. */
const silence = { known: 24 * hour, unknown: hour };
/** Bytes, and part of the disk: with less of both it is nearly full. A big disk has room with a smaller part, a small one with fewer bytes. */
const leastRoom = { bytes: 1e9, part: 0.1 };
/** Posts in quarantine that may be a person's are told of when they came so many milliseconds ago at most: they may stay there. */
const freshPosts = 48 * hour;

/** What does not mend itself; what cannot be found out is left out. */
export async function findTroubles(health: Health, started: Date, now: Date): Promise<Trouble[]> {
  const looks: (() => Trouble[] | Promise<Trouble[]>)[] = [
    async () => {
      const count = await health.overdue();
      return count > 0 ? [{ kind: "mail", count }] : [];
    },
    () => {
      const silent = health.feeds().filter((feed) => isSilent(feed, started, now));
      return [...new Set(silent.map(({ name }) => name))].map((feed) => ({ kind: "feed", feed }));
    },
    async () => {
      const { free, total } = await health.disk();
      return free < leastRoom.bytes && free < leastRoom.part * total ? [{ kind: "disk", free }] : [];
    },
    () => ((health.backupAge() ?? 0) > oldestBackup ? [{ kind: "backup" }] : []),
    async () =>
      (await health.quarantined(freshPosts)) > 0
        ? [{ kind: "quarantine", count: await health.quarantined() }]
        : [],
  ];
  const found = await Promise.allSettled(looks.map((look) => Promise.try(look)));
  return found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
}

function isSilent({ checkedAt }: FeedState, started: Date, now: Date): boolean {
  const since = (time: Date) => now.getTime() - time.getTime();
  return checkedAt ? since(checkedAt) > silence.known : since(started) > silence.unknown;
}
