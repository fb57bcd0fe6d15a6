import { type Check, type Finding, ok, wrong } from "./finding.ts";

/** Seconds by which two clocks may differ: a second is lost in rounding, some on the way. */
const tolerance = 10;

/** @param whose the other clock, within a sentence */
export function ofClock(check: Check, whose: string, { here, there }: { here: Date; there: Date }): Finding {
  const seconds = Math.round((here.getTime() - there.getTime()) / 1_000);
  if (Math.abs(seconds) <= tolerance) return ok(check, `The clocks of this machine and of ${whose} agree.`);
  return wrong(
    check,
    `The clock of this machine is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} that of ${whose}.`,
    "Let both follow a time server (`timedatectl` shows whether this one does).",
  );
}
