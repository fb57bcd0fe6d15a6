import { globSync } from "node:fs";
import type { SessionService } from "#app/context.ts";
import type { Config } from "./config.ts";

/**
 * What pages need to load the session client; null when no auth service is configured.
 *
 * @param clientDir build/client; without it (in development) Vite serves the module itself
 */
export function sessionService(auth: Config["auth"], clientDir: string | undefined): SessionService | null {
  if (!auth) return null;
  const [file] = clientDir
    ? globSync("assets/session-client-*.js", { cwd: clientDir })
    : ["app/session/session-client.ts"];
  const settings = new URLSearchParams({ service: auth.url, key: auth.anonKey });
  return { origin: new URL(auth.url).origin, script: `/${file}?${settings}` };
}
