import { mkdir } from "node:fs/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Services } from "#app/services.ts";
import type { Config } from "./config.ts";

/** Opens what the site needs beyond its process. Tests put other services in their place. */
export async function createServices(config: Config, _log: FastifyBaseLogger): Promise<Services> {
  await mkdir(config.dataDir, { recursive: true });
  return {
    now: () => new Date(),
    isReady: async () => true,
    stop: async () => {},
  };
}
