import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { inWords } from "#staff/faults.ts";
import { CommandError } from "#staff/terminal.ts";
import { nearest } from "#system/nearest.ts";
import { typedArguments } from "#system/typed-arguments.ts";

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options }>
>["values"];

/**
 * The options of a command, `--help` besides. Where the default is a number, what is typed is one as well. Ends the process with 0
 * when help was asked for, and with 2 when something was typed that the command does not know, or twice.
 *
 * @param check throws what else is wrong with them, in words
 */
export function typedOptions<const Options extends ParseArgsOptionsConfig>(
  help: string,
  options: Options,
  check: (values: Values<Options>) => void = () => {},
): Values<Options> {
  try {
    const { values, tokens } = parseArgs({
      args: typedArguments(),
      tokens: true,
      options: { ...options, help: { type: "boolean", short: "h" } } as ParseArgsOptionsConfig,
    });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    const names = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
    for (const [index, name] of names.entries()) {
      if (names.indexOf(name) < index) throw new Error(`--${name} is there twice.`);
      const isNumber = /^\d+$/.test(String(options[name]?.default));
      if (isNumber && !/^\d+(\.\d+)?$/.test(String(values[name])))
        throw new Error(`--${name} ${values[name]}: that is no number.`);
    }
    check(values as Values<Options>);
    return values as Values<Options>;
  } catch (error) {
    console.error(`${optionMistake(error, [...Object.keys(options), "help"])}\n\n${help}`);
    process.exit(2);
  }
}

/** What is wrong with options as they were typed, with the name that is meant where Node does not know one. */
export function optionMistake(error: unknown, names: readonly string[]): string {
  const { message } = error as Error;
  const [found, typed = ""] = /^Unknown option '-+([^']*)'/.exec(message) ?? [];
  if (!found) return message;
  const near = nearest(typed, names);
  return near ? `${found}. Is --${near} meant?` : `${found}.`;
}

/**
 * The folder of `--to FOLDER`, absolute. Ends the process with 1 when it is a file, or this account has no right to it.
 *
 * @param standard the folder when none is named
 */
export function folderArgument(help: string, standard: string): string {
  const { to } = typedOptions(help, { to: { type: "string" } });
  // npm runs scripts in the project's root; a path counts from where the command was given.
  const folder = to === undefined ? standard : resolve(process.env.INIT_CWD ?? ".", to);
  try {
    if (existsSync(folder)) readdirSync(folder);
    return folder;
  } catch (error) {
    return stopInWords(error);
  }
}

/** Ends the process with 1, where the error is one of files in one line. */
export function stopInWords(error: unknown): never {
  const told = inWords(error);
  if (!(told instanceof CommandError)) throw told;
  console.error(told.message);
  process.exit(1);
}
