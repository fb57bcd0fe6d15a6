import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { DatabaseKind } from "#database/migrations/column-types.ts";
import { buildIfStale } from "#tooling/build/build-if-stale.ts";
import { typedOptions } from "#tooling/typed-options.ts";
import { startPostgres } from "../support/postgres.ts";
import { startSmtp } from "../support/smtp.ts";
import { fill } from "./fill.ts";
import { measurePosts } from "./posts.ts";
import { runStaff, startSite } from "./processes.ts";
import { staffCommands } from "./staff-commands.ts";

const help = `npm run test:scale -- [--rows N] [--posts N] [--only sqlite|postgres] [--command WORD]

What the staff's commands and a post cost beside a million submissions, half of them in a table of the original product. Exits with 1
when a limit is missed.
  --rows N        so many submissions: 1000000
  --posts N       so many posts: 1000
  --only KIND     one of the databases; without it both
  --command WORD  one of the staff's commands, in all its ways, and no posts`;

const values = typedOptions(help, {
  rows: { type: "string", default: "1000000" },
  posts: { type: "string", default: "1000" },
  only: { type: "string", default: "sqlite,postgres" },
  command: { type: "string", default: "" },
});
/** Both, in the order of the table. */
const databaseKinds: readonly DatabaseKind[] = ["sqlite", "postgres"];
const rows = Number(values.rows);

/** A post beside a million may take so many times what it takes beside none. */
const postRatio = 1.5;
/** Megabytes that a command may take beside those that every command takes, however many rows there are. */
const memoryLimit = 100;
/** An export of all rows may take so many times what it takes for a tenth of them. */
const memoryRatio = 1.15;

interface Line {
  database: string;
  what: string;
  measured: string;
  limit: string;
  memory: string;
  ok: boolean;
}
const lines: Line[] = [];
/** Tells it at once as well: all of it takes long. */
function tell(line: Line): void {
  lines.push(line);
  console.error(Object.values(line).join("  "));
}

await buildIfStale();
for (const kind of databaseKinds.filter((each) => values.only.split(",").includes(each))) await measure(kind);
console.table(lines);
process.exit(lines.length > 0 && lines.every(({ ok }) => ok) ? 0 : 1);

async function measure(kind: DatabaseKind): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "scale-"));
  const postgres = kind === "postgres" ? await startPostgres({ isDurable: true }) : undefined;
  const smtp = await startSmtp();
  const environment = (name: string) => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir);
    const url = postgres ? postgres.url.replace(/\w+$/, name) : `sqlite:${join(dataDir, "site.db")}`;
    return {
      ...process.env,
      ...{ DATA_DIR: dataDir, DATABASE_URL: url, SMTP_URL: smtp.url, LOG_LEVEL: "silent" },
      SUBMISSION_RATE_LIMIT: "0",
    };
  };
  const [empty, full] = [environment("empty"), environment("full")];
  try {
    if (postgres) await createDatabases(postgres.url, ["empty", "full"]);
    const seconds = await fill(kind, full.DATABASE_URL, rows);
    add(kind, { what: `taking over ${rows / 2} submissions`, measured: seconds, limit: 120 });
    if (!values.command) await measureSites(kind, empty, full);
    await measureCommands(kind, full, folder);
  } finally {
    await smtp.close();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureSites(kind: DatabaseKind, empty: NodeJS.ProcessEnv, full: NodeJS.ProcessEnv) {
  const sites = [await startSite(empty), await startSite(full)];
  const addresses = sites.map(({ address }) => address);
  const [before, after] = await measurePosts(addresses, Number(values.posts));
  for (const site of sites) await site.stop();
  for (const share of ["p50", "p99"] as const) {
    const [none, many] = [before?.[share] ?? 0, after?.[share] ?? 0];
    tell({
      ...{ database: kind, what: `POST ${share}: ${none.toFixed(1)} ms beside none, ${many.toFixed(1)} ms` },
      ...{ measured: `${(many / none).toFixed(2)} ×`, limit: `${postRatio} ×`, memory: "" },
      ok: many / none <= postRatio,
    });
  }
}

async function measureCommands(kind: DatabaseKind, env: NodeJS.ProcessEnv, folder: string): Promise<void> {
  const least = await runStaff(env, folder, ["--help"]);
  const taken = new Map<string, number>();
  const commands = await staffCommands(String(env.DATABASE_URL), rows, folder);
  for (const { args, limit, status = 0, shows, like } of commands) {
    if (values.command && args[0] !== values.command) continue;
    let run = await runStaff(env, folder, args);
    // The machine may have been busy with something else, or had the file on the disk only; none of these changes anything
    // when it is done again, but a release.
    const canRepeat = limit <= 10 && args[0] !== "release";
    for (let attempt = 1; attempt < 4 && canRepeat && run.seconds > limit; attempt += 1)
      run = await runStaff(env, folder, args);
    const fault =
      run.status !== status ? `exit ${run.status}` : run.output.includes(shows) ? "" : `no '${shows}'`;
    if (fault) process.stderr.write(`${args.join(" ")}: ${fault}\n${run.output.slice(0, 2_000)}\n`);
    const what = args.join(" ");
    taken.set(what, run.memory);
    const most = Math.min(
      least.memory + memoryLimit,
      like ? Math.max(...like.map((tenth) => taken.get(tenth) ?? 0)) * memoryRatio : Number.POSITIVE_INFINITY,
    );
    add(kind, { what, measured: run.seconds, limit, fault, memory: run.memory, most });
  }
}

function add(
  database: DatabaseKind,
  result: { what: string; measured: number; limit: number; fault?: string; memory?: number; most?: number },
): void {
  const { what, measured, limit, fault, memory, most = 0 } = result;
  tell({
    ...{ database, what, measured: fault || `${measured.toFixed(2)} s`, limit: `${limit} s` },
    memory: memory ? `${memory.toFixed(0)} of ${most.toFixed(0)} MB` : "",
    ok: !fault && measured <= limit && (memory ?? 0) <= most,
  });
}

async function createDatabases(url: string, names: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const name of names) await client.query(`create database "${name}"`);
  await client.end();
}
