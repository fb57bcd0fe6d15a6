import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildIfStale } from "#tooling/build/build-if-stale.ts";
import { root } from "#tooling/root.ts";
import { startPostgres } from "../support/postgres.ts";
import { startNginx } from "./edges.ts";
import { playUpgrade } from "./play-upgrade.ts";

/**
 * `node tests/deploy/upgrade-from.ts [REVISION]`: builds a commit or tag (the commit before, unless it is named) aside, with the packages
 * that are installed, and plays the upgrade from it to what is here: behind nginx, under load. Ends with 1 when anything failed or was lost.
 */
const { positionals } = parseArgs({ allowPositionals: true, options: {} });
const [revision = "HEAD~1"] = positionals;
const previous = mkdtempSync(join(tmpdir(), "version-"));
process.once("exit", () => rmSync(previous, { recursive: true, force: true }));
const archive = execFileSync("git", ["archive", revision], { cwd: root, maxBuffer: 1_000_000_000 });
execFileSync("tar", ["-x", "-C", previous], { input: archive });
symlinkSync(join(root, "node_modules"), join(previous, "node_modules"));
console.log(`Building ${revision}, and what is here.`);
execFileSync(process.execPath, ["tooling/build/build.ts"], { cwd: previous, stdio: "ignore" });
await buildIfStale();
const server = await startPostgres({ isDurable: false });
const start = performance.now();
const outcome = await playUpgrade({
  previous,
  current: root,
  databaseUrl: server.url,
  startEdge: startNginx,
  kills: true,
});
await server.stop();
const { failures, pages, ends, told, rows, notifications } = outcome;
const lost = told.filter((email) => !rows.includes(email));
const isWell =
  [failures, lost].every(({ length }) => length === 0) &&
  rows.length === told.length &&
  notifications === rows.length &&
  ends.every(([code]) => code === 0);
for (const failure of failures) console.log(failure);
console.log(
  `${Math.round((performance.now() - start) / 1_000)} s: ${pages} pages read, ${failures.length} failures; ${told.length} forms called stored, ` +
    `${rows.length} rows, ${lost.length} lost, ${notifications} notifications.`,
);
process.exit(isWell ? 0 : 1);
