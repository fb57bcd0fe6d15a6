import type { DatabaseSync, StatementSync } from "node:sqlite";
import { Kysely, type Selectable } from "kysely";
import type { ContactSubmissionRow, Database, NotificationRow } from "#database/schema.ts";
import { nodeSqliteDialect } from "#database/sqlite-dialect.server.ts";
import { recipientsOf } from "#submissions/mail/recipients.server.ts";
import { redeliver } from "#submissions/mail/redeliver.server.ts";
import { referenceOf, type SubmissionOutcome } from "#submissions/submission.ts";
import { clockOf, type Instance, staff } from "./instance.ts";
import type { Attempt } from "./mail-server.ts";
import { type Post, postLimit } from "./plan.ts";
import { formOf } from "./visitors.ts";
import type { World } from "./world.ts";

type Notification = Selectable<NotificationRow>;
type Contact = Selectable<ContactSubmissionRow>;

/** In milliseconds: what the outbox promises, and some seconds. */
const most = { claim: 301_000, waiting: 45_000, attempt: 121_000 };
/** Attempts after which a mail may be given up: all, and those that may each have delivered it. */
const attempts = { all: 25, unclear: 4 };
const slots = { all: 5, recipient: 2 };
/** The column `recipients` of the mails to the first of the staff. */
const first = JSON.stringify(staff.slice(0, 1));

