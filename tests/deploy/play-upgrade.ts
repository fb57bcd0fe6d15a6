import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { startPgbouncer } from "../support/pgbouncer.ts";
import { freePort } from "../support/postgres.ts";
import type { Edge } from "./edges.ts";
import { Instance } from "./fleet.ts";
import { Visitors } from "./visitors.ts";

export interface Play {
  /** Trees with a build: the version that runs, and the one that takes its place. */
  previous: string;
  current: string;
  /** A new, empty database on PostgreSQL. */
  databaseUrl: string;
  startEdge(ports: readonly number[]): Promise<Edge>;
  /** While two instances of three are still of the previous version. */
  between?: (edge: Edge) => Promise<void>;
  /** Whether one is killed in the end, in the middle of what it does. */
  kills: boolean;
}

/** What visitors met, and what is there afterwards. */
export interface Outcome {
  failures: string[];
  pages: number;
  /** How the instances of the previous version have ended: exit code and signal. */
  ends: unknown[][];
  /** Mail addresses of forms that were called stored, sorted; those in the database; how many notifications there are. */
  told: string[];
  rows: string[];
  notifications: number;
}

/**
 * Three instances behind an edge, on PostgreSQL behind PgBouncer: under load each is replaced by the next version, then
 * perhaps one is killed and comes back.
 */
export async function playUpgrade({
  previous,
  current,
  databaseUrl,
  startEdge,
  between,
  kills,
}: Play): Promise<Outcome> {
  const pooler = await startPgbouncer(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), "fleet-"));
  const env = {
    SITE_URL: "https://www.example.org",
    TRUST_PROXY: "1",
    DATA_DIR: folder,
    DATABASE_URL: pooler.url,
    NOTIFY_TO: "staff@site.example",
    SUBMISSION_RATE_LIMIT: "0",
  };
  const instances: Instance[] = [];
  for (let count = 0; count < 3; count += 1) instances.push(new Instance(await freePort(), env));
  const edge = await startEdge(instances.map(({ port }) => port));
  const visitors = new Visitors(edge);
  const ends: unknown[][] = [];
  try {
    await Promise.all(instances.map((instance) => instance.start(previous)));
    visitors.come();
    await visitors.store(10);
    for (const [place, instance] of instances.entries()) {
      ends.push(await instance.end("SIGTERM"));
      await instance.start(current);
      await visitors.store(10);
      if (place === 0) await between?.(edge);
    }
    if (kills) {
      await instances[1]?.end("SIGKILL");
      await visitors.store(20);
      await instances[1]?.start(current);
      await visitors.store(10);
    }
    await visitors.leave();
    const { failures, pages, stored } = visitors;
    return { failures, pages, ends, told: stored.sort(), ...(await whatIsIn(databaseUrl)) };
  } finally {
    await visitors.leave();
    await Promise.all(instances.map((instance) => instance.end("SIGKILL")));
    await edge.agent.destroy();
    await edge.stop();
    await pooler.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function whatIsIn(databaseUrl: string): Promise<Pick<Outcome, "rows" | "notifications">> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query('select email from contact_submissions order by email collate "C"');
  const { rowCount } = await client.query("select id from notifications");
  await client.end();
  return { rows: rows.map(({ email }) => email), notifications: rowCount ?? 0 };
}
