import site from "#content/site.yaml";
import { readConfig } from "#server/config.ts";
import { runCommand } from "#staff/run-command.ts";

export interface StaffRun {
  output: string;
  /** What is said beside it. */
  notes: string;
  exitCode: number;
}

/** When the commands are given: a Monday in November. */
export const staffNow = new Date("2026-11-23T10:00:00Z");

/**
 * One of the staff's commands on a database, at `staffNow`.
 *
 * @throws what the command throws, with what was `said` before
 */
export async function runStaff(url: string, dataDir: string, ...args: string[]): Promise<StaffRun> {
  const said = { output: "", notes: "" };
  const exitCode = await runCommand(
    args,
    () => readConfig({ DATABASE_URL: url, DATA_DIR: dataDir }, site),
    {
      write: async (text) => {
        said.output += text;
      },
      note: (text) => {
        said.notes += text;
      },
    },
    () => staffNow,
  ).catch((error: unknown) => {
    throw Object.assign(error as Error, { said });
  });
  return { ...said, exitCode };
}