/** Looks at the database and at what visitors and recipients got, and says what should not be. */
export class Auditor {
  readonly violations: string[] = [];
  /** Whether no mail was left to be sent when it last looked. */
  isAllDone = false;
  readonly #world: World;
  #notificationQuery: StatementSync | undefined;
  #contactQuery: StatementSync | undefined;
  /** References that visitors were told, by form. */
  readonly #told = new Map<string, string>();
  /** When each mail was first seen due with nobody sending it. */
  readonly #due = new Map<string, number>();
  /** How many attempts were made when a mail began anew. */
  readonly #begun = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
  }

  open(database: DatabaseSync): void {
    this.#notificationQuery = database.prepare("select * from notifications");
    this.#contactQuery = database.prepare("select * from contact_submissions");
  }

  accuse(what: string, instance?: Instance): void {
    this.violations.push(what);
    this.#world.note(`VIOLATION: ${what}`, instance);
  }

  /** @param outcome undefined when the connection was cut */
  answered(post: Post, outcome: SubmissionOutcome | undefined, instance: Instance, arrived: number): void {
    const form = formOf(post);
    if (!outcome) {
      if (!instance.isDead) this.accuse(`post ${form}, which had begun, was not answered`, instance);
    } else if (outcome.kind === "failed") {
      if (this.#world.lastFault < arrived) this.accuse(`post ${form} failed: ${outcome.error}`, instance);
    } else if (outcome.kind === "limited") {
      const stored = this.#contacts().filter(({ linkedin_url }) => linkedin_url === String(post.client));
      if (stored.length < postLimit) this.accuse(`a client was limited after ${stored.length} posts`);
    } else {
      const before = this.#told.get(form) ?? outcome.reference;
      if (before !== outcome.reference) this.accuse(`post ${form} has two references`);
      this.#told.set(form, outcome.reference);
    }
  }

  /** A recipient has got a mail: the second time only for a reason. */
  delivered(attempt: Attempt, recipient: string): void {
    const before = this.#attemptsOf(attempt.id).filter(
      (other) => other !== attempt && other.delivered.includes(recipient),
    );
    attempt.delivered.push(recipient);
    this.#world.note(`mail ${attempt.id.slice(0, 8)} reaches ${recipient}`);
    if (!before.every((other) => other.isExcused || this.#hasRunOut(other, attempt)))
      this.accuse(`${recipient} got a mail twice`);
  }

  /** What was not marked when a process died may be sent again. */
  crashed(instance: Instance): void {
    for (const attempt of this.#unmarked(instance)) {
      attempt.isExcused = true;
      attempt.isLost = true;
    }
  }

  stopped(instance: Instance, began: number): void {
    if (this.#world.lastFault >= began) {
      this.crashed(instance);
      return;
    }
    if (this.#world.time.isHeld(instance)) this.accuse("something keeps the process from ending", instance);
    for (const attempt of this.#unmarked(instance)) {
      const row = this.#notifications().find(({ id }) => id === attempt.id);
      const isTaken = this.#attemptsOf(attempt.id).some((other) => this.#hasRunOut(attempt, other));
      if (row && !isTaken && this.#isClaimed(row)) this.accuse("a claim outlives its process", instance);
    }
  }

  /** From time to time. */
  look(): void {
    const { now } = this.#world.time;
    const alive = this.#world.instances.filter(({ isDead }) => !isDead);
    const underWay = alive.map((one) => ({ one, mails: this.#world.mails.underWay(one) }));
    const countTo = (mails: Attempt[], to: string) =>
      mails.filter(({ recipient }) => recipient === to).length;
    for (const { mails } of underWay)
      if (
        mails.length > slots.all ||
        mails.some(({ recipient }) => countTo(mails, recipient) > slots.recipient)
      )
        this.accuse("too many mails are sent at once");
    const hasRoom = (to: string) =>
      underWay.some(
        ({ one, mails }) =>
          !one.isStopping && mails.length < slots.all && countTo(mails, to) < slots.recipient,
      );
    for (const { machine, answer, start } of this.#world.mails.attempts)
      if (!machine.isDead && !answer && now - start > most.attempt) this.accuse("an attempt does not end");
    const calmSince = Math.max(this.#world.lastFault, this.#world.lastChange);
    const rows = this.#notifications();
    this.isAllDone = rows.every(({ status }) => status !== "pending");
    for (const row of rows) {
      const time = this.#timeOf(row.claimed_until);
      if (time !== undefined && time - now > most.claim) this.accuse("a claim is too long");
      if (!this.#isDue(row) || this.#isClaimed(row) || !hasRoom(recipientOf(row))) {
        this.#due.delete(row.id);
        continue;
      }
      const since = this.#due.get(row.id) ?? now;
      this.#due.set(row.id, since);
      if (now - Math.max(since, calmSince) > most.waiting) {
        this.accuse(`a mail is held up (${row.kind}, attempts ${row.attempts})`);
        this.#due.set(row.id, now);
      }
    }
    this.#checkGivenUp(rows);
  }

  /** The staff's command, on mails that were given up. */
  async redeliver(): Promise<void> {
    this.#checkGivenUp();
    const db = new Kysely<Database>({ dialect: nodeSqliteDialect(this.#world.files.file) });
    const dead = this.#notifications().filter(({ status }) => status === "dead");
    const made = dead.map(({ id }) => this.#attemptsOf(id));
    for (const attempt of made.flat()) attempt.isExcused = true;
    const redelivered = redeliver(db, clockOf(this.#world.time))
      .then((count) => {
        if (count !== dead.length) this.accuse(`${count} of ${dead.length} mails are sent again`);
        for (const [index, { id }] of dead.entries()) this.#begun.set(id, made[index]?.length ?? 0);
      })
      // The staff are told.
      .catch((error: unknown) => this.#world.note(`redeliver: ${error}`))
      .finally(() => db.destroy());
    // In the days after, nothing else lets time pass.
    if (this.#world.isCalm) await this.#world.time.advance(this.#world.time.now + 1_000);
    await redelivered;
  }

  /** When the last of the mails that wait is due, in the world's time; undefined when none waits. */
  lastDue(): number | undefined {
    const due = this.#notifications()
      .filter(({ status }) => status === "pending")
      .map((row) => this.#timeOf(row.next_attempt_at) ?? 0);
    return due.length > 0 ? Math.max(...due) : undefined;
  }

  isAnyDue(): boolean {
    return this.#notifications().some((row) => this.#isDue(row));
  }

  /** In the end. */
  judge(): void {
    this.#checkGivenUp();
    const contacts = this.#contacts();
    const forms = Map.groupBy(contacts, ({ message }) => message);
    for (const [form, rows] of forms) if (rows.length > 1) this.accuse(`post ${form} is stored twice`);
    for (const [form, reference] of this.#told)
      if (!forms.get(form)?.some(({ id }) => referenceOf(id) === reference))
        this.accuse(`post ${form} was called stored, and is not`);
    for (const [client, rows] of Map.groupBy(contacts, ({ linkedin_url }) => linkedin_url))
      if (rows.length > postLimit) this.accuse(`client ${client} has stored ${rows.length} posts`);
    const mails = this.#notifications();
    this.#judgeCorrections(contacts, mails);
    for (const contact of contacts)
      this.#judgeTold(
        contact,
        mails.filter((row) => row.submission_id === contact.id),
      );
    for (const row of mails) this.#judgeMail(row);
  }

  /** Everybody who is to be told of a post has a mail about it, and has got it if that was not given up. */
  #judgeTold({ email, message }: Contact, mails: Notification[]): void {
    const people = message.endsWith("true") ? [email, ...staff] : staff;
    const recipients = mails.map(recipientOf).sort();
    if (recipients.join() !== [...people].sort().join())
      this.accuse(`post ${message} has mails to ${recipients}`);
    const got = mails.flatMap(({ id }) => this.#attemptsOf(id)).flatMap(({ delivered }) => delivered);
    const givenUp = mails.filter(({ status }) => status === "dead").map(recipientOf);
    for (const person of people)
      if (!got.includes(person) && !givenUp.includes(person))
        this.accuse(`${person} was never told of a post`);
  }

  /** Each correction replaces another one of the submissions of its form. */
  #judgeCorrections(contacts: Contact[], mails: Notification[]): void {
    for (const [form, rows] of Map.groupBy(contacts, ({ email }) => email)) {
      const ids = new Set(rows.map(({ id }) => id));
      const replaced = mails
        .filter(({ submission_id, recipients }) => ids.has(submission_id) && recipients === first)
        .map(({ payload }) => JSON.parse(payload).replaces)
        .filter(Boolean);
      const known = new Set(rows.map(({ id }) => referenceOf(id)));
      if (replaced.length !== rows.length - 1 || new Set(replaced).size !== replaced.length)
        this.accuse(`of the ${rows.length} posts of ${form}, ${new Set(replaced).size} are replaced`);
      if (replaced.some((reference) => !known.has(reference))) this.accuse(`${form} replaces a stranger's`);
    }
  }

  #judgeMail(row: Notification): void {
    if (row.claimed_until) this.accuse("a claim outlives everything");
    if (row.status === "pending") this.accuse("a mail waits for ever");
    if (row.status === "dead" && this.#world.plan.refusals > 0)
      this.accuse("a redelivered mail was given up");
  }

  /** A mail is given up for what happened since it began (anew), and not for less; nor is it repeated for ever. */
  #checkGivenUp(rows = this.#notifications()): void {
    for (const row of rows) {
      const made = this.#attemptsOf(row.id).slice(this.#begun.get(row.id) ?? 0);
      const isCounted = (attempt: Attempt) =>
        !attempt.isLost &&
        !made.some((other) => other.number === attempt.number && this.#hasRunOut(attempt, other));
      const unclear = made.filter((one) => one.answer === "unclear" && isCounted(one)).length;
      if (unclear > attempts.unclear) this.accuse("a mail is repeated again and again");
      if (row.status !== "dead" || unclear === attempts.unclear) continue;
      const isFinal = made.some(({ treatment }) => treatment === "refuse for good");
      const mayBe = row.kind === "receipt" && (isFinal || made.length >= attempts.all);
      if (!mayBe) this.accuse(`a mail was given up (${row.kind}, after ${made.length} attempts)`);
    }
  }

  /**
   * Whether the claim of an attempt ran out before the other one, while the database was away: its own instance still
   * knows of it, no other can.
   */
  #hasRunOut(attempt: Attempt, other: Attempt): boolean {
    return attempt.start < Math.min(this.#world.lastOutage, other.start) && attempt.machine !== other.machine;
  }

  #unmarked(instance: Instance): Attempt[] {
    return this.#notifications()
      .filter(({ status }) => status === "pending")
      .flatMap((row) =>
        this.#attemptsOf(row.id)
          // Of attempts before the mail began anew, its row says nothing any more.
          .slice(this.#begun.get(row.id) ?? 0)
          .filter(({ machine, number }) => machine === instance && row.attempts <= number),
      );
  }

  #attemptsOf(id: string): Attempt[] {
    return this.#world.mails.attempts.filter((attempt) => attempt.id === id);
  }

  #notifications(): Notification[] {
    return (this.#notificationQuery?.all() ?? []) as unknown as Notification[];
  }

  #contacts(): Contact[] {
    return (this.#contactQuery?.all() ?? []) as unknown as Contact[];
  }

  #isDue(row: Notification): boolean {
    return row.status === "pending" && (this.#timeOf(row.next_attempt_at) ?? 0) <= this.#world.time.now;
  }

  #isClaimed(row: Notification): boolean {
    return (this.#timeOf(row.claimed_until) ?? 0) > this.#world.time.now;
  }

  /** In the world's time. */
  #timeOf(time: string | null): number | undefined {
    const { date, now } = this.#world.time;
    return time === null ? undefined : Date.parse(time) - date.getTime() + now;
  }
}

function recipientOf({ kind, email, recipients }: Notification): string {
  return kind === "receipt" ? email : (recipientsOf({ recipients })[0] ?? String(staff[0]));
}
