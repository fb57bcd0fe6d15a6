import type { Config } from "#server/config.ts";
import { machineClock } from "#system/clock.ts";
import { version } from "#system/version.ts";
import { readArguments } from "./arguments.ts";
import { type Command, typedAs } from "./command.ts";
import { commands } from "./commands.ts";
import { inWords, ofDatabase } from "./faults.ts";
import { helpText } from "./help.ts";
import { CommandError, type Terminal, visible } from "./terminal.ts";

/**
 * Carries out one of the staff's commands; docs/specification.md, 'Commands for staff'.
 *
 * @param args what was typed after `npm run submissions --`
 * @param settings read once it is known what was asked for: help needs none
 * @returns the exit code: 1 when something is to be looked after
 * @throws CommandError in words for the staff
 */
export async function runCommand(
  args: string[],
  settings: () => Config,
  place: Terminal,
  now = machineClock,
): Promise<0 | 1> {
  const terminal = place.isScreen ? harmless(place) : place;
  const { name, word, given } = readArguments(args);
  if (name === undefined && given.version) {
    await terminal.write(`${version}\n`);
    return 0;
  }
  if (name === undefined || given.help) {
    await terminal.write(helpText(name));
    return 0;
  }
  const command: Command = commands[name];
  const config = settings();
  try {
    return (await command.run({ config, given, word, terminal, now })) ?? 0;
  } catch (error) {
    const told = inWords(await ofDatabase(error, config));
    throw told instanceof CommandError && told.exitCode === 2
      ? new CommandError(`${told.message}\n${typedAs(`${name} --help`)} says more.`, 2)
      : told;
  }
}

/** A terminal that shows control characters instead of obeying them. */
function harmless(screen: Terminal): Terminal {
  return { ...screen, write: (text) => screen.write(visible(text, { isMultiline: true })) };
}
