import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

/** Reads `.env` when it exists; variables that are set already keep their values. */
export function loadEnvironmentFile(): void {
  const file = join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

/** Shows a setting that cannot be used in one line for the operator, without a stack. */
export function exitOnConfigError(error: unknown): never {
  if (!(error instanceof Error) || error.name !== "ConfigError") throw error;
  console.error(error.message);
  process.exit(1);
}
