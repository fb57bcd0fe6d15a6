import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { buildIfStale } from "./build-if-stale.ts";
import { exitOnConfigError, loadEnvironmentFile } from "./environment.ts";
import { root } from "./root.ts";

/** `npm run submissions -- …`: the staff's commands; `--help` lists them. */
loadEnvironmentFile();
await buildIfStale();
const { readConfig, runCommand, site }: typeof import("../server/index.ts") = await import(
  join(root, "build/server/index.js")
);
// A reader that has seen enough (`| head`) is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

try {
  await runCommand(process.argv.slice(2), readConfig(process.env, site), {
    write: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
    ...(process.stdin.isTTY && process.stdout.isTTY ? { confirm } : {}),
  });
} catch (error) {
  if (!(error instanceof Error) || error.name !== "CommandError") exitOnConfigError(error);
  console.error(error.message);
  process.exitCode = (error as Error & { exitCode: number }).exitCode;
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
