import { spawn, spawnSync } from "node:child_process";
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, type RunningPostgres, startPostgres } from "../support/postgres.ts";
import { startSmtp, type TestSmtp } from "../support/smtp.ts";
import { query } from "./query.ts";
import { SiteProcess } from "./site-process.ts";
import { Visitors } from "./visitors.ts";

export type Kind = "sqlite" | "postgres";

/** A fault, and what the site has to do under it. */
export interface Scenario {
  /** For `--only`. */
  name: string;
  databases: readonly Kind[];
  /** The slowest answer to a post that is allowed, in milliseconds. */
  worst: number;
  /** How many mails may come again: each time the site or a connection was cut off while one was sent. */
  mailedTwice?: number;
  /** Takes minutes in which next to nothing is done, so it is played beside the others. */
  waits?: true;
  /** Has a PostgreSQL server for itself, which is stopped or set otherwise. */
  hasOwnServer?: boolean;
  /** Size of the disk that the database lies on, for `mount`; for it one has to be root. */
  disk?: string;
  /** Why it cannot be played on this machine. */
  missing?: () => string | undefined;
  /** Who gets the notifications. */
  staff?: string[];
  run(stage: Stage): Promise<void>;
}

/** Also done when somebody breaks it off. */
const leftovers = new Set<() => void>();
process.once("exit", () => {
  for (const remove of leftovers) remove();
});

/** What a scenario is played on: a database, a mail server and a place for the site. */
export class Stage {
  readonly kind: Kind;
  /** DATA_DIR, and the address of the database in it or on the server. */
  readonly folder: string;
  databaseUrl: string;
  readonly server: RunningPostgres | undefined;
  smtp: TestSmtp;
  readonly staff: string[];
  /** How much slower the machine is than two quiet cores: every limit of time is multiplied by it. */
  readonly slowness: number;
  /** They know the first site's address. */
  readonly visitors: Visitors;
  /** What should not have been. */
  readonly misses: string[] = [];
  /** What else is worth telling. */
  readonly notes: string[] = [];
  /** Claims of those who were killed last for minutes. */
  hasCrashed = false;
  readonly #port: number;
  readonly #sites: SiteProcess[] = [];
  readonly #endings: (() => unknown)[] = [];

  private constructor(
    given: Pick<Stage, "kind" | "folder" | "databaseUrl" | "server" | "smtp" | "staff" | "slowness">,
    port: number,
  ) {
    this.kind = given.kind;
    this.folder = given.folder;
    this.databaseUrl = given.databaseUrl;
    this.server = given.server;
    this.smtp = given.smtp;
    this.staff = given.staff;
    this.slowness = given.slowness;
    this.#port = port;
    this.visitors = new Visitors(`http://127.0.0.1:${port}`, given.slowness);
  }

  /** @param shared a PostgreSQL server for those that need none for themselves */
  static async build(
    scenario: Scenario,
    kind: Kind,
    shared: () => Promise<RunningPostgres>,
    slowness: number,
  ): Promise<Stage> {
    const folder = mkdtempSync(join(tmpdir(), "chaos-"));
    chmodSync(folder, 0o755);
    const disk = join(folder, "disk");
    mkdirSync(disk);
    if (scenario.disk) spawnSync("mount", ["-t", "tmpfs", "-o", `size=${scenario.disk}`, "tmpfs", disk]);
    const own =
      kind === "postgres" && scenario.hasOwnServer
        ? await startPostgres({ isDurable: true, ...(scenario.disk ? { folder: disk } : {}) })
        : undefined;
    const removeAll = () => {
      if (scenario.disk) spawnSync("umount", ["-l", disk]);
      rmSync(folder, { recursive: true, force: true });
    };
    leftovers.add(removeAll);
    const smtp = await startSmtp();
    const databaseUrl =
      kind === "sqlite"
        ? `sqlite:${join(disk, "site.db")}`
        : await makeDatabase((own ?? (await shared())).url, scenario.name);
    const staff = scenario.staff ?? ["staff@site.example"];
    const stage = new Stage(
      { kind, folder: disk, databaseUrl, server: own, smtp, staff, slowness },
      await freePort(),
    );
    stage.atEnd(() => {
      leftovers.delete(removeAll);
      removeAll();
    });
    stage.atEnd(() => stage.smtp.crash());
    stage.atEnd(() => own?.stop());
    return stage;
  }

  /** Done in reverse order, after the sites have ended. */
  atEnd(ending: () => unknown): void {
    this.#endings.unshift(ending);
  }

  /** @param miss what is not as it should be, when the claim does not hold */
  expect(claim: boolean, miss: string): void {
    if (!claim) this.misses.push(miss);
  }

