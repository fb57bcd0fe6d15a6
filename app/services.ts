import type { CalendarSource } from "#calendar/feed/calendar-source.server.ts";
import type { FormStamps } from "#submissions/receive/form-stamp.server.ts";
import type { RateLimit } from "#submissions/receive/rate-limit.server.ts";
import type { SubmissionStore } from "#submissions/submission.ts";

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
