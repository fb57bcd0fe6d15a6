import { Gauge, type Registry } from "prom-client";
import { allKinds } from "#submissions/mail/notifications.server.ts";
import type { Health } from "../health.ts";
import { recent, type Times } from "./recent.ts";

/** States of mails that were not sent. */
const states = ["pending", "held", "dead"] as const;

/**
 * Gauges of how the site is doing.
 *
 * @returns brings them up to date; what cannot be found out is left out. Never rejects
 */
export function gaugesOf(
  registry: Registry,
  health: Health,
  now: () => Date,
  times?: Times,
): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `site_${name}`, help, labelNames, registers: [registry] });
  const mails = gauge("outbox_mails", "Mails that were not sent, by kind and state.", "kind", "status");
  const oldest = gauge("outbox_oldest_age_seconds", "Age of the oldest of them.", "kind", "status");
  const quarantined = gauge("quarantine_posts", "Posts in quarantine, counted up to 1000.");
  const isUp = gauge("database_up", "1 when the database answered within 2 seconds, else 0.");
  const free = gauge("disk_free_bytes", "What may still be taken of the disk of DATA_DIR.");
  const size = gauge("disk_size_bytes", "Size of the disk of DATA_DIR.");
  const backup = gauge("backup_age_seconds", "Age of the last backup that this DATA_DIR knows of.");
  const feedUp = gauge("feed_up", "1 when the feed could be read when last asked, else 0.", "feed");
  const feedAge = gauge("feed_age_seconds", "Time since the feed gave or confirmed its copy.", "feed");
  const feedEvents = gauge("feed_upcoming_events", "Events of the feed that are shown as upcoming.", "feed");

  const database = recent(
    async () => ({
      outbox: await health.outbox(),
      quarantined: await health.quarantined(),
    }),
    times,
  );
  const disk = recent(health.disk, times);
  const note = recent(async () => health.backupAge(), times);

  return async () => {
    const [rows, room, backupAge] = await Promise.all([database(), disk(), note()]);
    set(isUp, rows ? 1 : 0);
    for (const one of [mails, oldest]) one.reset();
    for (const kind of rows ? allKinds : [])
      for (const status of states) {
        const row = rows?.outbox.find((of) => of.kind === kind && of.status === status);
        mails.set({ kind, status }, row?.count ?? 0);
        oldest.set({ kind, status }, seconds(row?.age ?? 0));
      }
    set(quarantined, rows?.quarantined);
    set(free, room?.free);
    set(size, room?.total);
    set(backup, backupAge === undefined ? undefined : seconds(backupAge));
    for (const one of [feedUp, feedAge, feedEvents]) one.reset();
    for (const { name, isFailing, upcoming, checkedAt } of health.feeds()) {
      feedUp.set({ feed: name }, isFailing ? 0 : 1);
      feedEvents.set({ feed: name }, upcoming);
      const age = checkedAt && now().getTime() - checkedAt.getTime();
      if (age !== undefined) feedAge.set({ feed: name }, seconds(Math.max(0, age)));
    }
  };
}

function set(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}

const seconds = (milliseconds: number) => milliseconds / 1_000;
