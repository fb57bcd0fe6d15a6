import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BuiltScript, FormScripts, SessionService } from "#app/context.ts";
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
  const script = builtScript(clientDir, "session-client");
  if (!script) return { origin, script: { src: `/app/session/session-client.ts?${settings}` } };
  return { origin, script: { ...script, src: `${script.src}?${settings}` } };
}

/** What takes over a form; null in development. */
export function formScripts(clientDir: string | undefined): FormScripts | null {
  const [loader, form] = [builtScript(clientDir, "form-loader"), builtScript(clientDir, "form-script")];
  return loader && form && { loader, form };
}

/**
 * A script of the build that no page imports.
 *
 * @param name of the chunk
 */
function builtScript(clientDir: string | undefined, name: string): BuiltScript | null {
  if (!clientDir) return null;
  const assets = join(clientDir, "assets");
  const file = readdirSync(assets).find((one) => one.startsWith(`${name}-`) && one.endsWith(".js"));
  if (!file) return null;
  const hash = createHash("sha384")
    .update(readFileSync(join(assets, file)))
    .digest("base64");
  return { src: `/assets/${file}`, integrity: `sha384-${hash}` };
}
