import { connectionsOfInstance } from "#database/postgres/postgres-dialect.server.ts";
import { inWords } from "#system/language.ts";
import { arrivals, exponential, type Job, quantile, randomFrom, serve } from "./queue.ts";

/** What was measured: see costs.json, which `npm run scale -- --measure` writes. */
export interface Costs {
  /** Processor time of the site's process for one request, in milliseconds. */
  processor: Record<"page" | "home" | "formPage" | "form", number>;
  /** Of the database server for one form, in milliseconds. */
  postgresProcessor: number;
  /** One form's transaction until it is on the disk, one after the other, in milliseconds. */
  sqliteCommit: number;
  /** A stored form with its mail and keys, all indexes included, in bytes. */
  stored: Record<"sqlite" | "postgres", number>;
  /** A page over the wire, with its headers, in bytes. */
  pageBytes: number;
  /** An event that is new: read, shown and given a page, in milliseconds of processor. */
  event: number;
  /** Of the process after its start, and after the load, in megabytes. */
  memory: Record<"start" | "load", number>;
  /** Form pages that one process gave to so many clients, each of which asked again as soon as it was answered; they are compressed on other threads, so all processors work. */
  measuredPoint: { clients: number; processors: number; perSecond: number; p50: number };
}

/** An example, not a forecast: what a small organization's site may have on a day. */
export const sampleLoad = {
  visits: 1_000,
  pagesOfVisit: 4,
  /** Of 100 visits, and of 1,000. */
  formPages: 0.05,
  forms: 0.01,
  /** The fullest hour has this share of a day. */
  peak: 1 / 8,
  years: 2,
};
export const factors = [1, 10, 1_000, 100_000];

/** How full a machine may be planned: what is above is for the day on which another one fails. */
const planned = 0.6;
/** Share of pages that a cache in front answers, since they may be shared (docs/specification.md, 'Caching'). */
const cached = 0.95;
/** Processors of the machine that PostgreSQL has for itself. */
const postgresProcessors = 8;
/** Connections of one process to PostgreSQL, but for those of its start. */
const connections = connectionsOfInstance.visitors + connectionsOfInstance.check;
const requests = 100_000;

export interface Need {
  factor: number;
  pagesPerSecond: number;
  formsPerSecond: number;
  /** Processes with nothing in front of them, and behind a cache; response times of these in milliseconds. */
  alone: { processes: number; p50: number; p99: number };
  cached: { processes: number; p50: number; p99: number };
  /** Of one database: how busy it is; above 1 it never catches up. */
  sqliteBusy: number;
  postgresBusy: number;
  connections: number;
  rows: number;
  gigabytes: number;
  mailsPerDay: number;
  megabitsPerSecond: number;
}

export function needOf(factor: number, costs: Costs): Need {
  const { visits, pagesOfVisit, formPages, forms, peak, years } = sampleLoad;
  const perSecond = (factor * visits * peak) / 3_600;
  const [pages, formsPerSecond] = [perSecond * pagesOfVisit, perSecond * forms];
  const mix = { form: formsPerSecond, formPage: perSecond * formPages };
  const alone = { ...mix, page: pages - mix.formPage };
  const behind = { ...mix, page: alone.page * (1 - cached) };
  const stored = factor * visits * forms * 365 * years;
  return {
    ...{ factor, pagesPerSecond: pages, formsPerSecond },
    ...{ alone: fleetFor(alone, costs), cached: fleetFor(behind, costs) },
    sqliteBusy: (formsPerSecond * costs.sqliteCommit) / 1_000,
    postgresBusy: (formsPerSecond * costs.postgresProcessor) / 1_000 / postgresProcessors,
    connections: fleetFor(behind, costs).processes * connections,
    ...{ rows: stored, gigabytes: (stored * costs.stored.postgres) / 1e9 },
    mailsPerDay: factor * visits * forms,
    megabitsPerSecond: (pages * costs.pageBytes * 8) / 1e6,
  };
}

type Mix = Record<"page" | "formPage" | "form", number>;

