import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import site from "#content/site.yaml";
import type { AppOptions } from "#server/app.ts";
import type { SiteServices } from "#server/services.ts";
import { isBuildStale } from "#tooling/build/build-if-stale.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A moment with sample events ahead: a Saturday in November, 02:00 in San Francisco. */
export const fixedNow = new Date("2026-11-21T10:00:00Z");

export interface TestSite {
  app: FastifyInstance;
  services: SiteServices;
  /** Pages that React has rendered so far. */
  renders(): number;
  /** Lines that the server has logged. */
  log: Record<string, unknown>[];
  /** Starts listening on a free port and gives the site's address. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

/**
 * The production app factory with a database of its own in a new folder, a fixed clock and a log to look into.
 *
 * @param of whose build it is, and what its `content/site.yaml` says
 */
export async function createTestSite(
  env: Record<string, string> = {},
  change: Partial<SiteServices> = {},
  turns: AppOptions["turns"] = {},
  now = fixedNow,
  of = { tree: root, content: site },
): Promise<TestSite> {
  const server = await builtServer(of.tree);
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  const config = server.readConfig({ DATA_DIR: folder, ...env }, of.content);
  const log: Record<string, unknown>[] = [];
  const logger = server.createLog(
    { logLevel: "info" },
    { write: (line: string) => void log.push(JSON.parse(line)) },
  );
  const services = { ...(await server.createServices(config, logger, () => now)), ...change };
  let renders = 0;
  const render = server.entry.module.default;
  const countingRender: typeof render = (...given) => {
    const response = render(...given);
    void Promise.resolve(response).then(({ body }) => {
      if (body) renders += 1;
    });
    return response;
  };
  const entry = { ...server.entry, module: { ...server.entry.module, default: countingRender } };
  const app = await server.createApp({
    config,
    services,
    log: logger,
    build: { ...server, entry } as never,
    clientDir: join(of.tree, "build/client"),
    turns,
  });
  return {
    app,
    services,
    renders: () => renders,
    log,
    listen: () => app.listen({ port: 0, host: "127.0.0.1" }),
    async close() {
      await app.close();
      await services.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Looked at once, as the build is loaded once. */
let isOld: boolean | undefined;

/** @throws when the project has changed since it was built: what a test then says would be of the code before */
async function builtServer(tree: string): Promise<typeof import("#server/index.ts")> {
  isOld ??= isBuildStale();
  if (tree === root && isOld) throw new Error("build/ is older than its sources: npm run build");
  return await import(/* @vite-ignore */ join(tree, "build/server/index.js"));
}
