import { parseArgs } from "node:util";
import { nearest } from "#system/nearest.ts";
import { type Command, type Given, type OptionName, options, typedAs } from "./command.ts";
import { type CommandName, commands, isCommand } from "./commands.ts";
import { CommandError } from "./terminal.ts";

interface Arguments {
  name: CommandName | undefined;
  word: string | undefined;
  given: Given;
}

/** @throws CommandError for whatever cannot be meant, naming what may be: a command that is narrowed in a way that it does not know would surprise */
export function readArguments(args: string[]): Arguments {
  const types = Object.entries(options).map(([name, value]) => [
    name,
    {
      type: value === null ? ("boolean" as const) : ("string" as const),
      ...(name === "help" ? { short: "h" } : {}),
    },
  ]);
  const { values, positionals, tokens } = parseArgs({
    args,
    options: Object.fromEntries(types),
    allowPositionals: true,
    // What is wrong is told below, in words of our own.
    strict: false,
    tokens: true,
  });
  const [name, word, ...more] = positionals;
  if (name !== undefined && !isCommand(name)) throw unknownCommand(name);
  const command: Command | undefined = name && commands[name];
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const known: readonly string[] = [...(command?.options ?? Object.keys(options)), "help"];
    if (!known.includes(token.name)) {
      const typed = args[token.index] ?? "";
      if (command?.word && typed.includes("@"))
        throw new CommandError(`What begins with a dash is written behind two: ${name} -- ${typed}`, 2);
      throw unknownOption(token.rawName, name, known);
    }
    if (seen.has(token.name)) throw new CommandError(`--${token.name} is there twice.`, 2);
    seen.add(token.name);
    checkValue(token.name as OptionName, token.value, token.inlineValue);
  }
  const [tooMany] = command?.word ? more : [word, ...more];
  if (tooMany !== undefined)
    throw new CommandError(
      `'${tooMany}' is one word too many.${hintOf(command, tooMany)}\n${typedAs(name ? `${name} --help` : "--help")} says more.`,
      2,
    );
  return { name, word, given: values as Given };
}

function checkValue(name: OptionName, value: string | undefined, isInline: boolean | undefined): void {
  const wanted = options[name];
  if (wanted === null && value !== undefined) throw new CommandError(`--${name} takes no value.`, 2);
  if (wanted === null) return;
  if (value === undefined) throw new CommandError(`--${name} needs a value: --${name} ${wanted}.`, 2);
  if (value.startsWith("-") && !isInline)
    throw new CommandError(
      `--${name} needs a value: --${name} ${wanted}. One that begins with a dash is written --${name}=${value}.`,
      2,
    );
}

/** Where a word stands without the option that it belongs to. */
function hintOf(command: Command | undefined, word: string): string {
  const option = (["search", "before"] as const).find((name) => command?.options.includes(name));
  return option ? ` Is --${option} ${word} meant?` : "";
}

function unknownCommand(name: string): CommandError {
  const near = nearest(name, Object.keys(commands));
  return new CommandError(
    `There is no command '${name}'.${near ? ` Is '${near}' meant?` : ""}\n${typedAs("--help")} says which there are.`,
    2,
  );
}

function unknownOption(
  typed: string,
  command: CommandName | undefined,
  known: readonly string[],
): CommandError {
  const near = nearest(typed.replace(/^-+/, ""), known);
  const hint = near
    ? `Is --${near} meant?`
    : command && `It has ${known.map((name) => `--${name}`).join(", ")}.`;
  return new CommandError(
    `${command ? `'${command}' has no ${typed}.` : `There is no ${typed}.`}${hint ? ` ${hint}` : ""}`,
    2,
  );
}
