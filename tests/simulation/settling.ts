import { mostAttempts } from "#submissions/mail/failed-attempt.ts";
import type { World } from "./world.ts";

/** In the first ones, and after the redelivery that follows, the mail server is as it was, if it is not said to refuse. */
const faultyRounds = 4;
/** A mail that is accepted in the end needs few rounds more. */
const mostRounds = 45;

/**
 * The days after the busy time, in which nothing breaks but what the plan's `refusals` say: an instance is there whenever
 * every mail that waits is due, until none waits. Days without anything due are skipped.
 */
export async function drain(world: World): Promise<void> {
  const { refusals } = world.plan;
  const redelivery = refusals > 0 ? refusals : faultyRounds;
  // A redelivered mail that is refused again must not be given up for what was before.
  const accepted = refusals > mostAttempts ? refusals + 3 : refusals;
  for (let round = 0; round < mostRounds; round += 1) {
    const usual = refusals === 0 && round <= faultyRounds ? undefined : "accept";
    world.treatment = round < accepted ? "refuse for now" : usual;
    if (round === redelivery) await world.auditor.redeliver();
    const due = world.auditor.lastDue();
    if (due === undefined && round >= Math.max(accepted, redelivery)) return;
    if (due === undefined) continue;
    await world.time.advance(Math.max(due, world.time.now));
    world.start(0);
    for (let second = 0; second < 300 && world.auditor.isAnyDue(); second += 1)
      await world.time.advance(world.time.now + 1_000);
    await world.stopAll();
  }
  world.auditor.accuse("mails wait for ever");
}
