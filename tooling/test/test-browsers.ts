import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildIfStale } from "../build/build-if-stale.ts";
import { root } from "../root.ts";
import { ensureOtherBrowsers, ensurePackages } from "./ensure-tools.ts";

/** `npm run test:browsers`: the journeys in Firefox and WebKit, against the production build. Arguments go to vitest. */
const own = "tests/drivers";
process.env.FIREFOX_PATH = ensureOtherBrowsers().firefox;
ensurePackages(own);
// `npm run check` leaves these out: the types come with the packages.
for (const [program = "", ...rest] of [
  ["react-router", "typegen"],
  ["tsc", "-p", own],
]) {
  const { status } = spawnSync(join(root, "node_modules/.bin", program), rest, {
    stdio: "inherit",
    cwd: root,
  });
  if (status !== 0) process.exit(1);
}
await buildIfStale();
const { status } = spawnSync(
  process.execPath,
  [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--config=vitest.browsers.config.ts",
    "--reporter=verbose",
    "--reporter=./tooling/test/summary-reporter.ts",
    ...process.argv.slice(2),
  ],
  { stdio: "inherit", cwd: root },
);
process.exit(status ?? 1);
