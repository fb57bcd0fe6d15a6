import { fchmodSync, fstatSync, writeSync } from "node:fs";
import { constants } from "node:os";
import { createInterface } from "node:readline/promises";
import site from "#content/site.yaml";
import { ConfigError, readConfig } from "#server/config.ts";
import { inWords } from "./faults.ts";
import { runCommand } from "./run-command.ts";
import { CommandError, visible } from "./terminal.ts";

/**
 * The staff's commands as a program of its own, without the pages: it starts at once and needs little memory, however
 * much it exports.
 */

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A closed pipe (`| head`) is not an error.
  if (error.code === "EPIPE") process.exit(0);
  tell(inWords(error));
  process.exit(1);
});

// A command that is broken off removes what it has not finished.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => process.exit(128 + constants.signals[signal]));

// The shell has made the export's file with its own rights; only this account may read it.
const output = fstatSync(process.stdout.fd);
if (process.argv[2] === "export" && output.isFile() && output.uid === process.getuid?.())
  fchmodSync(process.stdout.fd, 0o600);

try {
  // biome-ignore lint/style/noProcessEnv: a program's own beginning, handed on to the one reader
  process.exitCode = await runCommand(process.argv.slice(2), readConfig(process.env, site), {
    write: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
    note: (text) => void process.stderr.write(visible(text, { isMultiline: true })),
    isScreen: process.stdout.isTTY,
    ...(process.stdin.isTTY && process.stdout.isTTY ? { confirm } : {}),
  });
} catch (error) {
  tell(error);
  process.exitCode = error instanceof CommandError ? error.exitCode : 1;
}

/** A fault of the program is told with its stack, which may quote what visitors wrote. */
function tell(error: unknown): void {
  const isExpected = error instanceof CommandError || error instanceof ConfigError;
  const text =
    error instanceof Error ? ((isExpected ? undefined : error.stack) ?? error.message) : String(error);
  writeSync(process.stderr.fd, `${visible(text, { isMultiline: true })}\n`);
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Whoever presses Ctrl+C or Ctrl+D says no.
  const answer = await terminal.question(`${question} [y/N] `).catch(() => "");
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
