import { writeFileSync } from "node:fs";
import { loadContent } from "#content-model/load-content.ts";
import { buildIfStale } from "#tooling/build/build-if-stale.ts";
import "#tooling/lost-output.ts";
import { root } from "#tooling/root.ts";
import { typedOptions } from "#tooling/typed-options.ts";
import measured from "./costs.json" with { type: "json" };
import { tables } from "./growth.ts";
import { measureCosts } from "./measure-costs.ts";

const usage = `npm run scale                 prints the tables of docs/scale.md, from tests/scale/costs.json
npm run scale -- --measure    measures that file anew on this machine first, in two minutes; it should do nothing else`;

/** `npm run scale`: what larger loads need. */
const given = typedOptions(usage, { measure: { type: "boolean" } });
let costs = measured;
if (given.measure) {
  await buildIfStale();
  const [host = ""] = loadContent("site.yaml", root).hosts;
  costs = await measureCosts(host);
  writeFileSync(new URL("costs.json", import.meta.url), `${JSON.stringify(costs, null, 2)}\n`);
}
process.stdout.write(`${tables(costs).join("\n\n")}\n`);
process.exit(0);
