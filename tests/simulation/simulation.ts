import { fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { typedOptions } from "#tooling/typed-options.ts";
import { planOf, shrink, simulate } from "./check-seed.ts";
import { DatabaseFiles } from "./faulty-database.ts";

const help = `npm run test:simulation -- [--seeds N] [--from S] [--seed S]

Store, outbox and gentle stop in simulated worlds, a new one for each seed, in which machines, database and mail server fail in
every way that tests/simulation/plan.ts knows. Exits with 1 when something was lost, or done twice.
  --seeds N  so many; without it 10000, which takes about seven minutes
  --from S   from this one on
  --seed S   one again: looks for the smallest world in which it still fails, and tells what happens there`;

const values = typedOptions(
  help,
  {
    seeds: { type: "string", default: "10000" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    /** Set by the program itself: which of how many shares of the seeds. */
    share: { type: "string" },
  },
  ({ seed = "1" }) => {
    if (!/^\d+$/.test(seed)) throw new Error(`--seed ${seed}: that is no number.`);
  },
);
const files = new DatabaseFiles();
process.once("exit", () => files.remove());
await files.prepare();
const first = Number(values.from);
const last = first + Number(values.seeds) - 1;
if (values.seed !== undefined) await tell(Number(values.seed));
else if (values.share !== undefined) await work(values.share);
else await runAll();

/** @param share "1/2" for every second seed, beginning with the second */
async function work(share: string): Promise<void> {
  const [part = 0, shares = 1] = share.split("/").map(Number);
  for (let seed = first + part; seed <= last; seed += shares) {
    const { violations } = await simulate(planOf(seed), files);
    process.send?.({ seed, violations: [...new Set(violations)] });
  }
  process.disconnect?.();
}

async function runAll(): Promise<void> {
  const started = performance.now();
  const failed = new Map<number, string[]>();
  let count = 0;
  const shares = availableParallelism();
  await Promise.all(
    Array.from({ length: shares }, async (_, part) => {
      const given = ["--seeds", values.seeds, "--from", values.from, "--share", `${part}/${shares}`];
      const child = fork(fileURLToPath(import.meta.url), given);
      child.on("message", ({ seed, violations }: { seed: number; violations: string[] }) => {
        count += 1;
        if (violations.length === 0) return;
        failed.set(seed, violations);
        console.log(`seed ${seed}: ${violations.join("; ")}`);
      });
      const [code] = await once(child, "exit");
      if (code !== 0) process.exitCode = 1;
    }),
  );
  const seconds = Math.round((performance.now() - started) / 1_000);
  const kinds = new Map<string, number>();
  for (const violations of failed.values())
    for (const violation of violations) kinds.set(violation, (kinds.get(violation) ?? 0) + 1);
  if (kinds.size > 0) console.table(Object.fromEntries(kinds));
  console.log(`${count} seeds in ${seconds} s, ${failed.size} failed`);
  if (failed.size > 0 || count < Number(values.seeds)) process.exitCode = 1;
}

async function tell(seed: number): Promise<void> {
  const plan = planOf(seed);
  const [once, twice] = [await simulate(plan, files), await simulate(plan, files)];
  console.log(`seed ${seed}: ${once.trace.length} lines, digest ${once.digest}`);
  if (!isDeepStrictEqual(once, twice)) throw new Error("it does not happen in the same way twice");
  if (once.violations.length === 0) return console.log(once.trace.join("\n"));
  const smallest = await shrink(seed, files);
  console.log(JSON.stringify(smallest?.plan ?? plan, null, 1));
  console.log((smallest?.result ?? once).trace.join("\n"));
  process.exitCode = 1;
}
