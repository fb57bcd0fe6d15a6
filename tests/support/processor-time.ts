/** What the work of `referenceTime` takes where the limits of the tests were set, in milliseconds. */
const usual = 60;
/** Below this many milliseconds no limit lies. */
export const noticed = 40;

/** What a piece of work takes now that is always the same: strings, objects and what collects them, as in a calendar. */
function referenceTime(): number {
  const start = process.threadCpuUsage();
  for (let round = 0; round < 12; round += 1) {
    const texts = Array.from({ length: 4_000 }, (_, place) => `${(place * 7_919) % 4_001}: text`);
    JSON.parse(JSON.stringify(texts.sort().map((text) => ({ text, parts: text.split(":") }))));
  }
  return since(start);
}

function since(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

/**
 * Starts to count what this thread works. The clock would also count what others do on the machine; and a slower machine,
 * or one whose processors are shared, works longer at the same thing: that is taken out by comparison.
 *
 * @returns what tells the processor time since then, in milliseconds of the machine that the limits were set on
 */
export function countProcessorTime(): () => number {
  const start = process.threadCpuUsage();
  return () => {
    const time = since(start);
    return time < noticed ? time : time / Math.max(1, referenceTime() / usual);
  };
}
