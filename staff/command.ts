import type { Config } from "#server/config.ts";
import { asTypedHere } from "#system/own-commands.ts";
import type { Terminal } from "./terminal.ts";

/** Every option of the commands, with the word that stands for its value in the help; `null`: it has none. */
export const options = {
  help: null,
  version: null,
  json: null,
  yes: null,
  "dry-run": null,
  rewrite: null,
  verify: null,
  to: "FOLDER|URL",
  keep: "N",
  limit: "N",
  page: "N",
  search: "TEXT",
  table: "T",
  format: "csv|json",
  since: "DATE",
  before: "DATE",
} as const;

export type OptionName = keyof typeof options;

/** What was typed behind each option. */
export type Given<Name extends OptionName = OptionName> = {
  [Each in Name]?: (typeof options)[Each] extends null ? boolean : string;
};

export interface Call<Name extends OptionName = OptionName> {
  config: Config;
  given: Given<Name>;
  /** What follows the command's name. */
  word: string | undefined;
  terminal: Terminal;
  now: () => Date;
}

/** One of the staff's commands. It reads no option that it does not name. */
export interface Command<Name extends OptionName = OptionName> {
  /** What follows its name, as the help calls it; in brackets what may be left out. */
  word?: string;
  options: readonly Name[];
  /** How it is typed behind its name, where that does not follow from word and options. */
  ways?: readonly string[];
  /** What it does. */
  text: string;
  /** @returns 1 when something is to be looked after */
  // biome-ignore lint/suspicious/noConfusingVoidType: most commands have nothing to say here
  run(call: Call<Name>): Promise<1 | void>;
}

/** Lets the compiler see which options a command names. */
export function command<const Name extends OptionName>(declared: Command<Name>): Command<Name> {
  return declared;
}

/** How a command is typed, with the program: `npm run submissions -- list`, and as a release has it there. */
export function commandLine(way: string): string {
  return asTypedHere(`npm run submissions -- ${way}`);
}

/** The same within a sentence. */
export function typedAs(way: string): string {
  return `'${commandLine(way)}'`;
}

/** How a command is typed, each way in a text of its own. */
export function waysOf(name: string, { word, options: own, ways }: Command): string[] {
  if (ways) return ways.map((way) => `${name} ${way}`);
  const named = own.map((option) => {
    const value = options[option];
    return `[--${option}${value === null ? "" : ` ${value}`}]`;
  });
  return [[name, ...(word ? [word] : []), ...named].join(" ")];
}
