import type { CalendarSource, FeedState } from "#calendar/feed/calendar-source.server.ts";
import type { DatabaseClock } from "#database/clock.server.ts";
import type { Connection } from "#database/connect.server.ts";
import { type OutboxDepth, outboxDepth } from "#submissions/mail/outbox-depth.server.ts";
import { countOverdue } from "#submissions/mail/overdue.server.ts";
import { countQuarantined, countSuspected } from "#submissions/mail/quarantined.server.ts";
import { diskSpace } from "#system/disk-space.ts";
import { oldestBackup, readBackupNote } from "#system/last-backup.server.ts";
import type { Config } from "./config.ts";

/** How the running site is doing, for those who watch it. What is asked of database and disk rejects when they fail. */
export interface Health {
  /** What waits to be sent, is held or was given up; ages in milliseconds. */
  outbox(): Promise<(Pick<OutboxDepth, "kind" | "status" | "count"> & { age: number })[]>;
  /** Mails to the staff that are overdue. */
  overdue(): Promise<number>;
  /** Posts in quarantine. */
  quarantined(): Promise<number>;
  /** Those of the last so many milliseconds that may be a person's. */
  suspected(within: number): Promise<number>;
  feeds(): FeedState[];
  /** Bytes of DATA_DIR's disk. */
  disk(): Promise<{ free: number; total: number }>;
  /** Milliseconds since the last backup; Infinity where the note of it is damaged, undefined where none was made. */
  backupAge(): number | undefined;
}

interface HealthOptions {
  connection: Pick<Connection, "db">;
  clock: DatabaseClock;
  calendar: Pick<CalendarSource, "feeds">;
  config: Pick<Config, "dataDir">;
  now: () => Date;
}

export function watchHealth({ connection: { db }, clock, calendar, config, now }: HealthOptions): Health {
  return {
    async outbox() {
      const time = (await clock(db)).getTime();
      const depth = await outboxDepth(db);
      return depth.map(({ oldest, ...of }) => ({ ...of, age: Math.max(0, time - oldest.getTime()) }));
    },
    overdue: async () => countOverdue(db, await clock(db)),
    quarantined: () => countQuarantined(db),
    suspected: async (within) => countSuspected(db, new Date((await clock(db)).getTime() - within)),
    feeds: () => calendar.feeds(),
    disk: () => diskSpace(config.dataDir),
    backupAge() {
      const last = readBackupNote(config.dataDir);
      if (last === "damaged") return Number.POSITIVE_INFINITY;
      return last && Math.max(0, now().getTime() - Date.parse(last.at));
    },
  };
}

/** What does not mend itself. Its kind is the name of its words in content/mail.yaml. */
export type Trouble =
  /** So many mails to the staff are overdue. */
  | { kind: "mail"; count: number }
  | { kind: "feed"; feed: string }
  /** So many megabytes are left. */
  | { kind: "disk"; free: number }
  | { kind: "backup" }
  /** So many posts are in quarantine; `mostCounted` means that many or more. */
  | { kind: "quarantine"; count: number };

const hour = 3_600_000;
/** How long a feed may be silent; one that was never read, from the start of the process. In milliseconds. */
export const silence = { known: 24 * hour, unknown: hour };
/** Bytes, and part of the disk: with less of both it is nearly full. A big disk has room with a smaller part, a small one with fewer bytes. */
const nearlyFull = { bytes: 1e9, part: 0.1 };
/** Posts in quarantine that may be a person's are told of when they came so many milliseconds ago at most: they may stay there. */
export const freshPosts = 48 * hour;

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
      const isFull = free < nearlyFull.bytes && free < nearlyFull.part * total;
      return isFull ? [{ kind: "disk", free: Math.floor(free / 1e6) }] : [];
    },
    () => ((health.backupAge() ?? 0) > oldestBackup ? [{ kind: "backup" }] : []),
    async () =>
      (await health.suspected(freshPosts)) > 0
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
