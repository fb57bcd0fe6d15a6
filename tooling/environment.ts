import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

/** Reads `.env` when it exists; what the environment says already stays. */
export function loadEnvironmentFile(): void {
  const file = join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

/** A value that cannot be used is the operator's to mend: one line for a person, no stack. */
export function exitOnConfigError(error: unknown): never {
  if (!(error instanceof Error) || error.name !== "ConfigError") throw error;
  console.error(error.message);
  process.exit(1);
}
