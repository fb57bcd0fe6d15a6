import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionService } from "#app/context.ts";
import type { Config } from "../config.ts";

/**
 * What pages need to load the session client; null when no auth service is configured.
 *
 * @param clientDir build/client; without it (in development) Vite serves the module itself
 */
export function sessionService(auth: Config["auth"], clientDir: string | undefined): SessionService | null {
  if (!auth) return null;
  const settings = new URLSearchParams({ service: auth.url, key: auth.anonKey });
  const origin = new URL(auth.url).origin;
  const [file] = clientDir ? globSync("assets/session-client-*.js", { cwd: clientDir }) : [];
  if (!clientDir || !file) return { origin, script: { src: `/app/session/session-client.ts?${settings}` } };
  const hash = createHash("sha384")
    .update(readFileSync(join(clientDir, file)))
    .digest("base64");
  return { origin, script: { src: `/${file}?${settings}`, integrity: `sha384-${hash}` } };
}
