import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { openStore } from "#server/open-store.ts";
import { machineClock } from "#system/clock.ts";
import { calendarOf } from "../support/calendar-server.ts";
import { contactRow, contactSubmission } from "../support/form.ts";
import { startPostgres } from "../support/postgres.ts";
import { startSmtp } from "../support/smtp.ts";
import type { Costs } from "./growth.ts";
import { measurePosts, warmUp } from "./posts.ts";
import { type SiteProcess, startSite } from "./processes.ts";
import { memoryOf, processorOf, untilIdle } from "./processor.ts";
import { quantile } from "./queue.ts";

/** Forms, commits and events that are measured, and for how long pages are, in seconds. */
const amounts = { seconds: 2, forms: 600, commits: 400, events: 400 };
const clients = 16;

/** What a page, a form, an event and a stored row cost on this machine. Linux only; the machine should do nothing else. */
export async function measureCosts(host: string): Promise<Costs> {
  const folder = mkdtempSync(join(tmpdir(), "costs-"));
  const smtp = await startSmtp();
  const postgres = await startPostgres({ isDurable: true });
  const environment = (name: string, more: Record<string, string> = {}) => {
    mkdirSync(join(folder, name));
    const settings = { DATA_DIR: join(folder, name), SMTP_URL: smtp.url, LOG_LEVEL: "silent", ...more };
    return { ...process.env, SUBMISSION_RATE_LIMIT: "0", ...settings };
  };
  try {
    const site = await startSite(environment("sqlite"));
    const start = await memoryOf(site.pid);
    const page = await measurePages(site, "/framework/overview");
    const home = await measurePages(site, "/");
    const formPage = await measurePages(site, "/contact");
    const form = await measureForms(site, () => processorOf(site.pid));
    const load = await memoryOf(site.pid);
    await site.stop("SIGTERM");
    const onPostgres = await measurePostgres(
      environment("postgres", { DATABASE_URL: postgres.url }),
      postgres,
    );
    return {
      processor: { page: page.processor, home: home.processor, formPage: formPage.processor, form },
      postgresProcessor: onPostgres.processor,
      sqliteCommit: await measureCommits(`sqlite:${join(folder, "commits.db")}`),
      stored: {
        sqlite: Math.round(statSync(join(folder, "sqlite/site.db")).size / (amounts.forms + warmUp)),
        postgres: onPostgres.stored,
      },
      pageBytes: page.bytes,
      event: await measureEvents(folder, host, environment),
      memory: { start, load },
      measuredPoint: {
        ...{ clients, processors: availableParallelism() },
        ...{ perSecond: Math.round(formPage.perSecond), p50: formPage.p50 },
      },
    };
  } finally {
    await smtp.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const rounded = (milliseconds: number) => Number(milliseconds.toPrecision(3));

/** Clients that ask again as soon as they are answered; the best of five rounds, since others use the machine as well. */
async function measurePages({ address, pid }: SiteProcess, path: string) {
  const connections = await Promise.all(Array.from({ length: clients }, () => connectTo(address, path)));
  const rounds: { processor: number; perSecond: number; p50: number; bytes: number }[] = [];
  for (let round = 0; round < 6; round += 1) {
    const [times, start, before]: [number[], number, number] = [[], performance.now(), processorOf(pid)];
    let bytes = 0;
    const end = start + amounts.seconds * 1_000;
    const client = async ({ ask }: (typeof connections)[number]) => {
      while (performance.now() < end) {
        const asked = performance.now();
        bytes = await ask();
        times.push(performance.now() - asked);
      }
    };
    await Promise.all(connections.map(client));
    const seconds = (performance.now() - start) / 1_000;
    const processor = rounded((processorOf(pid) - before) / times.length);
    rounds.push({ processor, perSecond: times.length / seconds, p50: rounded(quantile(times, 0.5)), bytes });
  }
  for (const { close } of connections) close();
  const [best] = rounds.slice(1).sort((one, other) => other.perSecond - one.perSecond);
  if (!best) throw new Error("no round was measured");
  return best;
}

/**
 * A connection that asks again and again. Node's own client needs more processor time for an answer than the site.
 *
 * @returns what asks once and tells the bytes of headers and body
 */
async function connectTo(address: string, path: string) {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  let [bytes, expected] = [0, Number.POSITIVE_INFINITY];
  let answered = (_bytes: number) => {};
  socket.on("data", (part: Buffer) => {
    if (bytes === 0) {
      const head = part.toString("latin1");
      const length = Number(/^content-length: (\d+)\r$/im.exec(head)?.[1]);
      if (!head.startsWith("HTTP/1.1 200 ") || Number.isNaN(length)) throw new Error(head.slice(0, 500));
      expected = head.indexOf("\r\n\r\n") + 4 + length;
    }
    bytes += part.length;
    if (bytes >= expected) answered(bytes);
  });
  return {
    ask: () =>
      new Promise<number>((resolve) => {
        bytes = 0;
        answered = resolve;
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAccept-Encoding: br\r\n\r\n`);
      }),
    close: () => socket.destroy(),
  };
}

/** Of one form: taken, stored, answered, and its mail sent. */
async function measureForms({ address }: SiteProcess, processor: () => number): Promise<number> {
  await untilIdle(processor);
  const before = processor();
  await measurePosts([address], amounts.forms);
  await untilIdle(processor);
  return rounded((processor() - before) / (amounts.forms + warmUp));
}

async function measurePostgres(env: NodeJS.ProcessEnv, server: { url: string; data: string }) {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const size = async () => {
    await client.query("checkpoint");
    return Number((await client.query("select pg_database_size(current_database()) as size")).rows[0].size);
  };
  const site = await startSite(env);
  const postmaster = Number(readFileSync(join(server.data, "postmaster.pid"), "utf8").split("\n")[0]);
  const before = await size();
  const processor = await measureForms(site, () => processorOf(postmaster, true));
  const stored = Math.round(((await size()) - before) / (amounts.forms + warmUp));
  await site.stop("SIGTERM");
  await client.end();
  return { processor, stored };
}

/** How long a form's transaction takes until it is on the disk, one after the other; the median. */
async function measureCommits(databaseUrl: string): Promise<number> {
  const { submissions, connection } = await openStore({ databaseUrl, rateLimit: 0 }, { now: machineClock });
  const times: number[] = [];
  for (let index = 0; index < amounts.commits; index += 1) {
    const [email, text] = [`${randomUUID()}@visitor.example`, "x".repeat(500)];
    const asked = performance.now();
    const outcome = await submissions.submit(
      contactSubmission({
        ...{ submissionId: randomUUID(), applicantEmail: email, answers: { motivation: text } },
        row: contactRow({ email, message: text }),
      }),
      "192.0.2.1",
    );
    if (outcome.kind !== "saved") throw new Error(`a form was ${outcome.kind}`);
    times.push(performance.now() - asked);
  }
  await connection.close();
  return rounded(quantile(times, 0.5));
}

/** Of one that a feed newly has: what a start with many takes beside one with a single event. */
async function measureEvents(
  folder: string,
  host: string,
  environment: (name: string, more: Record<string, string>) => NodeJS.ProcessEnv,
): Promise<number> {
  const startWith = async (count: number) => {
    const file = join(folder, `${count}.ics`);
    writeFileSync(
      file,
      calendarOf(
        host,
        Array.from({ length: count }, (_, index) => eventAfter(index)),
      ),
    );
    const site = await startSite(environment(`events-${count}`, { EVENTS_FEED_URL: `file:${file}` }));
    const processor = () => processorOf(site.pid);
    await untilIdle(processor);
    const taken = processor();
    await site.stop();
    return taken;
  };
  const [one, many] = [await startWith(1), await startWith(amounts.events)];
  return rounded((many - one) / (amounts.events - 1));
}

/** So many days from now. */
function eventAfter(days: number) {
  const time = (hours: number) =>
    `${new Date(machineClock().getTime() + (days + 2) * 86_400_000 + hours * 3_600_000).toISOString().replaceAll(/[-:]|\.\d+/g, "")}`;
  return { uid: `event-${days}@a.example`, title: `Gathering ${days}`, start: time(0), end: time(1) };
}
