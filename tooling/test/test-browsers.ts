import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildIfStale } from "../build/build-if-stale.ts";
import { root } from "../root.ts";
import { ensureOtherBrowsers } from "./ensure-tools.ts";

/** `npm run test:browsers`: the journeys in Firefox and WebKit, against the production build. Arguments go to vitest. */
process.env.FIREFOX_PATH = ensureOtherBrowsers().firefox;
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
