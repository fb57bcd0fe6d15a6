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
    await severalUnderLoad(stage, await startSites(stage, 2));
  },
};

/**
 * Every fourth transaction that writes a submission or a mail fails for the sake of others, and only when it is committed, as it is
 * the rule on distributed servers. A trigger does it: how often transactions meet by themselves depends on the machine.
 */
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
    const addresses = await startSites(stage, 3);
    await query(
      stage.databaseUrl,
      `create sequence failures;
       create function fail_every_fourth() returns trigger language plpgsql as $$
       begin
         if pg_current_xact_id()::text::bigint % 4 = 0 then
           perform nextval('failures');
           raise exception 'could not serialize access' using errcode = 'serialization_failure';
         end if;
         return null;
       end $$;
       create constraint trigger meets after insert on contact_submissions
         deferrable initially deferred for each row execute function fail_every_fourth();
       create constraint trigger meets after insert on mastermind_applications
         deferrable initially deferred for each row execute function fail_every_fourth();
       create constraint trigger meets after update on notifications
         deferrable initially deferred for each row execute function fail_every_fourth();`,
    );
    await severalUnderLoad(stage, addresses);
    const [seen] = await stage.query<{ count: string }>("select last_value as count from failures");
    stage.expect(Number(seen?.count) >= 100, "hardly any transaction failed");
    stage.notes.push(`${seen?.count} commits failed and were tried again`);
  },
};

/** @returns the addresses of so many instances on the stage's database */
async function startSites(stage: Stage, count: number): Promise<string[]> {
  const sites = [await stage.startSite()];
  while (sites.length < count) sites.push(await stage.startSite({ PORT: await stage.freePort() }));
  return sites.map(({ address }) => address);
}

/**
 * Every post is to be stored at whichever instance, mostly at the first time of asking: where each commit waits for others, few may be
 * shown again, with all that was typed, after they were tried for long.
 */
async function severalUnderLoad(stage: Stage, addresses: string[]): Promise<void> {
  const { visitors } = stage;
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
