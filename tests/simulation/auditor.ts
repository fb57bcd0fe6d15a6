import type { DatabaseSync, StatementSync } from "node:sqlite";
import { Kysely, type Selectable } from "kysely";
import type { Database, NotificationRow } from "#database/schema.ts";
import { nodeSqliteDialect } from "#database/sqlite/sqlite-dialect.server.ts";
import { mostAttempts, mostUnclear } from "#submissions/mail/failed-attempt.ts";
import { redeliver } from "#submissions/mail/redeliver.server.ts";
import { recipientsOf } from "#submissions/mail/staff-recipients.server.ts";
import { referenceOf, type SubmissionOutcome } from "#submissions/submission.ts";
import { clockOf, type Instance, staff } from "./instance.ts";
import type { Attempt } from "./mail-server.ts";
import { type Post, postLimit } from "./plan.ts";
import { formOf } from "./visitors.ts";
import type { World } from "./world.ts";

type Notification = Selectable<NotificationRow>;
type Contact = Selectable<Database["contact_submissions"]>;

/** In milliseconds: what outbox and store promise, and some seconds. */
const most = { claim: 151_000, waiting: 45_000, attempt: 121_000, answer: 8_100, woken: 13_000 };
const least = {
  /** What is left of the claim of a mail that is being sent. */
  claim: 125_000,
  /** An attempt in a stop goes on for so long. */
  stop: 14_900,
  /** A post is tried again for so long, upload and pauses apart, while the database breaks connections off. */
  trying: 5_000,
};
/** Until a mail is marked once the database is there again, in milliseconds. */
const marking = 15_000;
const slots = { all: 5, recipient: 2, receipts: 3 };

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
  /** Which instance said in quiet times that it stored a post, by the post's reference. */
  readonly #stored = new Map<string, Instance>();
  /** When each mail was first seen waiting though the instance that stored it could send it. */
  readonly #forgotten = new Map<string, number>();
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
    const { lastFault, time } = this.#world;
    if (outcome && time.now - arrived > most.answer) this.accuse(`post ${form} was answered late`, instance);
    if (!outcome) {
      if (!instance.isDead) this.accuse(`post ${form}, which had begun, was not answered`, instance);
    } else if (outcome.kind === "failed") {
      const isBrokenOff = String((outcome.error as { code?: unknown }).code).startsWith("ECONN");
      if (lastFault < arrived || (isBrokenOff && time.now - arrived < least.trying))
        this.accuse(`post ${form} failed: ${outcome.error}`, instance);
    } else if (outcome.kind === "limited") {
      const stored = this.#contacts().filter(({ linkedin_url }) => linkedin_url === String(post.client));
      if (stored.length < postLimit) this.accuse(`a client was limited after ${stored.length} posts`);
    } else {
      const before = this.#told.get(form) ?? outcome.reference;
      if (before !== outcome.reference) this.accuse(`post ${form} has two references`);
      this.#told.set(form, outcome.reference);
      if (lastFault < arrived && !this.#stored.has(outcome.reference))
        this.#stored.set(outcome.reference, instance);
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
        mails.filter(({ recipient }) => !staff.includes(recipient)).length > slots.receipts ||
        mails.some(({ recipient }) => countTo(mails, recipient) > slots.recipient)
      )
        this.accuse("too many mails are sent at once");
    const isFull = (mails: Attempt[], to: string) =>
      mails.length >= slots.all ||
      countTo(mails, to) >= slots.recipient ||
      (!staff.includes(to) &&
        mails.filter((mail) => !staff.includes(mail.recipient)).length >= slots.receipts);
    const hasRoom = (to: string, instance?: Instance) =>
      underWay.some(
        ({ one, mails }) => (!instance || one === instance) && !one.isStopping && !isFull(mails, to),
      );
    for (const { machine, answer, start } of this.#world.mails.attempts)
      if (!machine.isDead && !answer && now - start > most.attempt) this.accuse("an attempt does not end");
    const calmSince = Math.max(this.#world.lastFault, this.#world.lastChange);
    const rows = this.#notifications();
    this.#checkClaims(rows);
    this.isAllDone = rows.every(({ status }) => status !== "pending");
    for (const row of rows) {
      const time = this.#timeOf(row.claimed_until);
      if (time !== undefined && time - now > most.claim) this.accuse("a claim is too long");
      const waits = this.#isDue(row) && !this.#isClaimed(row);
      // A mail that was asked for again waits for the next regular look.
      const isNew = row.attempts === 0 && !this.#begun.has(row.id);
      const stored = isNew && this.#stored.get(referenceOf(row.submission_id));
      // Who stored it may have died before it said so.
      const isCalm = (this.#timeOf(row.created_at) ?? 0) > calmSince;
      if (waits && stored && isCalm && hasRoom(recipientOf(row), stored)) {
        const since = this.#forgotten.get(row.id) ?? now;
        this.#forgotten.set(row.id, since);
        if (now - since > most.woken) this.accuse("the outbox was not woken by a post", stored);
      } else this.#forgotten.delete(row.id);
      if (!waits || !hasRoom(recipientOf(row))) {
        this.#due.delete(row.id);
        continue;
      }
      // It may have been tried and asked for again since the last look.
      const tried = this.#attemptsOf(row.id).at(-1)?.start ?? 0;
      const since = Math.max(this.#due.get(row.id) ?? now, tried);
      this.#due.set(row.id, since);
      if (now - Math.max(since, calmSince) > most.waiting) {
        this.accuse(`a mail is held up (${row.kind}, attempts ${row.attempts})`);
        this.#due.set(row.id, now);
      }
    }
    this.#checkGivenUp(rows);
  }

  /** Claims are renewed long before they end. */
  #checkClaims(rows: Notification[]): void {
    const { mails, lastFault, time } = this.#world;
    for (const { id, machine, answer, start } of mails.attempts) {
      if (machine.isDead || answer || start <= lastFault) continue;
      // Another instance may have sent it before, and marks that now.
      const row = rows.find((one) => one.id === id && one.status === "pending");
      const end = this.#timeOf(row?.claimed_until ?? null) ?? 0;
      if (row && end - time.now < least.claim)
        this.accuse("the claim of a mail that is being sent is not renewed");
    }
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
    this.#judgeStops(mails);
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

  /** Each correction replaces the submission of its form before, unless that was a stranger's. */
  #judgeCorrections(contacts: Contact[], mails: Notification[]): void {
    for (const rows of Map.groupBy(contacts, ({ email }) => email[0]).values())
      for (const [place, { id, email, message }] of rows.entries()) {
        const before = rows[place - 1];
        const replaced = before?.email === email ? referenceOf(before.id) : undefined;
        for (const { submission_id, payload } of mails)
          if (submission_id === id && JSON.parse(payload).replaces !== replaced)
            this.accuse(`post ${message} does not replace what it should`);
      }
  }

  /** In a stop, mails that are being sent have some time, and what is broken off then is no attempt. */
  #judgeStops(rows: Notification[]): void {
    for (const { machine, brokenOff, start } of this.#world.mails.attempts) {
      const { mailsStopped = Number.POSITIVE_INFINITY } = machine as Instance;
      if (brokenOff !== undefined && brokenOff - start < most.attempt - 2_000)
        if (brokenOff - mailsStopped < least.stop) this.accuse("a stop does not wait for its mails");
    }
    for (const { id, attempts: counted } of rows) {
      const made = this.#attemptsOf(id).slice(this.#begun.get(id) ?? 0);
      const real = made.filter(
        ({ isLost, brokenOff, answer }) => !isLost && !(brokenOff && answer === "refused"),
      );
      if (counted > real.length) this.accuse("what a stop broke off counts as an attempt");
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
      if (unclear > mostUnclear) this.accuse("a mail is repeated again and again");
      if (row.status !== "dead" || unclear === mostUnclear) continue;
      const isFinal = made.some(({ treatment }) => treatment === "refuse for good");
      const mayBe = row.kind === "receipt" && (isFinal || made.length >= mostAttempts);
      if (!mayBe) this.accuse(`a mail was given up (${row.kind}, after ${made.length} attempts)`);
    }
  }

  /**
   * Whether the claim of an attempt ran out before the other one, while the database was away: its own instance still
   * knows of it, no other can, until it is marked.
   */
  #hasRunOut(attempt: Attempt, other: Attempt): boolean {
    const { lastOutage, lastFault } = this.#world;
    return (
      attempt.start < Math.min(lastOutage, other.start) &&
      attempt.machine !== other.machine &&
      (attempt.machine.isDead || other.start < Math.max(lastOutage, lastFault) + marking)
    );
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
