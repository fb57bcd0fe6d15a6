import { globSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";
import { budgets } from "./budgets.ts";
import type { Figure, Run } from "./figures.ts";
import { formPaths } from "./pages.ts";
import { ask, hasChildren, type Server, startSite } from "./servers.ts";

const atOnce = 64;
const queries = 500;

/** How many renderings a crowd causes that comes with the start, and addresses that differ in what no page reads. */
export async function crowds({ folder }: Run): Promise<Figure[]> {
  const alone = await renderingsWith(join(folder, "alone"), async ({ address }) => ask(`${address}/`));
  const cold = await renderingsWith(join(folder, "cold"), async ({ address }) =>
    Promise.all(Array.from({ length: atOnce }, () => ask(`${address}/`))),
  );
  const queried = await renderingsWith(join(folder, "queries"), async ({ address }) => {
    for (let index = 0; index < queries; index += 1) await ask(`${address}/?utm_source=${index}`);
  });
  const figure = (what: string, renderings: number) => ({
    ...{ what, measured: Math.max(0, renderings - alone), unit: "renderings", budget: budgets.renderings },
    beside: `${alone} renderings ahead for all`,
  });
  return [
    figure(`${atOnce} visitors at once as soon as the site answers`, cold),
    figure(`${queries} addresses \`/?utm_source=…\``, queried),
  ];
}

/** How many pages React renders in the whole life of a site; Node counts the calls of its functions. */
async function renderingsWith(folder: string, visit: (site: Server) => Promise<unknown>): Promise<number> {
  const coverage = join(folder, "coverage");
  mkdirSync(coverage, { recursive: true });
  // What comes from a kept compilation is counted less exactly.
  const site = await startSite({
    DATA_DIR: folder,
    NODE_V8_COVERAGE: coverage,
    NODE_DISABLE_COMPILE_CACHE: "1",
  });
  await visit(site);
  await askForAll(site);
  // What is rendered ahead is counted whole.
  while (hasChildren(site.pid)) await sleep(100);
  await site.stop("SIGTERM");
  const calls = globSync("*.json", { cwd: coverage })
    .flatMap((name) => (JSON.parse(readFileSync(join(coverage, name), "utf8")) as Coverage).result)
    .filter(({ url }) => url.includes("/build/server/"))
    .flatMap(({ functions }) => functions)
    .filter(({ functionName }) => functionName.endsWith("renderToPipeableStream"));
  return calls.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
}

/** Asks for each page that is rendered ahead: then it is there, whatever had to be done for it. */
export async function askForAll({ address }: Server): Promise<void> {
  const list = brotliDecompressSync((await ask(`${address}/events`)).body).toString();
  const events = [...list.matchAll(/href="(\/events\/[\w-]+)"/g)].map(([, path]) => path);
  for (const path of new Set(["/", ...formPaths, ...events])) await ask(`${address}${path}`);
}

interface Coverage {
  result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[];
}
