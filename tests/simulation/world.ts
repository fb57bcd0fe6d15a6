import type { DatabaseSync } from "node:sqlite";
import { seededRandom } from "#app/design/rings.ts";
import { stopping } from "#server/close-gently.ts";
import { Auditor } from "./auditor.ts";
import type { DatabaseFiles, Faults } from "./faulty-database.ts";
import { Instance } from "./instance.ts";
import { MailServer, type Treatment } from "./mail-server.ts";
import { busyTime, type Incident, type Plan } from "./plan.ts";
import { drain } from "./settling.ts";
import { VirtualTime } from "./virtual-time.ts";
import { Visitors } from "./visitors.ts";

/** In milliseconds. */
const times = {
  /** The process is ended from outside: server/start-server.ts. */
  grace: stopping.all,
  /** Until whoever watches over the instances starts another one. */
  restart: 2_000,
  /** Claims of dead instances end meanwhile; less is enough where no mail is left. */
  quiet: 190_000,
  least: 30_000,
  /** A claim, and some time in which the mails may be claimed again before they are marked. */
  outage: 180_000,
};

type Weather = "away" | "read-only" | "locked" | "slow";

export interface Result {
  /** What went wrong; nothing should. */
  violations: string[];
  /** What happened, line by line. */
  trace: string[];
  /** Of everything that happened, each query and each throw of the dice too: the same for the same plan. */
  digest: string;
}

/** Instances, visitors and a mail server in a world of its own time, in which everything breaks that the plan names. */
export class World {
  readonly plan: Plan;
  readonly time: VirtualTime;
  readonly files: DatabaseFiles;
  readonly mails: MailServer;
  readonly auditor: Auditor;
  readonly trace: string[] = [];
  readonly instances: Instance[] = [];
  /** Whether nothing breaks any more. */
  isCalm = false;
  /** Overrides the plan's. */
  treatment: Treatment | undefined;
  /** When an instance last came or went. */
  lastChange = 0;
  /** When the database was last away for longer than a claim lasts. */
  lastOutage = 0;
  /** What the database suffers from. */
  readonly #weather: Weather[] = [];
  #lastFault = 0;
  /** When queries last took long without failing. */
  #lastDelay = 0;
  #mailCount = 0;
  #instanceCount = 0;

  constructor(plan: Plan, files: DatabaseFiles) {
    this.plan = plan;
    this.files = files;
    this.time = new VirtualTime(seededRandom(String(plan.chance)));
    this.mails = new MailServer(
      this.time,
      () => this.#nextTreatment(),
      (attempt, recipient) => this.auditor.delivered(attempt, recipient),
    );
    this.auditor = new Auditor(this);
  }

  async run(): Promise<Result> {
    this.files.renew();
    this.time.install();
    const observer = this.files.open();
    try {
      this.auditor.open(observer);
      await this.#happen(observer);
      await drain(this);
      this.auditor.judge();
    } catch (error) {
      this.auditor.accuse(`the simulation failed: ${error instanceof Error ? error.stack : error}`);
    } finally {
      for (const instance of this.instances) if (!instance.isDead) instance.kill();
      observer.close();
      this.time.uninstall();
    }
    return { violations: this.auditor.violations, trace: this.trace, digest: this.time.digest };
  }

  note(what: string, instance?: Instance): void {
    this.trace.push(`${(this.time.now / 1_000).toFixed(3)} ${instance?.name ?? "-"} ${what}`);
    this.time.log(what);
  }

  /** An instance that stops takes what comes, for a while. */
  get open(): Instance[] {
    return this.instances.filter(({ isDead, server }) => !isDead && server.isListening);
  }

  /** When the database last failed somebody. */
  get lastFault(): number {
    return this.#weather.length > 0 ? this.time.now : this.#lastFault;
  }

