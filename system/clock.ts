/** The machine's clock, for what starts a process or a command; all else is handed `now`, so that tests can set it. */
export const machineClock = () => new Date();
