import { writeSync } from "node:fs";
import { inWords } from "#staff/faults.ts";

/**
 * For commands whose output is what they are for: where it could not be written (a full disk), they end with 1 and a line that says
 * so, whichever way they end. Who reads no further (`| head`) needs no word.
 */
let lost: NodeJS.ErrnoException | null = null;
process.stdout.on("error", (error) => {
  lost = error;
});
process.on("exit", () => {
  // The event may not have come yet.
  const error = lost ?? (process.stdout.errored as NodeJS.ErrnoException | null);
  if (!error || error.code === "EPIPE") return;
  process.exitCode = 1;
  const told = inWords(error);
  try {
    writeSync(process.stderr.fd, `${told instanceof Error ? told.message : told}\n`);
  } catch {
    // Nobody is there to be told.
  }
});
