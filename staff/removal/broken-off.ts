import type { Config } from "#server/config.ts";
import { inWords, ofDatabase } from "../faults.ts";
import { CommandError } from "../terminal.ts";

/**
 * What has ended a removal before its time, in words.
 *
 * @param rows what became of them
 * @returns the error as it was, where it says so itself or is unexpected
 */
export async function brokenOff(
  error: unknown,
  place: Pick<Config, "databaseUrl">,
  rows: string,
): Promise<unknown> {
  const told = inWords(await ofDatabase(error, place));
  return told === error || !(told instanceof CommandError)
    ? told
    : new CommandError(`${told.message} ${rows} Mend that, then run this again.`);
}
