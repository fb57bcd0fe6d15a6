import { type Kysely, sql } from "kysely";
import type { DatabaseClock } from "#database/clock.server.ts";
import type { Database, NotificationRow } from "#database/schema.ts";
import { closeGently } from "#server/close-gently.ts";
import { postsWindow } from "#server/open-store.ts";
import type { Mailer } from "#submissions/mail/mailer.ts";
import { Outbox } from "#submissions/mail/outbox.server.ts";
import { recipientsOf } from "#submissions/mail/staff-recipients.server.ts";
import { RateLimit } from "#submissions/receive/rate-limit.server.ts";
import { DatabaseSubmissionStore } from "#submissions/submission-store.server.ts";
import type { Log } from "#system/log.ts";
import { connectFaulty, type Faults } from "./faulty-database.ts";
import { postLimit } from "./plan.ts";
import type { Machine, VirtualTime } from "./virtual-time.ts";
import { WebServer } from "./web-server.ts";

interface InstanceOptions {
  name: string;
  skew: number;
  time: VirtualTime;
  file: string;
  faults: (instance: Instance) => Faults;
  mailer: (instance: Instance) => Mailer;
  log: Log;
}

/** One process of the site: its real store, limits, outbox and gentle stop, put together as the server does. */
export class Instance implements Machine {
  readonly name: string;
  readonly skew: number;
  readonly server: WebServer;
  readonly store: DatabaseSubmissionStore;
  /** Rows that it has claimed and begun to send. */
  readonly begun = new Set<string>();
  isDead = false;
  isStopping = false;
  /** When its outbox was told to stop. */
  mailsStopped: number | undefined;
  readonly #time: VirtualTime;
  readonly #db: Kysely<Database>;
  readonly #outbox: Outbox;
  readonly #close: () => Promise<void>;
  readonly #kill: () => void;

  constructor({ name, skew, time, file, faults, mailer, log }: InstanceOptions) {
    this.name = name;
    this.skew = skew;
    this.#time = time;
    this.server = new WebServer(time);
    const { db, kill } = connectFaulty(file, faults(this));
    this.#db = db;
    this.#kill = kill;
    const clock = clockOf(time);
    const limit = { db, clock, secret: "key", duration: postsWindow };
    this.store = new DatabaseSubmissionStore({
      db,
      clock,
      secret: "key",
      posts: new RateLimit({ ...limit, name: "posts", tiers: (key) => [{ key, points: postLimit }] }),
      receipts: new RateLimit({ ...limit, name: "receipts", tiers: (key) => [{ key, points: 100 }] }),
      onStored: () => this.#outbox.wake(),
    });
    this.#outbox = new Outbox({
      connection: { db, kind: "sqlite" },
      mailer: mailer(this),
      settings: { staffOf: () => staff, mailFrom: "site@site.example", siteUrl: "https://site.example" },
      compose: async (row) => {
        this.begun.add(row.id);
        return mailOf(row);
      },
      clock,
      log,
    });
    this.#close = closeGently(this.server.asServer, async () => {});
    time.on(this, () => this.#outbox.wake());
  }

  /** As SIGTERM does. */
  stop(): Promise<void> {
    this.isStopping = true;
    return this.#time.on(this, async () => {
      await this.#close();
      this.mailsStopped = this.#time.now;
      await this.#outbox.stop();
      await this.#db.destroy();
    });
  }

  /** As SIGKILL does. */
  kill(): void {
    this.isDead = true;
    this.#kill();
    this.#time.beside(() => this.server.closeAllConnections());
  }
}

/** The database's clock, asked like a real one. */
export function clockOf(time: VirtualTime): DatabaseClock {
  return async (db) => {
    await sql`select 1`.execute(db);
    return time.date;
  };
}

export const staff = ["staff@site.example", "more@site.example"];

function mailOf(row: Pick<NotificationRow, "id" | "kind" | "email" | "recipients" | "attempts">) {
  const [named = ""] = [...recipientsOf(row), ...staff];
  const recipient = row.kind === "staff" ? named : row.email;
  return {
    messageId: row.id,
    from: "site@site.example",
    to: row.kind === "staff" ? staff : [row.email],
    recipient,
    subject: String(row.attempts),
    text: "",
    html: "",
  };
}