  /** The first site, or the one in its place; with a PORT of its own, one beside it. Is up when it is returned. */
  async startSite(env: Record<string, string> = {}): Promise<SiteProcess> {
    const site = this.launchSite(env);
    await site.untilUp();
    return site;
  }

  /** The first site with some forms in its database, and nobody who sends. */
  async startWithForms(env: Record<string, string> = {}): Promise<SiteProcess> {
    const site = await this.startSite(env);
    const load = this.visitors.come();
    await this.visitors.areStored(60, 30_000);
    await load.end();
    return site;
  }

  /** Writes a backup by the staff's command, once every mail is sent. @returns the file */
  async backUp(file = join(this.folder, "copy.db")): Promise<string> {
    await this.drain();
    const { code, output } = await this.command("backup", file);
    this.expect(code === 0, `backup: ${output}`);
    return file;
  }

  launchSite(env: Record<string, string> = {}): SiteProcess {
    const site = new SiteProcess({ ...this.#env(), ...env });
    this.#sites.push(site);
    return site;
  }

  /**
   * One of the staff's commands; its errors are on `output` as well.
   *
   * @param words what is typed, and at the end after how many milliseconds it is killed, if it is
   */
  async command(
    ...words: (string | { killAfter: number })[]
  ): Promise<{ code: number | null; output: string }> {
    const args = words.filter((word) => typeof word === "string");
    const fate = words.find((word) => typeof word === "object");
    const child = spawn(process.execPath, ["build/server/staff.js", ...args], {
      env: { ...process.env, ...this.#env() },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (part) => {
        output += part;
      });
    const killing = fate && setTimeout(() => child.kill("SIGKILL"), fate.killAfter);
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    clearTimeout(killing);
    return { code, output };
  }

  /** For a PORT. */
  async freePort(): Promise<string> {
    return String(await freePort());
  }

  query<Row>(statement: string, values?: (string | number | null)[]): Promise<Row[]> {
    return query<Row>(this.databaseUrl, statement, values);
  }

  /** Resolves as soon as it holds; false when the time is over, in milliseconds. */
  async becomes(holds: () => boolean | Promise<boolean>, timeout: number): Promise<boolean> {
    const end = performance.now() + timeout * this.slowness;
    for (; performance.now() < end; await sleep(50)) if (await holds()) return true;
    return holds();
  }

  /** Waits until nothing is left to be mailed. What waits for its next attempt is due at once. */
  async drain(timeout = 60_000): Promise<void> {
    if (!this.#sites.some((site) => site.isRunning)) await this.startSite();
    const isEmpty = async () => {
      const open = await this.query("select id from notifications where status = 'pending'").catch(() => [0]);
      if (open.length === 0) return true;
      const past = new Date(Date.now() - 3_600_000).toISOString();
      const free = this.hasCrashed
        ? ["", "claimed_until = null,"]
        : ["and (claimed_until is null or claimed_until < ?)", ""];
      await this.query(
        `update notifications set ${free[1]} next_attempt_at = ? where status = 'pending' ${free[0]}`,
        this.hasCrashed ? [past] : [past, new Date(Date.now() - 3_600_000).toISOString()],
      ).catch(() => {});
      this.hasCrashed = false;
      // A new form wakes the outbox.
      await this.visitors.send(this.visitors.fillIn());
      await sleep(1_000);
      return false;
    };
    await this.becomes(isEmpty, timeout);
  }

  /** Files with visitors' words are for the site's own account. */
  checkRights(): void {
    for (const file of globSync("{site.db*,mail,mail/*}", { cwd: this.folder }))
      this.expect((statSync(join(this.folder, file)).mode & 0o077) === 0, `others can read ${file}`);
  }

  async clear(): Promise<void> {
    for (const site of this.#sites) {
      if (site.lastWords) this.misses.push(`a site ended by itself: ${site.lastWords}`);
      if (site.isRunning) await site.end("SIGKILL");
    }
    for (const ending of this.#endings) await ending();
  }

  #env(): Record<string, string> {
    return {
      PORT: String(this.#port),
      DATA_DIR: this.folder,
      DATABASE_URL: this.databaseUrl,
      SMTP_URL: this.smtp.url,
      NOTIFY_TO: this.staff.join(","),
      SUBMISSION_RATE_LIMIT: "0",
    };
  }
}

async function makeDatabase(serverUrl: string, name: string): Promise<string> {
  const database = `chaos_${name.replaceAll("-", "_")}_${process.pid}`;
  await query(serverUrl, `create database ${database}`);
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
