/**
 * Starts to count what this thread works. The clock would also count what others do on the machine.
 *
 * @returns what tells the processor time since then, in milliseconds
 */
export function countProcessorTime(): () => number {
  const start = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1_000;
  };
}
