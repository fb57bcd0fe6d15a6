import type { CalendarSource, FeedState } from "#calendar/feed/calendar-source.server.ts";
import type { DatabaseClock } from "#database/clock.server.ts";
import type { Connection } from "#database/connect.server.ts";
import { type OutboxDepth, outboxDepth } from "#submissions/mail/outbox-depth.server.ts";
import { countOverdue } from "#submissions/mail/overdue.server.ts";
import { countQuarantined } from "#submissions/mail/quarantined.server.ts";
import { diskSpace } from "#system/disk-space.ts";
import { readBackupNote } from "#system/last-backup.server.ts";
import type { Config } from "./config.ts";

/** How the running site is doing, for those who watch it. What is asked of database and disk rejects when they fail. */
export interface Health {
  /** What waits to be sent, is held or was given up; ages in milliseconds. */
  outbox(): Promise<(Pick<OutboxDepth, "kind" | "status" | "count"> & { age: number })[]>;
  /** Mails to the staff that are overdue. */
  overdue(): Promise<number>;
  /** Posts in quarantine, or those of the last so many milliseconds that may be a person's. */
  quarantined(within?: number): Promise<number>;
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
    async quarantined(within) {
      if (within === undefined) return countQuarantined(db);
      return countQuarantined(db, new Date((await clock(db)).getTime() - within));
    },
    feeds: () => calendar.feeds(),
    disk: () => diskSpace(config.dataDir),
    backupAge() {
      const last = readBackupNote(config.dataDir);
      if (last === "damaged") return Number.POSITIVE_INFINITY;
      return last && Math.max(0, now().getTime() - Date.parse(last.at));
    },
  };
}
