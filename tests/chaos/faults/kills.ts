import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "#app/design/rings.ts";
import type { Scenario } from "../stage.ts";

/**
 * The site is killed at random moments while visitors send forms, and PostgreSQL restarts beneath it from time to time.
 *
 * @param submissions that are to be stored
 */
export function kills({
  kills: total,
  submissions,
  seed,
}: {
  kills: number;
  submissions: number;
  seed: string;
}): Scenario {
  return {
    name: "kills",
    databases: ["sqlite", "postgres"],
    worst: 15_000,
    // Each kill may hit as many mails as are sent at once.
    mailedTwice: 5 * total,
    hasOwnServer: true,
    async run(stage) {
      const random = seededRandom(seed);
      const { visitors, server } = stage;
      let starting = 0;
      const start = async () => {
        const begun = performance.now();
        const started = await stage.startSite();
        starting += performance.now() - begun;
        return started;
      };
      let site = await start();
      const load = visitors.come({ atOnce: 8, pause: 0, most: submissions });
      for (let count = 0; count < total; count += 1) {
        // They are spread over the whole load: each comes a random number of forms after the one before.
        const due = ((count + random()) * submissions) / total;
        while (visitors.acknowledged.size < due) await sleep(2);
        await sleep(random() * 20);
        await site.end("SIGKILL");
        if (server && count % Math.ceil(total / 5) === 0) {
          await server.stop();
          await server.start();
        }
        site = await start();
      }
      while (visitors.acknowledged.size < submissions) await sleep(20);
      await load.end();
      stage.hasCrashed = true;
      await stage.drain(240_000);
      stage.notes.push(
        `${total} kills, ${visitors.count("no answer")} posts cut off and sent again`,
        `starting took ${Math.round(starting / (total + 1))} ms each time, ${Math.round(starting / 1_000)} s in all`,
      );
    },
  };
}