/** As few processes as are planned for, and how long answers take there: waiting and work, without the network. */
function fleetFor(mix: Mix, costs: Costs): { processes: number; p50: number; p99: number } {
  const kinds = ["page", "formPage", "form"] as const;
  const total = kinds.reduce((sum, kind) => sum + mix[kind], 0);
  const work = kinds.reduce((sum, kind) => sum + (mix[kind] * costs.processor[kind]) / 1_000, 0);
  const processes = Math.max(1, Math.ceil(work / planned));
  const random = randomFrom(1);
  const kindOf = () => {
    let rest = random() * total;
    for (const kind of kinds) {
      rest -= mix[kind];
      if (rest < 0) return kind;
    }
    return "page";
  };
  const jobs: Job[] = arrivals(total, requests, random).map((at) => ({
    at,
    // Some take longer than others.
    takes: exponential(costs.processor[kindOf()] / 1_000, random),
  }));
  const times = serve(jobs, processes).map((done, index) => (done - (jobs[index]?.at ?? 0)) * 1_000);
  return { processes, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** What one of each carries, at what is planned. */
export function ends(costs: Costs) {
  return {
    pagesOfProcess: (planned * 1_000) / costs.processor.page,
    formsOfProcess: (planned * 1_000) / costs.processor.form,
    formsOfSqlite: (planned * 1_000) / costs.sqliteCommit,
    formsOfPostgres: (planned * 1_000 * postgresProcessors) / costs.postgresProcessor,
    processesOfPostgres: Math.floor(100 / connections),
  };
}

/** The tables of docs/scale.md. */
export function tables(costs: Costs): string[] {
  const { processor, stored } = costs;
  const ofPage = (milliseconds: number) => `${round(milliseconds / processor.page)}`;
  const cost = (what: string, milliseconds: number) => [what, `${milliseconds}`, ofPage(milliseconds)];
  const most = ends(costs);
  const needs = factors.map((factor) => needOf(factor, costs));
  const row = (what: string, value: (need: Need) => number | string) => [
    what,
    ...needs.map((need) => (typeof value(need) === "number" ? round(Number(value(need))) : `${value(need)}`)),
  ];
  return [
    table(
      ["processor", "ms", "pages"],
      [
        cost("a finished page, of the site's process", processor.page),
        cost("home", processor.home),
        cost("a form's page", processor.formPage),
        cost("a form: checked, stored, answered, its mail sent", processor.form),
        cost("the same, of PostgreSQL", costs.postgresProcessor),
        cost("an event that is new in a feed", costs.event),
      ],
    ),
    table(
      ["of one", "at most"],
      [
        ["pages a second of a process", round(most.pagesOfProcess)],
        ["forms a second of a process", round(most.formsOfProcess)],
        ["forms a second of SQLite's one writer", round(most.formsOfSqlite)],
        ["forms a second of PostgreSQL on eight processors", round(most.formsOfPostgres)],
        ["processes on one PostgreSQL with its 100 connections", round(most.processesOfPostgres)],
      ],
    ),
    table(
      ["", ...factors.map((factor) => `${round(factor)} ×`)],
      [
        row("visits a day", ({ factor }) => factor * sampleLoad.visits),
        row("pages a second in the fullest hour", ({ pagesPerSecond }) => pagesPerSecond),
        row("forms a second then", ({ formsPerSecond }) => formsPerSecond),
        row("processes without a cache", ({ alone }) => alone.processes),
        row(
          "median and 99th percentile without one, ms",
          ({ alone }) => `${round(alone.p50)}, ${round(alone.p99)}`,
        ),
        row("processes behind a cache", ({ cached: { processes } }) => processes),
        row(
          "median and 99th percentile behind it, ms",
          ({ cached: { p50, p99 } }) => `${round(p50)}, ${round(p99)}`,
        ),
        row("SQLite's writer is busy", ({ sqliteBusy }) => percent(sqliteBusy)),
        row("PostgreSQL is busy", ({ postgresBusy }) => percent(postgresBusy)),
        row("connections to PostgreSQL", (need) => need.connections),
        row(`stored forms after ${inWords(sampleLoad.years)} years`, ({ rows }) => rows),
        row("GB of PostgreSQL for them", ({ gigabytes }) => gigabytes),
        row("GB of SQLite", ({ rows }) => (rows * stored.sqlite) / 1e9),
        row("Mbit/s to visitors", ({ megabitsPerSecond }) => megabitsPerSecond),
        row("mails to the staff a day", ({ mailsPerDay }) => mailsPerDay),
      ],
    ),
  ];
}

/** Two digits that count. */
function round(value: number): string {
  return Number(value.toPrecision(value < 1 ? 1 : 2)).toLocaleString("en-US", { maximumFractionDigits: 6 });
}

function percent(share: number): string {
  return share > 1 ? "more than there is" : `${round(share * 100)} %`;
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
