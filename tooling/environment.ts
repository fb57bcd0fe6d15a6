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
 * Settings are variables, not arguments: says so and ends, with 0 when help was asked for, and with 2 when something was typed
 * that the command does not know, or twice.
 *
 * @param command as it is typed, for example `npm start`
 */
export function refuseArguments(command: string, known: readonly string[] = []): void {
  const typed = process.argv.slice(2);
  const takes = known.length > 0 ? `takes ${known.join(", ")} alone` : "takes nothing behind it";
  const settings = `Settings are variables, for example PORT=3001 ${command}; .env.example lists them.`;
  if (typed.some((argument) => ["--help", "-h"].includes(argument))) {
    console.log(`\`${command}\` ${takes}. ${settings} README.md says what it does.`);
    process.exit(0);
  }
  const wrong = typed.find((argument, index) => !known.includes(argument) || typed.indexOf(argument) < index);
  if (wrong === undefined) return;
  const found = known.includes(wrong) ? `${wrong} twice` : JSON.stringify(wrong);
  console.error(`\`${command}\` ${takes}, but found ${found}. ${settings}`);
  process.exit(2);
}
