import type { Given } from "./command.ts";
import { CommandError, type Terminal } from "./terminal.ts";

/**
 * Whether somebody confirmed: by `--yes`, or by answering at the terminal.
 *
 * @returns false for a dry run
 * @throws CommandError when nobody confirmed
 */
export async function isConfirmed(
  question: string,
  given: Given<"dry-run" | "yes">,
  terminal: Terminal,
): Promise<boolean> {
  if (given["dry-run"]) return false;
  if (given.yes) return true;
  if (!terminal.confirm)
    throw new CommandError("Nothing was changed: nobody can be asked here. Add --yes.", 2);
  if (await terminal.confirm(question)) return true;
  throw new CommandError("Nothing was changed.");
}
