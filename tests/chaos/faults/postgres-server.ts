import { setTimeout as sleep } from "node:timers/promises";
import { findPgbouncer, startPgbouncer } from "../../support/pgbouncer.ts";
import { query } from "../query.ts";
import type { Scenario, Stage } from "../stage.ts";

/** The server restarts three times under load. */
export const restart: Scenario = {
  name: "restart",
  databases: ["postgres"],
  worst: 10_000,
  hasOwnServer: true,
  run: (stage) =>
    underLoad(stage, async () => {
      await stage.server?.stop();
      await sleep(1_000);
      await stage.server?.start();
    }),
};

/** A backend dies three times under load, for which the server ends all others and recovers from its log. */
export const crash: Scenario = {
  name: "crash",
  databases: ["postgres"],
  worst: 10_000,
  hasOwnServer: true,
  run: (stage) =>
    underLoad(stage, async () => {
      const [backend] = await stage.query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name = 'site' limit 1",
      );
      if (backend) process.kill(backend.pid, "SIGKILL");
      else stage.expect(false, "there is no backend to kill");
    }),
};

async function underLoad(stage: Stage, fault: () => Promise<void>): Promise<void> {
  const { visitors } = stage;
  // Some mails are taken while the server is away, and have to be marked after.
  stage.smtp.delay = 100;
  await stage.startSite();
  const load = visitors.come({ atOnce: 8 });
  for (let count = 0; count < 3; count += 1) {
    await visitors.areStored(60, 30_000);
    await fault();
    stage.expect(await visitors.areStored(30, 10_000), "nothing is stored after the server is back");
  }
  await load.end();
  stage.expect(visitors.count("other answer") + visitors.count("no answer") === 0, "posts lost their words");
  stage.notes.push(`${visitors.count("shown again")} posts shown again`);
}

/** The site starts before its database does. */
export const late: Scenario = {
  name: "late",
  databases: ["postgres"],
  worst: 10_000,
  hasOwnServer: true,
  async run(stage) {
    await stage.server?.stop();
    const site = stage.launchSite();
    await sleep(6_000);
    stage.expect(site.isRunning, "the site did not wait for its database");
    await stage.server?.start();
    await site.untilUp(15_000);
    const load = stage.visitors.come();
    stage.expect(await stage.visitors.areStored(40, 10_000), "nothing is stored once the database is up");
    await load.end();
  },
};

/** Two instances share three connections of a pooler in transaction mode. */
export const pooler: Scenario = {
  name: "pgbouncer",
  databases: ["postgres"],
  worst: 10_000,
  missing: () => (findPgbouncer() ? undefined : "there is no pgbouncer (Debian: apt-get install pgbouncer)"),
  async run(stage) {
    const bouncer = await startPgbouncer(stage.databaseUrl);
    stage.atEnd(() => bouncer.stop());
    stage.databaseUrl = bouncer.url;
    await severalUnderLoad(stage, 2);
  },
};

/** Every transaction may fail for the sake of the others, as it is the rule on distributed servers. */
export const serializable: Scenario = {
  name: "serializable",
  databases: ["postgres"],
  worst: 10_000,
  async run(stage) {
    const name = new URL(stage.databaseUrl).pathname.slice(1);
    await query(
      stage.databaseUrl,
      `alter database ${name} set default_transaction_isolation = 'serializable'`,
    );
    // All come from one address, whose count of posts is one row: some transactions have to meet there.
    await severalUnderLoad(stage, 3, { SUBMISSION_RATE_LIMIT: "100000" });
    const [seen] = await stage.query<{ count: string }>(
      "select xact_rollback as count from pg_stat_database where datname = current_database()",
    );
    stage.expect(Number(seen?.count) > 0, "no transaction failed for the sake of another");
    stage.notes.push(`${seen?.count} transactions were rolled back and tried again`);
  },
};

/**
 * Every post is to be stored at whichever instance, mostly at the first time of asking: where each commit waits for others, few may be
 * shown again, with all that was typed, after they were tried for long.
 */
async function severalUnderLoad(
  stage: Stage,
  instances: number,
  env: Record<string, string> = {},
): Promise<void> {
  const { visitors } = stage;
  const sites = [await stage.startSite(env)];
  while (sites.length < instances)
    sites.push(await stage.startSite({ ...env, PORT: await stage.freePort() }));
  const addresses = sites.map(({ address }) => address);
  const visitor = async (place: number) => {
    for (let count = 0; count < 25; count += 1) {
      const form = visitors.fillIn();
      const address = addresses[(place + count) % addresses.length];
      const isShownAgain = async () => (await visitors.send(form, address)).outcome === "shown again";
      for (let tries = 0; tries < 3 && (await isShownAgain()); ) tries += 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, place) => visitor(place)));
  const { told } = visitors.failures;
  stage.expect(visitors.acknowledged.size === 400, `posts not stored: ${told}`);
  stage.expect(
    visitors.count("other answer") + visitors.count("no answer") === 0,
    `posts lost their words: ${told}`,
  );
  const shown = visitors.answers.filter(({ outcome }) => outcome === "shown again");
  stage.expect(shown.length <= 4 * stage.slowness, `too many posts are shown again: ${told}`);
  // The time in which writing is tried again, but for the last wait that would not fit in.
  stage.expect(
    shown.every(({ time }) => time >= 5_000),
    `posts are shown again too early: ${told}`,
  );
  stage.notes.push(`${shown.length} of 400 posts shown again before they were stored`);
}
