import type { CalendarSource } from "./features/events/calendar-source.server.ts";
import type { FormStamps } from "./forms/form-stamp.server.ts";
import type { RateLimit } from "./http/rate-limit.server.ts";
import type { SubmissionStore } from "./submissions/submission.ts";

/** What the server gives to the routes: database, mail, calendar and so on, behind small interfaces. */
export interface Services {
  now(): Date;
  submissions: SubmissionStore;
  /** Counts the posts of each address that are no valid form. */
  invalidPosts: Pick<RateLimit, "take" | "spent">;
  stamps: FormStamps;
  calendar: CalendarSource;
  /** Resolves when the database answers and its migrations are applied; rejects otherwise. */
  isReady(): Promise<boolean>;
  /** Whether mails to the staff about submissions are overdue or were given up. */
  isMailOverdue(): boolean;
  /** Stops background work and closes what is open. */
  stop(): Promise<void>;
}

/** The part of a pino logger that routes use. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Who sent the request: for rate limits and logs. The address is never stored in readable form. */
export interface Visitor {
  address: string;
  /** When the request came, as `performance.now()`; time limits for the visitor's answer count from then. */
  arrived: number;
  log: Log;
}
