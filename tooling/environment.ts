import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

/** Reads `.env` when it exists; variables that are set already keep their values. */
export function loadEnvironmentFile(): void {
  const file = join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

/** Shows a setting or content files that cannot be used, a line each, without a stack. */
export function exitOnConfigError(error: unknown): never {
  if (!(error instanceof Error) || !["ConfigError", "ContentError"].includes(error.name)) throw error;
  console.error(error.message);
  process.exit(1);
}

/**
 * Ends with 2 when something was typed that the command does not know: settings are variables, not arguments.
 *
 * @param command as it is typed, for example `npm start`
 */
export function refuseArguments(command: string, known: readonly string[] = []): void {
  const [first] = process.argv.slice(2).filter((argument) => !known.includes(argument));
  if (first === undefined) return;
  const takes = known.length > 0 ? `takes ${known.join(", ")} alone` : "takes nothing behind it";
  console.error(
    `\`${command}\` ${takes}, but found ${JSON.stringify(first)}. Settings are variables, for example PORT=3001 ${command}; .env.example lists them.`,
  );
  process.exit(2);
}
