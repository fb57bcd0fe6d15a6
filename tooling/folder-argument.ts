import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { typedArguments } from "#system/typed-arguments.ts";

/**
 * The folder of `--to FOLDER`, absolute. Ends the process with 0 when help was asked for, and with 2 when something was typed that
 * the command does not know, or twice.
 *
 * @param standard the folder when none is named
 */
export function folderArgument(help: string, standard: string): string {
  try {
    const { values, tokens } = parseArgs({
      args: typedArguments(),
      tokens: true,
      options: { to: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    if (tokens.length > 1) throw new Error("--to is there twice");
    // npm runs scripts in the project's root; a path counts from where the command was given.
    return values.to === undefined ? standard : resolve(process.env.INIT_CWD ?? ".", values.to);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`);
    process.exit(2);
  }
}
