import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { buildIfStale } from "#tooling/build/build-if-stale.ts";
import { root } from "#tooling/root.ts";
import { ensurePackages } from "#tooling/test/ensure-tools.ts";
import { typedOptions } from "#tooling/typed-options.ts";
import { bytes } from "./bytes.ts";
import { crowds } from "./crowds.ts";
import { manyEvents } from "./events.ts";
import { type Figure, isKept, type Part, type Run, tableOf, withTable } from "./figures.ts";
import { forms } from "./forms.ts";
import { growth } from "./growth.ts";
import { installed } from "./installed.ts";
import { load } from "./load.ts";
import { memory } from "./memory.ts";

/** `npm run bench`: everything that has a budget of speed or size, measured from outside; docs/performance.md. */
const parts: Record<string, Part> = {
  bytes,
  visits,
  load,
  crowds,
  forms,
  memory,
  growth,
  events: manyEvents,
  installed,
};

/** First visits and clicks: with packages of their own, whose types `npm run check` does not know. */
async function visits(run: Run): Promise<Figure[]> {
  const folder = "tests/drivers";
  ensurePackages(folder);
  const module = await import(join(root, folder, "visits.ts"));
  return await module.visits(run);
}

const help = `npm run bench -- [--only PART,…] [--quick] [--write]

Measures the built site and exits with 1 when a budget is missed, or could not be measured.
  --only PART,…  ${Object.keys(parts).join(", ")}; without it all, which takes about half an hour
  --quick        shorter loads and less growth: what is far off is seen
  --write        puts the tables into docs/performance.md`;

let only: string[] = [];
const { quick, write } = typedOptions(
  help,
  {
    only: { type: "string", default: Object.keys(parts).join(",") },
    quick: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
  (values) => {
    only = values.only.split(",").filter(Boolean);
    const unknown = only.find((name) => !Object.hasOwn(parts, name));
    if (unknown !== undefined || only.length === 0) throw new Error(`There is no part '${unknown ?? ""}'.`);
    if (values.quick && values.write)
      throw new Error("What is written is measured in full, not with --quick.");
  },
);
await buildIfStale();
const document = join(root, "docs/performance.md");
let isMissed = false;
for (const name of only) {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    const figures = (await parts[name]?.({ quick, folder })) ?? [];
    const table = tableOf(figures);
    console.log(`\n${name}\n\n${table}`);
    if (write) writeFileSync(document, withTable(readFileSync(document, "utf8"), name, table));
    isMissed ||= !figures.every(isKept);
  } catch (error) {
    // A program that is not installed, for example.
    console.error(`${name} could not be measured: ${(error as Error).message}`);
    isMissed = true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(`\n${availableParallelism()} cores of ${cpus()[0]?.model}, shared by who asks and who answers`);
process.exit(isMissed ? 1 : 0);
