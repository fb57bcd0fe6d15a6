import { setTimeout as sleep } from "node:timers/promises";
import { buildIfStale } from "#tooling/build/build-if-stale.ts";
import { typedOptions } from "#tooling/typed-options.ts";
import { type RunningPostgres, startPostgres } from "../support/postgres.ts";
import { type Counts, count } from "./count.ts";
import { scenarios } from "./scenarios.ts";
import { type Kind, type Scenario, Stage } from "./stage.ts";

const help = `npm run test:chaos -- [--only NAME,…] [--database sqlite|postgres] [--list] …

Plays faults on the built site from outside (real processes, databases, pooler, mail server, disks) while visitors send forms,
and then counts what is there. Exits with 1 when a form or a mail was lost, or came twice.
  --only NAME,…    some of the faults; \`--list\` tells their names
  --database KIND  one of the databases; without it both
  --kills N, --submissions N  of the fault 'kills': 200 and 5000 without it
  --at-once N      so many faults side by side: 2
  --slowness N     each thing may take N times as long
  --seed WORD      chance begins from here`;

const values = typedOptions(help, {
  only: { type: "string", default: "" },
  database: { type: "string", default: "sqlite,postgres" },
  kills: { type: "string", default: "200" },
  submissions: { type: "string", default: "5000" },
  seed: { type: "string", default: "chaos" },
  "at-once": { type: "string", default: "2" },
  slowness: { type: "string", default: "1" },
  list: { type: "boolean", default: false },
});

interface Row extends Counts {
  scenario: string;
  database: string;
  acknowledged: number;
  /** Milliseconds of the slowest answer to a post. */
  "worst ms": number;
  seconds: number;
  verdict: "ok" | "MISSED" | "skipped";
  /** What is allowed, and what was seen beside it. */
  about: string;
}

const started = performance.now();
const slowness = Number(values.slowness);
const only = values.only.split(",").filter(Boolean);
const databases = values.database.split(",");
const known = scenarios({
  kills: Number(values.kills),
  submissions: Number(values.submissions),
  seed: values.seed,
});
const unknown = only.filter((name) => !known.some((scenario) => scenario.name === name));
const plays = known
  .filter(({ name }) => only.length === 0 || only.includes(name))
  .flatMap((scenario) =>
    scenario.databases.filter((kind) => databases.includes(kind)).map((kind) => ({ scenario, kind })),
  );
const isNothing = unknown.length > 0 || plays.length === 0;
if (values.list || isNothing) {
  console.log(known.map(({ name, databases: on }) => `${name} (${on.join(", ")})`).join("\n"));
  process.exit(isNothing ? 2 : 0);
}

await buildIfStale();
let sharedServer: Promise<RunningPostgres> | undefined;
const shared = () => {
  sharedServer ??= startPostgres({ isDurable: true });
  return sharedServer;
};
const rows: Row[] = [];
const [waiting = [], busy = []] = [true, undefined].map((waits) =>
  plays.filter(({ scenario }) => scenario.waits === waits),
);
const lane = async (own: typeof plays) => {
  for (let next = own.shift(); next; next = own.shift()) {
    const row = await play(next.scenario, next.kind);
    rows.push(row);
    console.log(`${row.scenario} on ${row.database}, ${row.seconds} s: ${row.verdict}; ${row.about}`);
  }
};
const lanes = Array.from({ length: Number(values["at-once"]) }, () => lane(busy));
await Promise.all([lane(waiting), ...lanes]);
await (await sharedServer)?.stop();
console.log("");
console.table(
  Object.fromEntries(rows.map(({ scenario, about: _, ...row }) => [`${scenario} ${row.database}`, row])),
);
const missed = rows.filter(({ verdict }) => verdict === "MISSED");
console.log(`${missed.length} of ${rows.length} missed, in ${secondsSince(started)} seconds`);
process.exit(missed.length > 0 ? 1 : 0);

async function play(scenario: Scenario, kind: Kind): Promise<Row> {
  const start = performance.now();
  const nothing = { lost: 0, twice: 0, "half-written": 0, undelivered: 0, "mailed twice": 0 };
  const row = { scenario: scenario.name, database: kind, acknowledged: 0, ...nothing, "worst ms": 0 };
  const reason =
    scenario.missing?.() ??
    (scenario.disk && process.getuid?.() !== 0 ? "only root can mount a small disk" : undefined);
  if (reason) return { ...row, seconds: 0, verdict: "skipped", about: reason };
  const stage = await Stage.build(scenario, kind, shared, slowness);
  let counts: Counts = nothing;
  try {
    await within(600_000 * slowness, scenario.run(stage));
    await stage.drain();
    stage.checkRights();
    counts = await count(stage.databaseUrl, stage.visitors.acknowledged, stage.smtp, stage.staff);
  } catch (error) {
    stage.misses.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const worst = Math.round(stage.visitors.worst);
  judge(stage, scenario, counts, worst);
  await stage.clear();
  return {
    ...row,
    acknowledged: stage.visitors.acknowledged.size,
    ...counts,
    "worst ms": worst,
    seconds: secondsSince(start),
    verdict: stage.misses.length > 0 ? "MISSED" : "ok",
    about: [
      ...stage.misses,
      `allowed: ${scenario.worst * slowness} ms, ${scenario.mailedTwice ?? 0} mailed twice`,
      ...stage.notes,
    ].join("; "),
  };
}

function judge(stage: Stage, { worst: slowest, mailedTwice = 0 }: Scenario, counts: Counts, worst: number) {
  const { "mailed twice": repeats, ...others } = counts;
  for (const [name, number] of Object.entries(others)) stage.expect(number === 0, `${number} ${name}`);
  stage.expect(repeats <= mailedTwice, `${repeats} mailed twice`);
  stage.expect(worst <= slowest * slowness, `an answer took ${worst} ms`);
}

async function within(time: number, work: Promise<void>): Promise<void> {
  const end = new AbortController();
  const late = sleep(time, undefined, { signal: end.signal, ref: false }).then(() => {
    throw new Error(`it did not end within ${time / 1_000} seconds; beside other work it needs --slowness`);
  });
  late.catch(() => {});
  await Promise.race([work, late]);
  end.abort();
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 1_000);
}
