import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { Scenario, Stage } from "../stage.ts";

/** Visitors come while something holds what they need, and readiness is asked all the while. */
async function whileHeld(stage: Stage, hold: () => Promise<() => Promise<void>>, time: number) {
  const { visitors } = stage;
  // Some mails are taken while the lock is held, and have to be marked after.
  stage.smtp.delay = 300;
  // Before a form is read it is asked whether its sender is to be refused.
  const site = await stage.startSite({ SUBMISSION_RATE_LIMIT: "1000000" });
  const load = visitors.come();
  await visitors.areStored(40, 30_000);
  await load.end();
  const since = visitors.answers.length;
  const release = await hold();
  const crowd = visitors.come({ atOnce: 12 });
  const asked: { status: number; time: number }[] = [];
  for (const end = performance.now() + time; performance.now() < end; await sleep(500))
    asked.push(await site.readiness());
  await release();
  stage.expect(await visitors.areStored(30, 5_000), "nothing is stored once the lock is gone");
  await crowd.end();
  const slowest = Math.round(Math.max(...asked.map((one) => one.time)));
  stage.expect(slowest < 4_000 * stage.slowness, `/readyz took ${slowest} ms`);
  stage.expect(
    asked.some(({ status }) => status === 503),
    "/readyz never said that nothing can be stored",
  );
  const others = visitors.count("other answer", since) + visitors.count("no answer", since);
  stage.expect(others === 0, `${others} posts lost their words`);
  stage.expect(visitors.count("shown again", since) > 0, "the lock was not felt");
  stage.notes.push(`readyz within ${slowest} ms`);
}

/** A backup tool or a database browser holds the file. */
export const lockedFile: Scenario = {
  name: "locked-file",
  databases: ["sqlite"],
  // A post has eight seconds; a busy machine needs some for the page.
  worst: 12_000,
  run: (stage) =>
    whileHeld(
      stage,
      async () => {
        const holder = new DatabaseSync(stage.databaseUrl.slice("sqlite:".length));
        holder.exec("pragma busy_timeout = 10000; begin exclusive");
        return async () => {
          holder.exec("rollback");
          holder.close();
        };
      },
      30_000,
    ),
};

/** Somebody changes a table, or rewrites it. */
export const lockedTable: Scenario = {
  name: "locked-table",
  databases: ["postgres"],
  worst: 12_000,
  run: (stage) =>
    whileHeld(
      stage,
      async () => {
        const holder = new Client({ connectionString: stage.databaseUrl });
        await holder.connect();
        await holder.query("begin; lock table notifications in access exclusive mode");
        return () => holder.end();
      },
      20_000,
    ),
};
