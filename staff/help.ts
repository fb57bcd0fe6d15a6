import { type Command, commandLine, waysOf } from "./command.ts";
import { type CommandName, commands } from "./commands.ts";

/** Of one command how it is typed and what it does; without a name how each is typed. */
export function helpText(name?: CommandName): string {
  if (name) return `${linesOf(name, commands[name]).join("\n")}\n\n${commands[name].text}\n`;
  const lines = Object.entries(commands).flatMap(([each, command]) => linesOf(each, command));
  return `${lines.map((line) => `  ${line}`).join("\n")}

ID is an id, its beginning, or the reference that a visitor was given. DATE is a day as 2026-01-31.
What removes shows what, and asks; where nobody can be asked it needs --yes. --dry-run only shows.
Exit codes: 0, it was carried out; 1, it was not, or something is to be looked after; 2, it was typed wrongly.
Add --help to a command for more about it. --version alone says which version of the site this is.
`;
}

function linesOf(name: string, command: Command): string[] {
  return waysOf(name, command).map(commandLine);
}
