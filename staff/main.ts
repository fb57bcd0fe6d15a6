import { fchmodSync, fstatSync, type Stats, writeSync } from "node:fs";
import { constants } from "node:os";
import { createInterface } from "node:readline/promises";
import site from "#content/site.yaml";
import { ConfigError, readConfig } from "#server/config.ts";
import { typedArguments } from "#system/typed-arguments.ts";
import { inWords } from "./faults.ts";
import { runCommand } from "./run-command.ts";
import { CommandError, visible } from "./terminal.ts";

/**
 * The staff's commands as a program of its own, without the pages: it starts at once and needs little memory, however
 * much it exports.
 */

const typed = typedArguments();
const isExport = typed[0] === "export";
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // Nobody reads any more (`| head`): an export ends as programs do then, and what changes something is carried out.
  if (error.code === "EPIPE") {
    if (isExport) process.exit(128 + constants.signals.SIGPIPE);
    return;
  }
  tell(inWords(error));
  process.exit(1);
});

// A command that is broken off removes what it has not finished, also when the signal comes twice, as from npm.
const stopping = new AbortController();
let isHeld = false;
let isEnding = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    stopping.abort();
    if (isHeld || isEnding) return;
    isEnding = true;
    process.exit(128 + constants.signals[signal]);
  });

const isWatched = process.stderr.isTTY || process.stdout.isTTY || isPassedOn(fstatSync(process.stdout.fd));
let unsaid = "";
function say(text: string): void {
  const words = visible(unsaid + text, { isMultiline: true });
  unsaid = "";
  try {
    writeSync(process.stderr.fd, words);
  } catch {
    // Nobody is there to be told.
  }
}

// The shell has made the export's file with its own rights; only this account may read it.
const output = fstatSync(process.stdout.fd);
if (isExport && output.isFile() && output.uid === process.getuid?.()) fchmodSync(process.stdout.fd, 0o600);

try {
  // biome-ignore lint/style/noProcessEnv: a program's own beginning, handed on to the one reader
  const settings = () => readConfig(process.env, site);
  process.exitCode = await runCommand(typed, settings, {
    write: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
    note: (text, weight) => {
      if (weight === "context" && !isWatched) unsaid += text;
      else say(text);
    },
    holdSignals: () => {
      isHeld = true;
      return stopping.signal;
    },
    isScreen: process.stdout.isTTY,
    // npm runs scripts in the project's root.
    // biome-ignore lint/style/noProcessEnv: as above
    folder: process.env.INIT_CWD,
    ...(process.stdin.isTTY && process.stdout.isTTY ? { confirm } : {}),
  });
  if (process.exitCode !== 0) say("");
} catch (error) {
  tell(error);
  process.exitCode = error instanceof CommandError ? error.exitCode : 1;
}

/** A fault of the program is told with its stack, which may quote what visitors wrote. */
function tell(error: unknown): void {
  const isExpected = error instanceof CommandError || error instanceof ConfigError;
  const text =
    error instanceof Error ? ((isExpected ? undefined : error.stack) ?? error.message) : String(error);
  say(`${text}\n`);
}

/** To another program or a person. What goes into a file or nowhere, as that of a scheduled job, is looked at after trouble only. */
function isPassedOn(output: Stats): boolean {
  return output.isFIFO() || output.isSocket();
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Whoever presses Ctrl+C or Ctrl+D says no.
  const answer = await terminal.question(`${question} [y/N] `).catch(() => "");
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
