import { fchmodSync, fstatSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import site from "#content/site.yaml";
import { ConfigError, readConfig } from "../config.ts";
import { runCommand } from "./run-command.ts";
import { CommandError, visible } from "./terminal.ts";

/**
 * The staff's commands as a program of its own, without the pages: it starts at once and needs little memory, however
 * much it exports.
 */

// A closed pipe (`| head`) is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

// The shell has made the export's file with its own rights; only this account may read it.
const output = fstatSync(process.stdout.fd);
if (process.argv[2] === "export" && output.isFile() && output.uid === process.getuid?.())
  fchmodSync(process.stdout.fd, 0o600);

try {
  // biome-ignore lint/style/noProcessEnv: a program's own beginning, handed on to the one reader
  await runCommand(process.argv.slice(2), readConfig(process.env, site), {
    write: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
    note: (text) => void process.stderr.write(visible(text, { isMultiline: true })),
    isScreen: process.stdout.isTTY,
    ...(process.stdin.isTTY && process.stdout.isTTY ? { confirm } : {}),
  });
} catch (error) {
  if (!(error instanceof CommandError) && !(error instanceof ConfigError)) throw error;
  process.stderr.write(`${visible(error.message, { isMultiline: true })}\n`);
  process.exitCode = error instanceof CommandError ? error.exitCode : 1;
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
