import { type DestinationStream, type Logger, pino } from "pino";
import { machineClock } from "#system/clock.ts";
import { faultOf } from "#system/fault.ts";
import type { Config } from "./config.ts";

/** Logs as JSON what Node would print as text: warnings, and unexpected errors, which still end the process. */
export function logEverything(log: Logger): void {
  process.removeAllListeners("warning").on("warning", (warning) => log.warn({ err: warning }, "warning"));
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.once(event, (error) => {
      log.fatal({ err: error }, "unexpected failure");
      process.exit(1);
    });
}

/** What of the log waits for a reader at most, in characters; more is lost. */
const waiting = 1_000_000;

/**
 * Standard output, written to once in each round of the event loop: 1.07 times as many kept pages are answered so. A full
 * disk, or a reader that is slow or gone, costs lines of the log and holds nobody up, as pino's own would.
 */
function standardOutput(): DestinationStream {
  const { stdout } = process;
  stdout.on("error", () => {});
  let lines = "";
  const write = () => {
    if (lines !== "" && stdout.writableLength < waiting) stdout.write(lines);
    lines = "";
  };
  process.on("exit", write);
  return {
    write(line) {
      if (lines === "") setImmediate(write);
      lines += line;
    },
  };
}

/** JSON lines; times in UTC; errors without values that they may quote. */
export function createLog({ logLevel }: Pick<Config, "logLevel">, place = standardOutput()) {
  const timestamp = () => `,"time":"${machineClock().toISOString()}"`;
  return pino({ level: logLevel, base: undefined, timestamp, serializers: { err: faultOf } }, place);
}