  start(skew: number): Instance {
    this.#instanceCount += 1;
    const instance = new Instance({
      name: String(this.#instanceCount),
      skew,
      time: this.time,
      file: this.files.file,
      faults: (owner) => this.#faultsOf(owner),
      mailer: (owner) => this.mails.mailerOf(owner),
      log: silent,
    });
    this.instances.push(instance);
    this.lastChange = this.time.now;
    this.note("starts", instance);
    return instance;
  }

  /** As a deploy does; resolves once the process has ended. */
  async stop(instance: Instance): Promise<void> {
    if (instance.isDead || instance.isStopping) return;
    const began = this.time.now;
    this.note("is told to stop", instance);
    const guard = this.time.schedule(() => this.#endInTime(instance, began), times.grace);
    await instance.stop();
    // It was killed meanwhile.
    if (instance.isDead) return;
    guard.isOff = true;
    this.note("has stopped", instance);
    this.auditor.stopped(instance, began);
    instance.isDead = true;
    this.lastChange = this.time.now;
  }

  /** Each has the time that it may take. */
  async stopAll(): Promise<void> {
    for (const instance of this.instances) void this.stop(instance);
    const end = this.time.now + times.grace + 1_000;
    await this.time.advance(end, () => this.instances.every(({ isDead }) => isDead));
  }

  crash(instance: Instance): void {
    if (instance.isDead) return;
    this.note("crashes", instance);
    this.auditor.crashed(instance);
    instance.kill();
    this.lastChange = this.time.now;
  }

  async #happen(observer: DatabaseSync): Promise<void> {
    for (const skew of this.plan.skews) this.start(skew);
    const visitors = new Visitors(this);
    visitors.come();
    for (const incident of this.plan.incidents)
      this.time.schedule(() => void this.#break(incident, observer), incident.at);
    const watch = this.time.schedule(() => this.auditor.look(), 7_000, 7_000);
    await this.time.advance(busyTime);
    this.isCalm = true;
    if (this.open.filter(({ isStopping }) => !isStopping).length === 0) this.start(0);
    await this.time.advance(busyTime + times.least);
    const isDone = () => this.auditor.isAllDone && this.#weather.length === 0 && visitors.waiting === 0;
    await this.time.advance(busyTime + times.quiet, isDone);
    watch.isOff = true;
    if (visitors.waiting > 0) this.auditor.accuse(`${visitors.waiting} visitors still wait`);
    await this.stopAll();
  }

  async #break(incident: Incident, observer: DatabaseSync): Promise<void> {
    this.note(incident.kind);
    if (incident.kind === "redeliver") return this.auditor.redeliver();
    if (incident.kind === "claims run out") {
      await this.#sending();
      await this.#suffer("away", times.outage, observer);
      this.lastOutage = this.time.now;
      return;
    }
    if (!("instance" in incident)) return this.#suffer(incident.kind, incident.length, observer);
    const place = incident.instance % this.plan.skews.length;
    const instance = this.open.filter(({ isStopping }) => !isStopping)[place];
    if (!instance) return;
    if (incident.kind === "stop while away") {
      await this.#sending(instance);
      void this.#suffer("away", incident.length, observer);
    }
    if (incident.kind === "crash") this.crash(instance);
    else void this.stop(instance);
    await this.time.wait(times.restart);
    this.start(this.plan.skews[place] ?? 0);
  }

  /** Resolves once a mail is being sent, or it has been waited for long enough. */
  async #sending(by?: Instance): Promise<void> {
    const isSending = (one: Instance) => !one.isDead && this.mails.underWay(one).length > 0;
    for (let tries = 0; tries < 300 && !(by ? [by] : this.instances).some(isSending); tries += 1)
      await this.time.wait(100);
  }

  async #suffer(from: Weather, length: number, observer: DatabaseSync): Promise<void> {
    this.#weather.push(from);
    if (from === "locked") while (!tryLock(observer)) await this.time.wait(1);
    await this.time.wait(length);
    if (from === "locked") observer.exec("rollback");
    this.#weather.splice(this.#weather.indexOf(from), 1);
    this.#lastFault = this.time.now;
    if (from === "locked" || from === "slow") this.#lastDelay = this.time.now;
  }

  #endInTime(instance: Instance, began: number): void {
    if (instance.isDead) return;
    const isDelayed = this.#weather.includes("locked") || this.#weather.includes("slow");
    // A database that fails at once is no reason.
    if (!isDelayed && this.#lastDelay < began)
      this.auditor.accuse("a stop took longer than it may", instance);
    this.crash(instance);
  }

  #nextTreatment(): Treatment {
    const { treatments } = this.plan;
    this.#mailCount += 1;
    return this.treatment ?? treatments[this.#mailCount % treatments.length] ?? "accept";
  }

  /** What may happen to an instance at each step that it takes with the database: all that lies in between is its own. */
  #faultsOf(instance: Instance): Faults {
    const step = async () => {
      if (this.#isDue(this.plan.crashes)) this.crash(instance);
      if (instance.isDead) await new Promise(() => {});
      const isSlow = this.#weather.includes("slow") && this.time.random() < 0.2;
      await this.time.wait(Math.ceil(this.time.random() * (isSlow ? 4_000 : 4)));
    };
    return {
      ask: async (query, writes) => {
        this.time.log(`${instance.name} ${query}`);
        await step();
        if (this.#weather.includes("away")) throw lost("ECONNREFUSED");
        if (this.#weather.includes("read-only") && writes) throw readOnly();
      },
      answer: async () => {
        await step();
        if (!this.#isDue(this.plan.lostAnswers)) return;
        this.#lastFault = this.time.now;
        this.note("gets no answer from the database", instance);
        throw lost("ECONNRESET");
      },
    };
  }

  #isDue(rate: number): boolean {
    return rate > 0 && !this.isCalm && this.time.random() * 1_000 < rate;
  }
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };

function lost(code: string): Error {
  return Object.assign(new Error("the connection was lost"), { code });
}

function readOnly(): Error {
  return Object.assign(new Error("attempt to write a readonly database"), { errcode: 8 });
}

function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec("begin immediate");
    return true;
  } catch {
    return false;
  }
}
